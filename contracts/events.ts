import * as z from 'zod/mini';

import { AccountEvent } from './account/events.ts';
import { ChangeEvent, SecondOpinionEvent } from './moderation/events.ts';
import { CityEvent } from './city/events.ts';
import { LocationEvent } from './location/events.ts';
import { compileMatches, type Matches } from './shared/matches.ts';
import { OpinionEvent } from './opinion/events.ts';
import { PhotoEvent } from './photo/events.ts';
import { UnreadableEvent, type RecordedEvent } from './shared/recorded-event.ts';
import { ReportEvent } from './report/events.ts';
import type { QueueKind } from './moderation/words.ts';
import type { Reportable } from './report/words.ts';

export const DomainEvent = z.discriminatedUnion('type', [
  CityEvent,
  LocationEvent,
  PhotoEvent,
  OpinionEvent,
  ReportEvent,
  ChangeEvent,
  SecondOpinionEvent,
  AccountEvent,
]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent['type'];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

const typesIn = (family: (typeof DomainEvent.def.options)[number]): readonly EventType[] =>
  family.def.options.flatMap(({ shape }) => shape.type.def.values);

/** The types of the events in each kind of stream. */
export const eventTypesOf = {
  city: typesIn(CityEvent),
  location: typesIn(LocationEvent),
  photo: typesIn(PhotoEvent),
  opinion: typesIn(OpinionEvent),
  reports: typesIn(ReportEvent),
  change: typesIn(ChangeEvent),
  secondOpinion: typesIn(SecondOpinionEvent),
  account: typesIn(AccountEvent),
} as const;

export type Recorded<E extends DomainEvent = DomainEvent> = RecordedEvent<E>;

interface DataOfType {
  readonly schema: z.ZodMiniType;
  /** A cheaper check, which runs before the schema. */
  readonly matches: Matches;
}

/** The checks for the data of each event type. */
const dataOf: ReadonlyMap<string, DataOfType> = new Map(
  DomainEvent.def.options.flatMap(({ def }) =>
    def.options.flatMap(({ shape }) => {
      const data: DataOfType = { schema: shape.data, matches: compileMatches(shape.data) };
      return shape.type.def.values.map((type): [string, DataOfType] => [type, data]);
    }),
  ),
);

/** Upcasters: each turns an event of an older version into the next version. */
const upcasters: Readonly<Record<string, (data: object) => { type: string; data: unknown }>> = {
  // The first release deleted photos without saying why.
  'photo-deleted.v1': (data) => ({ type: 'photo-deleted.v2', data: { ...data, reason: null } }),
};

/**
 * The event as the domain knows it.
 * @throws UnreadableEvent if this release does not know its type, or its data does not fit the type
 */
export function parseEvent(raw: RecordedEvent): Recorded {
  let { type, data } = raw;
  for (let up = upcasters[type]; up; up = upcasters[type]) ({ type, data } = up(isObject(data) ? data : {}));
  const known = dataOf.get(type);
  if (known?.matches(data) !== true) {
    const parsed = known?.schema.safeParse(data);
    if (parsed?.success !== true) throw new UnreadableEvent(raw);
    ({ data } = parsed);
  }
  // The cast is safe: the schema is that of this type. Naming the fields one by one is faster than spreading.
  const { id, stream, revision, position, metadata } = raw;
  return { id, stream, revision, position, type, data, metadata } as Recorded;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const streamOf = {
  city: (id: string) => `city-${id}`,
  location: (id: string) => `location-${id}`,
  photo: (id: string) => `photo-${id}`,
  opinion: (locationId: string, userId: string) => `opinion-${locationId}-${userId}`,
  reports: (type: Reportable, id: string) => `reports-${type}-${id}`,
  change: (eventId: string) => `change-${eventId}`,
  secondOpinion: (kind: QueueKind, itemId: string) => `second-opinion-${kind}-${itemId}`,
  account: (id: string) => `account-${id}`,
} as const;
