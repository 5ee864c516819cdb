import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { AnyEvent, RecordedEvent } from '#contracts/shared/recorded-event';

import type { ChainPoint, Link } from './chain.ts';
import type { ChainedEvent } from './chained-event.ts';

/** An event to be appended. Its id (a UUID) makes a repeated append recognisable. */
export interface NewEvent {
  readonly id: string;
  readonly event: AnyEvent;
  readonly metadata: EventMetadata;
}

/** The revision that the writer expects of the stream's last event; `none` for a stream without events. */
export type ExpectedRevision = bigint | 'none';

export interface Appended {
  /** Revision of the last appended event. */
  readonly revision: bigint;
  readonly position: bigint;
}

/** No append takes longer (milliseconds): an event that is not in the log after this time never arrives. */
export const appendsWithin = 60_000;

/** Everything up to a recent head of the log has been delivered; all further events are new. */
export interface CaughtUp {
  readonly type: 'caught-up';
}
export const caughtUp: CaughtUp = { type: 'caught-up' };

export interface EventLog extends AsyncDisposable {
  /** A UUID that never changes. A checkpoint of another log is invalid here. */
  readonly id: string;

  /**
   * Appends all events or none. Durable once the promise is fulfilled.
   * Repeating an append (the same event ids at the same expected revision) returns the first response.
   * @throws WrongExpectedRevision when the stream ends at another revision
   * @throws LogUnavailable when the store cannot be reached or cannot write. It is then not always known whether the
   * events were stored: append them again to find out.
   * @throws RangeError when there are no events
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;

  /** The stream's events in order, or backwards from its end; none if there is no such stream. `from` is inclusive. */
  readStream(
    stream: string,
    options?: { readonly from?: bigint; readonly backwards?: boolean; readonly limit?: number },
  ): AsyncIterable<RecordedEvent>;

  /** All events in order of position, from `after` (exclusive) to the head at the time of the call. */
  readAll(options?: { readonly after?: bigint; readonly limit?: number }): AsyncIterable<RecordedEvent>;

  /** The event at a position that the log has given; undefined beyond its end. */
  eventAt(position: bigint): Promise<RecordedEvent | undefined>;

  /**
   * All events after a position, then each new one as it is appended, without gaps or repeats. Ends when the signal is
   * aborted. Survives a lost connection. A slow consumer slows the reading down instead of filling the memory.
   */
  subscribe(options: {
    readonly after: bigint;
    readonly signal: AbortSignal;
  }): AsyncIterable<RecordedEvent | CaughtUp>;

  /** Position of the last event; `0n` for an empty log, since every event's position is greater than 0. */
  head(): Promise<bigint>;

  /**
   * The hash chain after one of its points, event by event. Each hash is computed from the log's present content. In an
   * embedded log the chain covers all streams, whatever their prefix.
   */
  links(after: ChainPoint): AsyncIterable<Link>;

  /**
   * Every point of the chain after a given point. Uses the stored hashes, if the log stores any.
   * @throws ChainBroken when the log has stored another hash at the given point, or none after it
   */
  hashes(after: ChainPoint): AsyncIterable<ChainPoint>;

  /** The event's present content, which its hash covers together with the hash before it. */
  contentOf(event: RecordedEvent): ChainedEvent;
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

/** Information about a log that was not opened. */
export interface LogSummary {
  readonly id: string;
  /** Position of its last event, 0 for none. */
  readonly end: bigint;
}

/** There is no log, and the caller does not allow creating one. */
export class LogMissing extends Error {
  override readonly name = 'LogMissing';
}

/** The log differs from its recorded hashes. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken';
}

export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}
