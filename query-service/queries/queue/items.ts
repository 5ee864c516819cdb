import { systemActor } from '#contracts/events/metadata';
import type { QueueItem, QueueSubmitter } from '#contracts/views/queue';
import { queueFlags, type QueueFlag } from '#contracts/vocabulary';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';

import { byId, distinct, type QueryContext } from '../../query-context.ts';
import { toPicture } from '../../views/picture.ts';
import { nameOf } from '../../views/person.ts';
import { countsOf } from '../person-counts.ts';
import { accountsOf } from '../submitters.ts';
import type { QueuedItem } from './entries.ts';
import { flags, type Lookup, type Flagged } from './flags.ts';
import { summaryOf } from './summary.ts';

/** Queue items as moderators see them. Each kind of document is read in one query, however many items there are. */
export async function queueItems(lookup: Lookup, found: readonly QueuedItem[]): Promise<QueueItem[]> {
  const { context, entities } = lookup;
  await entities.load(found);
  const [pictured, submitters, flagged] = await Promise.all([
    readPictured(context, found),
    readSubmitters(context, found),
    readFlags(lookup, found),
  ]);
  return found.map((each): QueueItem => {
    const { kind, entry } = each;
    const location = entities.location(entry.locationId);
    const city = entities.city(entry.cityId);
    const duplicates = flagged.get('duplicate')?.get(entry.id);
    return {
      kind,
      id: entry.id,
      entityType: entry.entityType,
      entityId: entry.entityId,
      locationId: entry.locationId,
      name: (location ?? city)?.name ?? '',
      cityId: entry.cityId,
      cityName: city?.name ?? null,
      submittedAt: entry.submittedAt,
      submitter: submitters.get(entry.submittedBy ?? '') ?? null,
      ...pictured(each),
      summary: summaryOf(each, entities),
      flags: queueFlags.filter((flag) => flagged.get(flag)?.has(entry.id) === true),
      ...(duplicates && { duplicates: [...duplicates] }),
    };
  });
}

/** The flagged items, by flag. */
async function readFlags(
  lookup: Lookup,
  found: readonly QueuedItem[],
): Promise<ReadonlyMap<QueueFlag, Flagged>> {
  const read = queueFlags.map(async (flag) => {
    const { kinds, find } = flags[flag];
    const asked = found.filter(({ kind }) => kinds.includes(kind));
    return [flag, asked.length === 0 ? none : await find(lookup, asked)] as const;
  });
  return new Map(await Promise.all(read));
}
const none: Flagged = new Map();

/** The submitters of the items, and how the submissions of each were decided. */
async function readSubmitters(
  context: QueryContext,
  found: readonly QueuedItem[],
): Promise<ReadonlyMap<string, QueueSubmitter>> {
  const ids = distinct(found.flatMap(({ entry }) => entry.submittedBy ?? [])).filter(
    (id) => id !== systemActor,
  );
  const [accounts, numbersOf] = await Promise.all([accountsOf(context, ids), countsOf(context, ids)]);
  return byId(
    ids.map((id): QueueSubmitter => {
      const { approved = 0, declined = 0 } = numbersOf.get(id) ?? {};
      const account = accounts.get(id);
      const trusted = account?.standing.trusted === true;
      return { id, name: nameOf(account), approved, declined, isNew: approved === 0, trusted };
    }),
  );
}

type Pictured = Pick<QueueItem, 'thumbnailUrl' | 'photoCount' | 'revision'>;

/** For each item: its picture, the photos of its place, and the revision of its subject. */
async function readPictured(
  context: QueryContext,
  found: readonly QueuedItem[],
): Promise<(found: QueuedItem) => Pictured> {
  const { reader } = context.models.places;
  const idsOf = (id: (found: QueuedItem) => string | null | false) =>
    distinct(found.flatMap((each) => id(each) || []));
  const [locations, cities, photos] = await Promise.all([
    reader.getMany<LocationDocument>(
      'locations',
      idsOf(({ entry }) => entry.locationId),
    ),
    reader.getMany<CityDocument>(
      'cities',
      idsOf(({ entry }) => entry.entityType === 'city' && entry.entityId),
    ),
    reader.getMany<PhotoDocument>(
      'photos',
      idsOf(({ entry }) => entry.entityType === 'photo' && entry.entityId),
    ),
  ]);
  const [locationOf, cityOf, photoOf] = [byId(locations), byId(cities), byId(photos)];
  return ({ entry }) => {
    const location = locationOf.get(entry.locationId ?? '');
    const city = cityOf.get(entry.entityId);
    const photo = photoOf.get(entry.entityId) ?? location?.primaryPhoto;
    return {
      thumbnailUrl: photo ? toPicture(photo).thumbnailUrl : (city?.imageUrl ?? null),
      photoCount: (location ?? city)?.photoCount ?? 0,
      revision: (location ?? city)?.revision ?? 0,
    };
  };
}
