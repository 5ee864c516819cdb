import { setImmediate as nextTurn } from 'node:timers/promises';

import pLimit from 'p-limit';

import type { Past, PastCity, PastLocation } from '#contracts/moderation/past';
import { history, type HistoryDocument } from '#contracts/moderation/read-models-history';
import { parseEvent, streamOf, type Recorded } from '#contracts/events';
import { isAfter, type Moment } from '#contracts/shared/moment';
import type { CityDocument, LocationDocument, OpinionDocument, PhotoDocument } from '#contracts/read-models';
import type { EventLog } from '#platform/event-log/index';
import { applyEvents } from '#platform/projections/apply-events';
import { compile } from '#platform/projections/compile';
import { openReadStore, type ReadModelReader, type ReadStore } from '#platform/read-store/index';

import { places } from '../places.ts';
import { opinionId } from '../location/merging.ts';
import { opinionsOf, photosOf } from './entity-history.ts';

/** Limits for one response: merged places whose own mergings are followed, and mergings into each of them. */
const mostMerged = 200;
/** Streams of opinions that are read for one response. */
const mostOpinions = 2000;
/** Places and photos of a city that are read for one response. */
const mostLocations = 500;
const mostPhotos = 2000;
/** Entities folded at once; others wait. */
const foldedAtOnce = 2;
/** Streams read at once for one entity. */
const readAtOnce = 16;
/** Events applied at once. Other work gets its turn after each batch. */
const batchSize = 250;

/**
 * Folds the streams of one entity up to a moment, in memory, by the rules of the read model `places`; for a location
 * also those of the places that were ever merged into it, for a city those of its places. That read model says which
 * photos and opinions a location has ever had, and the history which mergings and moves there were.
 */
export function createPast({ log, store }: { readonly log: EventLog; readonly store: ReadStore }): Past {
  const model = compile(places);
  const folds = pLimit(foldedAtOnce);

  async function readTo(moment: Moment, stream: string): Promise<Recorded[]> {
    const events: Recorded[] = [];
    for await (const raw of log.readStream(stream)) {
      if (isAfter(raw, moment)) break;
      events.push(parseEvent(raw));
    }
    return events;
  }

  const readAllTo = async (moment: Moment, streams: readonly string[]): Promise<Recorded[]> =>
    (await pLimit(readAtOnce).map(streams, (stream) => readTo(moment, stream))).flat();

  /** Applies the events to an empty read model, and reads from it. */
  async function reading<T>(events: Recorded[], read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    await using temporary = await openReadStore({ path: ':memory:', warn: () => undefined });
    const writer = await temporary.writer(places.declaration);
    events.sort((one, other) => (one.position < other.position ? -1 : 1));
    for (let at = 0; at < events.length; at += batchSize) {
      const batch = events.slice(at, at + batchSize);
      await applyEvents({ model, writer, logId: log.id }, batch, () => undefined);
      await nextTurn();
    }
    // Awaited before the temporary store is closed.
    return await read(writer);
  }

  async function city(id: string, moment: Moment): Promise<PastCity | undefined> {
    const own = await readTo(moment, streamOf.city(id));
    const last = own.at(-1);
    if (last === undefined) return undefined;
    const now = await store.reader(places.declaration);
    const locationIds = await everIn(now, await store.reader(history), id);
    const photoIds = locationIds && (await photosUntil(now, locationIds, last.metadata.time, mostPhotos));
    const isCounted = locationIds !== undefined && photoIds !== undefined;
    const streams = isCounted
      ? [
          ...locationIds.map((each) => streamOf.location(each)),
          ...photoIds.map((each) => streamOf.photo(each)),
        ]
      : [];
    const events = [...own, ...(await readAllTo(moment, streams))];
    return reading(events, async (reader) => {
      const found = await reader.get<CityDocument>('cities', id);
      return found && { city: found, isCounted };
    });
  }

  async function location(id: string, moment: Moment, userId: string): Promise<PastLocation | undefined> {
    const own = await readTo(moment, streamOf.location(id));
    const last = own.at(-1);
    if (last === undefined) return undefined;
    const now = await store.reader(places.declaration);
    const merged = await everMergedInto(await store.reader(history), [id]);
    const held = [id, ...merged];
    const photoIds = (await photosUntil(now, held, last.metadata.time)) ?? [];
    const opinions = await opinionsUntilNow(now, held);
    const streams = [
      streamOf.city(cityAfter(own)),
      ...merged.map((each) => streamOf.location(each)),
      ...photoIds.map((photoId) => streamOf.photo(photoId)),
      ...(opinions ?? []),
    ];
    const events = [...own, ...(await readAllTo(moment, streams))];
    return reading(events, async (reader) => {
      const found = await reader.get<LocationDocument>('locations', id);
      if (found === undefined) return undefined;
      return {
        location: found,
        city: await reader.get<CityDocument>('cities', found.cityId),
        photos: await reader.find<PhotoDocument>('photos', {
          filter: { locationId: id, present: true },
          sort: [['added', 1]],
          limit: photoIds.length,
        }),
        hasOpinions: opinions !== undefined,
        opinion: await reader.get<OpinionDocument>('opinions', opinionId(id, userId)),
      };
    });
  }

  return {
    city: (...asked) => folds(() => city(...asked)),
    location: (...asked) => folds(() => location(...asked)),
  };
}

