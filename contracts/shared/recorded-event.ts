import type { EventMetadata } from './event-metadata.ts';

/** An event of any application: its wire name, and its content as JSON. */
export interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

interface Unchecked {
  readonly type: string;
  readonly data: unknown;
}

/**
 * An event as the log returns it: where and when it happened, and why. Its content is unchecked unless `E` names an
 * application's events.
 */
export type RecordedEvent<E extends Unchecked = Unchecked> = E & {
  readonly id: string;
  readonly stream: string;
  /** Index in its stream, from 0. */
  readonly revision: bigint;
  /** Position in the whole log; positions ascend and may have gaps. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/**
 * Checks an event's content, and turns an event of an older version into the current one.
 * @throws UnreadableEvent if this release does not know its type, or its content does not fit the type
 */
export type ParseEvent = (raw: RecordedEvent) => RecordedEvent;

/** An event whose type, or whose data, this release does not know. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  /** Its id, position and type. */
  readonly event: string;

  constructor({ id, position, type }: RecordedEvent) {
    super(`Event ${id} at position ${position} (${type}) is unknown to this release`);
    this.event = `event ${id} at position ${position} (${type})`;
  }
}
