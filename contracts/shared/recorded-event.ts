import type { EventMetadata } from './event-metadata.ts';

/** What an event says, whatever its application: its wire name, and its content as JSON. */
export interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

interface Unchecked {
  readonly type: string;
  readonly data: unknown;
}

/**
 * An event as the log gives it back: where and when it happened, and why. Its content is unchecked unless `E` names an
 * application's events.
 */
export type RecordedEvent<E extends Unchecked = Unchecked> = E & {
  readonly id: string;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: bigint;
  /** Place in the whole log; it rises, and may have gaps. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/**
 * Checks an event's content, and turns an event of an older version into the present one.
 * @throws UnreadableEvent when its type is unknown to this release, or its content is not of that type
 */
export type ParseEvent = (raw: RecordedEvent) => RecordedEvent;

/** An event whose type, or whose data, this release does not know. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  /** Which one: its id, position and type. */
  readonly event: string;

  constructor({ id, position, type }: RecordedEvent) {
    super(`Event ${id} at position ${position} (${type}) is unknown to this release`);
    this.event = `event ${id} at position ${position} (${type})`;
  }
}
