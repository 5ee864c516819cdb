import * as z from 'zod/mini';

import { AccountEvent } from './account.ts';
import { CityEvent } from './city.ts';
import { LocationEvent } from './location.ts';
import type { EventMetadata } from './metadata.ts';
import { OpinionEvent } from './opinion.ts';
import { PhotoEvent } from './photo.ts';

export const DomainEvent = z.discriminatedUnion('type', [
  CityEvent,
  LocationEvent,
  PhotoEvent,
  OpinionEvent,
  AccountEvent,
]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent['type'];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** A domain event as the log gave it back: where and when it happened, and why. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  readonly id: string;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: bigint;
  /** Place in the whole log; rising, not without gaps. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/** What the log hands out: an event whose content nobody has looked at yet. */
export interface RawRecordedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/**
 * From an event of an older version to the one that the code knows; every step one entry, `{type}.v1` to v2.
 * Empty as long as every event has only had one version.
 */
const upcasters: Readonly<Record<string, (data: unknown) => { type: string; data: unknown }>> = {};

/**
 * The event as the domain knows it.
 * @throws Error when its type is unknown to this release, or its data is not of that type.
 */
export function parseEvent(raw: RawRecordedEvent): Recorded {
  let { type, data } = raw;
  for (let up = upcasters[type]; up; up = upcasters[type]) ({ type, data } = up(data));
  const parsed = DomainEvent.safeParse({ type, data });
  if (!parsed.success) {
    throw new Error(`Event ${raw.id} at position ${raw.position} (${raw.type}) is unknown to this release`);
  }
  return { ...raw, ...parsed.data };
}

export const streamOf = {
  city: (id: string) => `city-${id}`,
  location: (id: string) => `location-${id}`,
  photo: (id: string) => `photo-${id}`,
  opinion: (locationId: string, userId: string) => `opinion-${locationId}-${userId}`,
  account: (id: string) => `account-${id}`,
} as const;

export type { EventMetadata };
