import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';

import {
  kindsInCity,
  queueCollections,
  type KindInCity,
  type QueueCity,
  type QueueEntry,
  type QueueLocation,
  type WaitingInCity,
} from '#contracts/moderation/read-models-queue';
import type { ReadModelReader } from '#platform/read-store/port';
import type { CollectionRules, CountedBy, Counting, EventOfType, Rule } from '../../rule.ts';
import { newEntry, turned, waitsSince } from './entry.ts';
import { cityInTotals, neededIn } from './totals.ts';

const id = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;

const status: Rule<QueueCity, Recorded<CityStatusEvent>> = {
  id,
  apply: (city, event) => city && after(city, event),
};

export const cities: CollectionRules<QueueCity> = {
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
  countedBy: [cityInTotals],
  count: async (cities, members, reader) =>
    Promise.all(cities.map((city) => countedAnew(city, members, reader))),
};

/** The city with what follows from its status and its numbers. */
function withClosed(city: QueueCity): QueueCity {
  const needed = neededIn(city);
  const closed = kindsInCity.some((kind) => needed[kind] < city.waiting[kind]);
  return closed === city.closed ? city : { ...city, closed };
}

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
    statusAt: Number(event.position),
    statusBy: event.metadata.actor,
    waiting: { location: 0, ownLocation: 0, edit: 0, photo: 0, change: 0 },
    closed: false,
  };
  return turned(city, 'waiting', event);
}

function after(before: QueueCity, event: Recorded<CityStatusEvent>): QueueCity {
  const city = {
    ...lifeAfter(before, event),
    statusAt: Number(event.position),
    statusBy: event.metadata.actor,
  };
  const again = city.decision === 'pending' && before.decision !== 'pending';
  const isWaiting = city.status === 'pending';
  return turned(withClosed(again ? waitsSince(city, event) : city), isWaiting ? 'waiting' : null, event);
}

function edited(
  city: QueueCity,
  { data: { changes } }: EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>,
): QueueCity {
  const { name, country } = changes;
  return { ...city, name: name?.to ?? city.name, country: country?.to ?? city.country };
}

/** How a change of an item in a city changes the city's numbers. */
export function countedByCity<E extends QueueEntry & { readonly cityId: string }>(
  kind: KindInCity,
): CountedBy<E> {
  const counting: Counting<E, QueueCity> = {
    counterOf: ({ cityId }) => cityId,
    change(city, before, after) {
      const more = Number(after?.state === 'waiting') - Number(before?.state === 'waiting');
      if (more === 0) return city;
      const moreOwn = Number(isOwn(after)) - Number(isOwn(before));
      const { waiting } = city;
      const counted = { [kind]: waiting[kind] + more, ownLocation: waiting.ownLocation + moreOwn };
      return withClosed({ ...city, waiting: { ...waiting, ...counted } });
    },
  };
  return { collection: 'cities', counting, uncounted: ({ cityId }) => [cityId] };
}

const isOwn = (entry: (QueueEntry & Partial<Pick<QueueLocation, 'ownCityId'>>) | undefined): boolean =>
  entry?.state === 'waiting' && (entry.ownCityId ?? null) !== null;

/** The states of undecided items. */
export const open = { state: { in: ['waiting', 'hidden'] } } as const;

/** Recounts from all items in the city. Needed only after an interrupted run. */
async function countedAnew(city: QueueCity, members: string, reader: ReadModelReader): Promise<QueueCity> {
  const kind = kindsInCity.find((each) => queueCollections[each] === members);
  if (kind === undefined) return city;
  const within = { cityId: city.id, state: 'waiting' };
  const waiting: WaitingInCity = {
    ...city.waiting,
    [kind]: await reader.count(members, within),
    ...(kind === 'location' && {
      ownLocation: await reader.count(members, { ...within, ownCityId: city.id }),
    }),
  };
  return withClosed({ ...city, waiting });
}
