import { setImmediate } from 'node:timers/promises';

import type { EditDocument } from '#contracts/read-models';
import type { PersonDocument, SentDocument } from '#contracts/account/read-models';
import { editWaits, shown } from '#contracts/shared/shown';

import { byId, type QueryContext } from '../query-context.ts';
import { placesOf } from '../shared/gone-places.ts';

/** People whose items are read together. */
const peopleAtOnce = 50;
/** The most items of a kind that are read for one person. Quotas keep everybody below it. */
const countedMost = 100;

/**
 * What these people sent in, and how it was decided. Their documents count by each item's own status. The effect of a
 * closed city or place on a waiting item is computed here, for the few items that each person has waiting, as the limit
 * of waiting items does it.
 */
export async function countsOf(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonDocument>> {
  const counts = new Map<string, PersonDocument>();
  for (let from = 0; from < ids.length; from += peopleAtOnce) {
    if (from > 0) await setImmediate();
    for (const person of await countedNow(context, ids.slice(from, from + peopleAtOnce))) {
      counts.set(person.id, person);
    }
  }
  return counts;
}

async function countedNow(
  { models }: QueryContext,
  ids: readonly string[],
): Promise<Iterable<PersonDocument>> {
  const { reader } = models.people;
  const people = await reader.getMany<PersonDocument>('people', ids);
  const sent = await Promise.all(
    people.flatMap(({ id: userId, waiting }) =>
      waiting === 0
        ? []
        : (['location', 'edit'] as const).map((kind) =>
            reader.find<SentDocument>('sent', {
              filter: { userId, kind, status: 'pending' },
              limit: countedMost,
            }),
          ),
    ),
  );
  const waiting = sent.flat();
  const idsOf = (kind: SentDocument['kind']) =>
    waiting.filter((each) => each.kind === kind).map(({ id }) => id);
  const places = models.places.reader;
  const edits = byId(await places.getMany<EditDocument>('edits', idsOf('edit')));
  const { locations, cities } = await placesOf(places, [
    ...idsOf('location'),
    ...[...edits.values()].map(({ locationId }) => locationId),
  ]);
  const counts = new Map(people.map((person) => [person.id, person]));
  for (const { id, kind, userId } of waiting) {
    const place = locations.get(kind === 'edit' ? (edits.get(id)?.locationId ?? '') : id);
    const person = counts.get(userId);
    if (place === undefined || person === undefined) continue;
    const city = cities.get(place.cityId);
    const status =
      kind === 'location' ? shown(place, city).status : editWaits(place, city) ? 'pending' : 'over';
    if (status === 'pending') continue;
    const declined = person.declined + Number(status === 'rejected');
    counts.set(userId, { ...person, waiting: Math.max(0, person.waiting - 1), declined });
  }
  return counts.values();
}
