import { setImmediate as nextTurn } from 'node:timers/promises';

import pLimit from 'p-limit';

import type { Past, PastLocation } from '#contracts/moderation/past';
import { parseEvent, streamOf, type Recorded } from '#contracts/events';
import { isAfter, type Moment } from '#contracts/shared/moment';
import type { CityDocument, LocationDocument, OpinionDocument, PhotoDocument } from '#contracts/read-models';
import type { EventLog } from '#platform/event-log/index';
import { applyEvents } from '#platform/projections/apply-events';
import { compile } from '#platform/projections/compile';
import { openReadStore, type ReadModelReader, type ReadStore } from '#platform/read-store/index';

import { places } from '../places.ts';
import { opinionId } from '../shared/opinion-id.ts';
import { opinionsOf, photosOf } from './entity-history.ts';

/** Streams of opinions that are read for one answer. */
const mostOpinions = 2000;
/** Entities folded at once; others wait. */
const foldedAtOnce = 2;
/** Streams read at once for one entity. */
const readAtOnce = 16;
/** Events applied at once. Other work gets its turn after each batch. */
const batchSize = 250;

/**
 * Folds the streams of one entity up to a moment, in memory, by the rules of the read model `places`. That read model
 * says which photos and opinions a location has ever had.
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

  /** Reads from what the events make of an empty read model. */
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

  async function city(id: string, moment: Moment): Promise<CityDocument | undefined> {
    const events = await readTo(moment, streamOf.city(id));
    return reading(events, (reader) => reader.get<CityDocument>('cities', id));
  }

  async function location(id: string, moment: Moment, userId: string): Promise<PastLocation | undefined> {
    const own = await readTo(moment, streamOf.location(id));
    const last = own.at(-1);
    if (last === undefined) return undefined;
    const now = await store.reader(places.declaration);
    const photoIds = await photosUntil(now, id, last.metadata.time);
    const users = await usersWithOpinions(now, id);
    const streams = [
      streamOf.city(cityAfter(own)),
      ...photoIds.map((photoId) => streamOf.photo(photoId)),
      ...(users ?? []).map((user) => streamOf.opinion(id, user)),
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
        hasOpinions: users !== undefined,
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

/** Ids of the photos that may have been there at this time or later: all but those that were gone for good before. */
async function photosUntil(reader: ReadModelReader, locationId: string, time: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id, deletedAt } of photosOf(reader, locationId))
    if (deletedAt === null || deletedAt >= time) ids.push(id);
  return ids;
}

/** Undefined when there are too many. */
async function usersWithOpinions(reader: ReadModelReader, locationId: string): Promise<string[] | undefined> {
  if ((await reader.count('opinions', { locationId }, mostOpinions + 1)) > mostOpinions) return undefined;
  const users: string[] = [];
  for await (const { userId } of opinionsOf(reader, locationId)) users.push(userId);
  return users;
}