/** The city that a location was in after these events of its stream. */
function cityAfter(events: readonly Recorded[]): string {
  let cityId = '';
  for (const { type, data } of events) {
    if (type === 'location-submitted.v1') ({ cityId } = data);
    else if ('changes' in data && type !== 'location-edit-proposed.v1' && 'cityId' in data.changes)
      cityId = data.changes.cityId?.to ?? cityId;
  }
  return cityId;
}

/**
 * The places that were ever in the city, and those that were ever merged into them; undefined when there are too many.
 */
async function everIn(
  reader: ReadModelReader,
  histories: ReadModelReader,
  cityId: string,
): Promise<string[] | undefined> {
  const [present, left] = await Promise.all([
    reader.find<LocationDocument>('locations', {
      filter: { cityId },
      sort: [['createdAt', 1]],
      limit: mostLocations + 1,
    }),
    histories.find<HistoryDocument>('events', {
      filter: { movedFrom: cityId },
      sort: [['position', 1]],
      limit: mostLocations + 1,
    }),
  ]);
  const ids = distinct([...present.map(({ id }) => id), ...left.map(({ entityId }) => entityId)]);
  if (left.length > mostLocations || ids.length > mostLocations) return undefined;
  return distinct([...ids, ...(await everMergedInto(histories, ids))]);
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The places that were ever merged into these, themselves or through others; some were parted since. */
async function everMergedInto(reader: ReadModelReader, ids: readonly string[]): Promise<string[]> {
  const found = new Set(ids);
  // The loop also visits what it adds.
  for (const into of found) {
    if (found.size > ids.length + mostMerged) break;
    const events = await reader.find<HistoryDocument>('events', {
      filter: { forLocation: `location:${into}` },
      sort: [['position', 1]],
      limit: mostMerged,
    });
    for (const { type, entity } of events)
      if (type === 'location-merged.v1' && entity !== null) found.add(entity.slice('location:'.length));
  }
  for (const id of ids) found.delete(id);
  return [...found];
}

/**
 * Ids of the photos that may have been there at this time or later: all except those that were permanently removed
 * before. Undefined when there are more than `most`.
 */
async function photosUntil(
  reader: ReadModelReader,
  locationIds: readonly string[],
  time: string,
  most = Infinity,
): Promise<string[] | undefined> {
  const ids: string[] = [];
  for (const locationId of locationIds)
    for await (const { id, deletedAt } of photosOf(reader, locationId)) {
      if (deletedAt === null || deletedAt >= time) ids.push(id);
      if (ids.length > most) return undefined;
    }
  return ids;
}

/** The streams of all opinions of these places; undefined when there are too many. */
async function opinionsUntilNow(
  reader: ReadModelReader,
  locationIds: readonly string[],
): Promise<string[] | undefined> {
  const streams: string[] = [];
  for (const locationId of locationIds) {
    const left = mostOpinions - streams.length;
    if ((await reader.count('opinions', { locationId }, left + 1)) > left) return undefined;
    for await (const { userId } of opinionsOf(reader, locationId))
      streams.push(streamOf.opinion(locationId, userId));
  }
  return streams;
}
