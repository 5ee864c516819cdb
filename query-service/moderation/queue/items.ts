import { mayBeSameAs, metresBetween, type NamedPoint, wordsOf } from '#contracts/location/similar-names';
import type { QueueLocation } from '#contracts/moderation/read-models-queue';
import type { QueueItem, QueueSubmitter } from '#contracts/moderation/views';
import { type QueueFlag, queueFlags } from '#contracts/moderation/words';
import type { LocationDocument } from '#contracts/read-models';
import { systemActor } from '#contracts/shared/event-metadata';
import { firstCharacters } from '#contracts/shared/first-characters';

import { countsOf } from '../../account/person-counts.ts';
import { accountsOf, nameOf } from '../../account/person-view.ts';
import { byId, distinct, documentsById, type QueryContext } from '../../query-context.ts';
import { shownPicture, toPicture } from '../../shared/picture-view.ts';
import type { QueuedItem } from './entries.ts';
import { duplicatesMost, type Flagged, flags, type Lookup } from './flags.ts';
import { publicPlacesOf } from './public-places.ts';
import { signalsOf } from './signals.ts';
import { type Entities, readSubjects, type Subject, type SubjectOf } from './subjects.ts';
import { summaryOf, type Texts } from './summary.ts';

/** Queue items as moderators see them. Each kind of document is read in one query, however many items there are. */
export async function queueItems(
  lookup: Lookup,
  found: readonly QueuedItem[],
  subjects: Promise<SubjectOf> = readSubjects(lookup.context, found),
): Promise<QueueItem[]> {
  const { context, entities } = lookup;
  await entities.load(found);
  const [subjectOf, submitters, flagged, signals] = await Promise.all([
    subjects,
    readSubmitters(context, found),
    readFlags(lookup, found),
    signalsOf(context.models, found),
  ]);
  const repeated = await duplicatesOf(context, found, { same: flagged.get('duplicate'), subjectOf });
  return found.map((each): QueueItem => {
    const { kind, entry } = each;
    const subject = subjectOf(each);
    const { location, city, revision } = subject;
    const picture = subject.photo ?? location?.primaryPhoto;
    return {
      kind,
      id: entry.id,
      entityType: entry.entityType,
      entityId: entry.entityId,
      locationId: entry.locationId,
      name: (location ?? city)?.name ?? '',
      cityId: entry.cityId,
      cityName: (city ?? entities.city(entry.cityId))?.name ?? null,
      submittedAt: entry.submittedAt,
      submitter: submitters.get(entry.submittedBy ?? '') ?? null,
      thumbnailUrl: picture
        ? toPicture(picture).thumbnailUrl
        : city
          ? shownPicture(context, city.imageUrl)
          : null,
      photoCount: (location ?? city)?.photoCount ?? 0,
      revision,
      summary: summaryOf(each, textsOf(subject, entities)),
      description: kind === 'location' ? firstCharacters(location?.description ?? '', descriptionMost) : null,
      flags: queueFlags.filter((flag) => flagged.get(flag)?.has(entry.id) === true),
      signals: signals(entry),
      duplicates: repeated.get(entry.id) ?? [],
    };
  });
}

/** Characters of a description: enough for a row of the list. */
const descriptionMost = 200;

/** An item's texts about its own subject come from that document; the names of others may be a moment older. */
const textsOf = ({ location, city, photo }: Subject, entities: Entities): Texts => ({
  location: (id) => (location?.id === id ? location : entities.location(id)),
  city: (id) => (city?.id === id ? city : entities.city(id)),
  ...(photo && { caption: photo.caption }),
});

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

/** The submitters of the items, and how each one's submissions were decided. */
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

type Duplicates = QueueItem['duplicates'];

/**
 * The public places that items may duplicate, by the item's id: those of the same name, then those of a similar one.
 */
async function duplicatesOf(
  { models }: QueryContext,
  found: readonly QueuedItem[],
  { same, subjectOf }: { readonly same: Flagged | undefined; readonly subjectOf: SubjectOf },
): Promise<ReadonlyMap<string, Duplicates>> {
  const placeOf = (each: QueuedItem): LocationDocument | undefined =>
    each.kind === 'location' || each.kind === 'edit' ? subjectOf(each).location : undefined;
  const near = await publicPlacesOf(models, 'nearNameKey', {
    keys: distinct(found.flatMap(nameKeysOf)),
    most: nearMost,
  });
  const sameAs = ({ entry }: QueuedItem) => (same?.get(entry.id) ?? []).map(({ id }) => id);
  const wanted = [...found.flatMap(sameAs), ...[...near.values()].flat().map(({ id }) => id)];
  const others = await documentsById<LocationDocument>(models.places.reader, 'locations', wanted);
  const similarTo = (each: QueuedItem, { id, cityId, name, coordinates }: LocationDocument): string[] => {
    const mayBeSame = mayBeSameAs({ words: wordsOf(name), coordinates });
    return nameKeysOf(each)
      .flatMap((key) => near.get(key) ?? [])
      .flatMap((other) => others.get(other.id) ?? [])
      .filter((other) => other.id !== id && other.cityId === cityId)
      .filter((other) => mayBeSame({ words: wordsOf(other.name), coordinates: other.coordinates }))
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
      .map((other) => other.id);
  };
  return new Map(
    found.flatMap((each): readonly (readonly [string, Duplicates])[] => {
      const place = placeOf(each);
      const ids = distinct([...sameAs(each), ...(place === undefined ? [] : similarTo(each, place))]);
      const duplicates = ids.flatMap((id): Duplicates => {
        const other = others.get(id);
        return other === undefined ? [] : [{ id, name: other.name, distance: distanceOf(place, other) }];
      });
      return duplicates.length === 0 ? [] : [[each.entry.id, duplicates.slice(0, duplicatesMost)]];
    }),
  );
}

/** The keys of the places whose names may be similar to a new one's. An item of another kind has none. */
const nameKeysOf = ({ kind, entry }: QueuedItem): readonly string[] => {
  if (kind !== 'location') return [];
  // The cast: items of this kind are locations.
  const { nearNameKey, otherNameKeys } = entry as QueueLocation;
  return [...(nearNameKey === null ? [] : [nearNameKey]), ...otherNameKeys];
};

/** The most places of a similar name that are compared with an item. */
const nearMost = 4 * duplicatesMost;

const distanceOf = (place: NamedPoint | undefined, other: NamedPoint): number | null =>
  place === undefined ? null : metresBetween(place, other);
