import type { DomainEvent, EventMetadata, RawRecordedEvent } from '#contracts/events/index';

import type { ChainPoint, Link } from './chain.ts';

/** An event on its way into the log. Its id (a UUID) makes a repeated append recognisable. */
export interface NewEvent {
  readonly id: string;
  readonly event: DomainEvent;
  readonly metadata: EventMetadata;
}

/** The revision that the writer believes the stream's last event to have; `none` for a stream without events. */
export type ExpectedRevision = bigint | 'none';

export interface Appended {
  /** Of the last event appended. */
  readonly revision: bigint;
  readonly position: bigint;
}

/** Everything up to the log's head of that moment has been handed out; what follows is new. */
export interface CaughtUp {
  readonly type: 'caught-up';
}
export const caughtUp: CaughtUp = { type: 'caught-up' };

export interface StreamEnd {
  readonly id: string;
  readonly revision: bigint;
}

export interface EventLog extends AsyncDisposable {
  /** A UUID that the log keeps for life: a checkpoint of another log is worth nothing here. */
  readonly id: string;

  /**
   * Appends all events or none. Durable once the promise is fulfilled.
   * Appending the very same events (by id) at the same expected revision again is answered like the first time.
   * @throws WrongExpectedRevision when the stream's last event is another
   * @throws LogUnavailable when the store cannot be reached or cannot write. Whether the events are in it is then
   * not always known: append them again to find out.
   * @throws RangeError when there are no events
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;

  /**
   * The last event of a stream, where that costs less than to read it; undefined when there is none. Whoever asks in the
   * same turn of the event loop shares a look, which comes after all of them asked.
   */
  readonly lastOf?: (stream: string) => Promise<StreamEnd | undefined>;

  /** The stream's events in order (or backwards, from its end), none if there is no such stream. `from`: a revision, inclusive. */
  readStream(
    stream: string,
    options?: { readonly from?: bigint; readonly backwards?: boolean; readonly limit?: number },
  ): AsyncIterable<RawRecordedEvent>;

  /** All events in the order of their positions, `after` (exclusive) to the head of that moment. */
  readAll(options?: { readonly after?: bigint; readonly limit?: number }): AsyncIterable<RawRecordedEvent>;

  /**
   * All events after a position, then each new one as it is appended, without gap or repeat; ends when the
   * signal is aborted. Survives a lost connection. A slow consumer slows the reading, not the memory.
   */
  subscribe(options: {
    readonly after: bigint;
    readonly signal: AbortSignal;
  }): AsyncIterable<RawRecordedEvent | CaughtUp>;

  /** Position of the last event, `0n` while there is none: every event's position is greater than 0. */
  head(): Promise<bigint>;

  /**
   * The chain of hashes after a point of it, event by event, each hash computed from what is in the log now. On a file
   * it runs through all streams, whatever their prefix.
   */
  links(after: ChainPoint): AsyncIterable<Link>;

  /**
   * Every 1,000th point of the chain after a point, and its end, as the log stored them where it stores any.
   * @throws ChainBroken when the log has stored another hash at the point itself
   */
  points(after: ChainPoint): AsyncIterable<ChainPoint>;
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  readonly actual: ExpectedRevision;

  constructor(stream: string, actual: ExpectedRevision) {
    super(`Stream ${stream} is at ${actual === 'none' ? 'no event' : `revision ${actual}`}`);
    this.stream = stream;
    this.actual = actual;
  }
}

/** What is known of a log that was not opened. */
export interface LogSummary {
  readonly id: string;
  /** Position of its last event, 0 for none. */
  readonly end: bigint;
}

/** Nothing is where the log should be, and it was not to be made. */
export class LogMissing extends Error {
  override readonly name = 'LogMissing';
}

/** The log is not what it was. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken';
}

export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}
