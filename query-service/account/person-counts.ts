import { setImmediate } from 'node:timers/promises';

import type { EditDocument, LocationDocument } from '#contracts/read-models';
import type { PersonDocument } from '#contracts/account/read-models';
import { editWaits, shown } from '#contracts/shared/shown';
import type { Document } from '#platform/read-store/index';

import type { QueryContext } from '../query-context.ts';
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
  const { reader } = models.places;
  const people = await reader.getMany<PersonDocument>('people', ids);
  const waiting = people.filter((person) => person.waiting > 0);
  const pendingOf = async <D extends Document>(collection: string, sender: string): Promise<D[]> => {
    const sent = waiting.map(({ id }) =>
      reader.find<D>(collection, {
        filter: { [sender]: id, status: 'pending' },
        sort: [['createdAt', -1]],
        limit: countedMost,
      }),
    );
    return (await Promise.all(sent)).flat();
  };
  const [sent, edits] = await Promise.all([
    pendingOf<LocationDocument>('locations', 'submittedBy'),
    pendingOf<EditDocument>('edits', 'userId'),
  ]);
  const { locations, cities } = await placesOf(reader, [
    ...sent.map(({ id }) => id),
    ...edits.map(({ locationId }) => locationId),
  ]);
  const counts = new Map(people.map((person) => [person.id, person]));
  const ended = (userId: string, declined: number) => {
    const person = counts.get(userId);
    if (person === undefined) return;
    const waiting = Math.max(0, person.waiting - 1);
    counts.set(userId, { ...person, waiting, declined: person.declined + declined });
  };
  for (const { id, submittedBy } of sent) {
    const place = locations.get(id);
    const status = place && shown(place, cities.get(place.cityId)).status;
    if (status !== undefined && status !== 'pending') ended(submittedBy, Number(status === 'rejected'));
  }
  for (const { locationId, userId } of edits) {
    const place = locations.get(locationId);
    if (place !== undefined && !editWaits(place, cities.get(place.cityId))) ended(userId, 0);
  }
  return counts.values();
}
