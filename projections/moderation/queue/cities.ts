import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';

import {
  queueCollections,
  type QueueCity,
  type QueueEntry,
  type WaitingInCity,
} from '#contracts/moderation/read-models-queue';
import type { ReadModelReader } from '#platform/read-store/port';
import type { CollectionRules, Counting, EventOfType, FanOut, Need, Related, Rule } from '../../rule.ts';
import { newEntry, turned, waitsSince } from './entry.ts';
import { countedInTotals } from './totals.ts';

const id = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;

/** `most`: the most items whose states are changed at once when their city ends or returns. */
export function citiesMarking(most: number): CollectionRules<QueueCity> {
  const status: Rule<QueueCity, Recorded<CityStatusEvent>> = {
    id,
    byNumbers: true,
    apply(city, event) {
      if (city === undefined || isOfFirstReleaseCascade(event.metadata)) return city;
      return after(city, event, most);
    },
  };
  return {
    collection: 'cities',
    rules: {
      'city-submitted.v1': { id, needs: () => [['totals', 'all']], apply: (_, event) => newCity(event) },
      'city-approved.v1': status,
      'city-rejected.v1': status,
      'city-withdrawn.v1': status,
      'city-reopened.v1': status,
      'city-deleted.v1': status,
      'city-restored.v1': status,
      'city-resubmitted.v1': {
        ...status,
        apply(city, event, related) {
          const changed = status.apply(city, event, related);
          return changed && { ...edited(changed, event), submittedAt: event.metadata.time };
        },
      },
      'city-edited.v1': { id, apply: (city, event) => city && edited(city, event) },
    },
    countedBy: 'totals',
    counting: countedInTotals<QueueCity>((city) => ({
      city: Number(city.state === 'waiting'),
      ...seenIn(city),
    })),
    uncounted: () => ['all'],
    count: async (cities, members, reader) =>
      Promise.all(cities.map((city) => countedAnew(city, members, reader))),
  };
}

/** The numbers of waiting items in a city that readers see. */
const seenIn = ({ hides, waiting }: QueueCity): WaitingInCity => (hides === 'nothing' ? waiting : nothing);
const nothing: WaitingInCity = { location: 0, edit: 0, photo: 0, change: 0 };

function newCity(event: EventOfType<'city-submitted.v1'>): QueueCity {
  const { cityId, name, country } = event.data;
  const city: QueueCity = {
    id: cityId,
    entityType: 'city',
    entityId: cityId,
    locationId: null,
    cityId,
    ...newEntry(event),
    ...newLife(event.metadata.actor),
    name,
    country,
    listsAs: 'pending',
    listedAt: 0,
    hides: 'nothing',
    waiting: nothing,
    open: 0,
  };
  return turned(city, 'waiting', event);
}

/**
 * The city after a change of its status. When it ends with many items in it, the items keep their states and readers
 * leave them out. So a deletion, rejection or return takes no longer when more items wait in the city.
 */
function after(before: QueueCity, event: Recorded<CityStatusEvent>, most: number): QueueCity {
  const city = lifeAfter(before, event);
  const hides = (city.status === 'deleted' || city.status === 'rejected') && city.open > most;
  const listsAs = hides ? city.listsAs : city.status;
  const again = city.decision === 'pending' && before.decision !== 'pending';
  const listed: QueueCity = {
    ...(again ? waitsSince(city, event) : city),
    hides: hides ? 'everything' : 'nothing',
    listsAs,
    listedAt: listsAs === city.listsAs ? city.listedAt : Number(event.position),
  };
  return turned(listed, city.status === 'pending' ? 'waiting' : 'done', event);
}

function edited(
  city: QueueCity,
  { data: { changes } }: EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>,
): QueueCity {
  const { name, country } = changes;
  return { ...city, name: name?.to ?? city.name, country: country?.to ?? city.country };
}

/** How a change of an item in a city changes the city's numbers. */
export const countedByCity = <E extends QueueEntry & { readonly cityId: string }>(
  kind: keyof WaitingInCity,
): Counting<E, QueueCity> => ({
  counterOf: ({ cityId }) => cityId,
  change(city, before, after) {
    const more = Number(after?.state === 'waiting') - Number(before?.state === 'waiting');
    const open = Number(isOpen(after)) - Number(isOpen(before));
    if (more === 0 && open === 0) return city;
    const waiting = { ...city.waiting, [kind]: city.waiting[kind] + more };
    return { ...city, waiting, open: city.open + open };
  },
});

const isOpen = (entry: QueueEntry | undefined): boolean => entry !== undefined && entry.state !== 'done';

const openStates = ['waiting', 'hidden'] as const;
export const open = { state: { in: openStates } } as const;

/** Recounts from all items in the city. Needed only after an interrupted run. */
async function countedAnew(city: QueueCity, members: string, reader: ReadModelReader): Promise<QueueCity> {
  const kind = (['location', 'edit', 'photo', 'change'] as const).find(
    (each) => queueCollections[each] === members,
  );
  if (kind === undefined) return city;
  const within = (state: string, collection: string) => reader.count(collection, { cityId: city.id, state });
  const waiting = { ...city.waiting, [kind]: await within('waiting', members) };
  let sum = 0;
  for (const each of ['location', 'edit', 'photo', 'change'] as const) {
    for (const state of openStates) sum += await within(state, queueCollections[each]);
  }
  return { ...city, waiting, open: sum };
}

/** Applies a city's end or return to the undecided items in it. `place`: gives an item its new state. */
export const withCity = <E extends QueueEntry>(
  needs: (entry: E) => readonly Need[],
  place: (entry: E, event: Recorded, related: Related) => E,
): Record<CityStatusEvent['type'], FanOut<E, Recorded<CityStatusEvent>>> => {
  const fanOut: FanOut<E, Recorded<CityStatusEvent>> = {
    field: 'cityId',
    // After an interrupted run, the stored city may be ahead of the event.
    value: ({ data: { cityId }, position }, related) => {
      const city = related.get<QueueCity>('cities', cityId);
      return city !== undefined && city.listedAt >= Number(position) ? cityId : undefined;
    },
    where: () => open,
    by: [['submittedAt', 1]],
    needs,
    apply: place,
  };
  return {
    'city-approved.v1': fanOut,
    'city-rejected.v1': fanOut,
    'city-withdrawn.v1': fanOut,
    'city-reopened.v1': fanOut,
    'city-resubmitted.v1': fanOut,
    'city-deleted.v1': fanOut,
    'city-restored.v1': fanOut,
  };
};
