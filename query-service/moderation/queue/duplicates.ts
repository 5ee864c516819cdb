import { mayBeSameAs, metresBetween, wordsOf, type NamedPoint } from '#contracts/location/similar-names';
import type { QueueItem } from '#contracts/moderation/views';
import { namesIdsOf, type QueueLocation, type QueueNames } from '#contracts/moderation/read-models-queue';
import type { LocationDocument } from '#contracts/read-models';

import { byId, distinct, type QueryContext } from '../../query-context.ts';
import type { QueuedItem } from './entries.ts';
import type { Flagged } from './flags.ts';
import type { SubjectOf } from './subjects.ts';

type Duplicates = QueueItem['duplicates'];

/** The most places that an item is reported to repeat. */
const duplicatesMost = 5;

/** The public places that items may repeat, by the item's id: those of the same name, then those of a similar one. */
export async function duplicatesOf(
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
