import { mayBeSameAs, metresBetween, type NamedPoint, wordsOf } from '#contracts/location/similar-names';
import { namesIdsOf, type QueueLocation, type QueueNames } from '#contracts/moderation/read-models-queue';
import type { QueueItem, QueueSubmitter } from '#contracts/moderation/views';
import { type QueueFlag, queueFlags } from '#contracts/moderation/words';
import type { LocationDocument } from '#contracts/read-models';
import { systemActor } from '#contracts/shared/event-metadata';

import { countsOf } from '../../account/person-counts.ts';
import { accountsOf, nameOf } from '../../account/person-view.ts';
import { byId, distinct, type QueryContext } from '../../query-context.ts';
import { shownPicture, toPicture } from '../../shared/picture-view.ts';
import type { QueuedItem } from './entries.ts';
import { duplicatesMost, type Flagged, flags, type Lookup } from './flags.ts';
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
      description: kind === 'location' ? beginningOf(location?.description ?? '') : null,
      flags: queueFlags.filter((flag) => flagged.get(flag)?.has(entry.id) === true),
      signals: signals(entry),
      duplicates: repeated.get(entry.id) ?? [],
    };
  });
}

/** Enough for a row of the list; whole characters. */
const beginningOf = (text: string): string => [...text].slice(0, 200).join('');

/** What an item says of its own subject is as in that document; the names of others may be a moment older. */
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

type Duplicates = QueueItem['duplicates'];

/** The public places that items may repeat, by the item's id: those of the same name, then those of a similar one. */
async function duplicatesOf(
  { models }: QueryContext,
  found: readonly QueuedItem[],
  { same, subjectOf }: { readonly same: Flagged | undefined; readonly subjectOf: SubjectOf },
): Promise<ReadonlyMap<string, Duplicates>> {
  const placeOf = (each: QueuedItem): LocationDocument | undefined =>
    each.kind === 'location' || each.kind === 'edit' ? subjectOf(each).location : undefined;
  const cityIds = found.flatMap(({ kind, entry }) => (kind === 'location' ? (entry.cityId ?? []) : []));
  const names = byId(
    await models.queue.reader.getMany<QueueNames>('names', distinct(cityIds).flatMap(namesIdsOf)),
  );
  const similarTo = (each: QueuedItem): string[] => {
    const place = placeOf(each);
    if (place === undefined || each.kind !== 'location') return [];
    const mayBeSame = mayBeSameAs({ words: wordsOf(place.name), coordinates: place.coordinates });
    const others = namesIdsOf(place.cityId).flatMap((id) => names.get(id)?.places ?? []);
    return others.filter((other) => other.id !== place.id && mayBeSame(other)).map(({ id }) => id);
  };
  const ids = new Map(
    found.map((each) => [
      each.entry.id,
      { same: (same?.get(each.entry.id) ?? []).map(({ id }) => id), similar: similarTo(each) },
    ]),
  );
  const wanted = distinct([...ids.values()].flatMap(({ same, similar }) => [...same, ...similar]));
  const [public_, documents] = await Promise.all([
    models.queue.reader.getMany<QueueLocation>('locations', wanted),
    models.places.reader.getMany<LocationDocument>('locations', wanted),
  ]);
  const approved = new Set(public_.flatMap(({ id, status }) => (status === 'approved' ? [id] : [])));
  const others = byId(documents);
  const createdAt = (id: string) => others.get(id)?.createdAt ?? '';
  const newestFirst = (some: readonly string[]) =>
    some.toSorted((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1));
  return new Map(
    found.flatMap((each): readonly (readonly [string, Duplicates])[] => {
      const place = placeOf(each);
      const { same: named, similar } = ids.get(each.entry.id) ?? { same: [], similar: [] };
      const duplicates = distinct([...named, ...newestFirst(similar)]).flatMap((id): Duplicates => {
        const other = others.get(id);
        if (other === undefined || !approved.has(id)) return [];
        return [{ id, name: other.name, distance: distanceOf(place, other) }];
      });
      return duplicates.length === 0 ? [] : [[each.entry.id, duplicates.slice(0, duplicatesMost)]];
    }),
  );
}

const distanceOf = (place: NamedPoint | undefined, other: NamedPoint): number | null =>
  place === undefined ? null : metresBetween(place, other);
