import { by } from '#contracts/shared/read-model-declaration';
import { streamOf } from '#contracts/events';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import {
  places,
  type LocationDocument,
  type OpinionDocument,
  type PhotoDocument,
} from '#contracts/read-models';
import { photosAt } from '#contracts/location/merging';
import type { EventLog } from '#platform/event-log/index';
import { pagesOf, type ReadModelReader, type ReadStore } from '#platform/read-store/index';

export const entityKinds = ['city', 'location', 'photo'] as const;
export type EntityKind = (typeof entityKinds)[number];

export interface HistoryDeps {
  readonly log: EventLog;
  /** Used to find a location's photos and opinions. Without it the whole log is read for them. */
  readonly store?: ReadStore | undefined;
}

/**
 * Everything that happened to one entity, from the log, oldest first: the events of its stream, and for a location also
 * those of its photos and of the opinions on it. The photos and opinions come from the read model up to its position,
 * and from the log after it.
 */
export function entityHistory(deps: HistoryDeps, kind: EntityKind, id: string): AsyncIterable<RecordedEvent> {
  switch (kind) {
    case 'city':
      return deps.log.readStream(streamOf.city(id));
    case 'photo':
      return deps.log.readStream(streamOf.photo(id));
    case 'location':
      return ofLocation(deps, id);
  }
}

async function* ofLocation({ log, store }: HistoryDeps, id: string): AsyncIterable<RecordedEvent> {
  const reader = await store?.reader(places);
  const checkpoint = await reader?.checkpoint();
  const isOfLog = checkpoint?.logId === log.id && checkpoint.position <= (await log.head());
  const known = isOfLog ? checkpoint.position : 0n;
  if (reader !== undefined && isOfLog) {
    const events: RecordedEvent[] = [];
    for await (const stream of streamsOf(reader, id)) {
      for await (const event of log.readStream(stream)) if (event.position <= known) events.push(event);
    }
    yield* events.sort((one, other) => Number(one.position - other.position));
  }
  for await (const event of log.readAll({ after: known })) {
    const { data } = event;
    if (typeof data === 'object' && data !== null && 'locationId' in data && data.locationId === id)
      yield event;
  }
}

async function* streamsOf(reader: ReadModelReader, locationId: string): AsyncIterable<string> {
  yield streamOf.location(locationId);
  for await (const { id } of photosOf(reader, locationId)) yield streamOf.photo(id);
  for await (const { userId } of opinionsOf(reader, locationId)) yield streamOf.opinion(locationId, userId);
}

/** All photos that a location ever had itself; those of a merged one are found at the place that shows them. */
export async function* photosOf(reader: ReadModelReader, locationId: string): AsyncIterable<PhotoDocument> {
  const location = await reader.get<LocationDocument>('locations', locationId);
  const shownAt = location === undefined ? locationId : photosAt(location);
  const pages = pagesOf<PhotoDocument>(reader, 'photos', {
    filter: { locationId: shownAt },
    sort: [by('shown'), by('added')],
  });
  for await (const page of pages) yield* page.filter(({ originId }) => originId === locationId);
}

/** All opinions of a location. */
export async function* opinionsOf(
  reader: ReadModelReader,
  locationId: string,
): AsyncIterable<OpinionDocument> {
  const sort = [by('rating')] as const;
  const pages = pagesOf<OpinionDocument>(reader, 'opinions', { filter: { locationId }, sort });
  for await (const page of pages) yield* page;
}
