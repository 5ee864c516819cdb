import { nameKeyOf } from '#contracts/location/duplicates';
import { applyChanges } from '#contracts/shared/changes';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { shown } from '#contracts/shared/shown';

import type { QueueCity, QueueEntry, QueueLocation } from '#contracts/moderation/read-models-queue';
import type { CollectionRules, EventOfType, FanOut, Need, Related, Rule } from '../../rule.ts';
import { countedByCity, open, withCity } from './cities.ts';
import { asListed, newEntry, stateOf, turned, waitsSince } from './entry.ts';

type EditType = 'location-edited.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1';

const id = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
const itsCity = (event: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', event.data.cityId],
];

const status = <E extends Recorded<LocationStatusEvent>>(): Rule<QueueLocation, E> => ({
  id,
  needs: itsCity,
  apply(location, event, related) {
    if (location === undefined || isOfFirstReleaseCascade(event.metadata)) return location;
    return placed(after(location, event), event, related);
  },
});

function after(before: QueueLocation, event: Recorded<LocationStatusEvent>): QueueLocation {
  const location = lifeAfter(before, event);
  const again = location.decision === 'pending' && before.decision !== 'pending';
  return again ? waitsSince(location, event) : location;
}

const edit = <E extends EventOfType<EditType>>(): Rule<QueueLocation, E> => ({
  id,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply: (location, event, related) => location && placed(edited(location, event), event, related),
});

/** The location with the state that follows from its own status and its city. */
function placed(location: QueueLocation, event: Recorded, related: Related): QueueLocation {
  const city = related.get<QueueCity>('cities', location.cityId);
  const isThere = shown(location, asListed(city)).status === 'pending';
  return turned(location, stateOf(location.status === 'pending', isThere), event);
}

export const locations: CollectionRules<QueueLocation> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id,
      needs: itsCity,
      apply: (_, event, related) => placed(newLocation(event), event, related),
    },
    'location-approved.v1': status(),
    'location-rejected.v1': status(),
    'location-withdrawn.v1': status(),
    'location-reopened.v1': status(),
    'location-deleted.v1': status(),
    'location-restored.v1': status(),
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': {
      id,
      needs: (event) => {
        const to = event.data.changes.cityId?.to;
        return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
      },
      apply(location, event, related) {
        if (location === undefined) return undefined;
        const changed = edited(after(location, event), event);
        return placed({ ...changed, submittedAt: event.metadata.time }, event, related);
      },
    },
  },
  fanOuts: withCity(() => [], placed),
  countedBy: 'cities',
  counting: countedByCity('location'),
  // After a move, both cities must recount. The event names the former city.
  uncounted: ({ cityId }, event) =>
    event !== undefined && 'cityId' in event.data ? [cityId, event.data.cityId] : [cityId],
};

function newLocation(event: EventOfType<'location-submitted.v1'>): QueueLocation {
  const { locationId, cityId, name, category, address } = event.data;
  return {
    id: locationId,
    entityType: 'location',
    entityId: locationId,
    locationId,
    cityId,
    ...newEntry(event),
    ...newLife(event.metadata.actor),
    name,
    nameKey: nameKeyOf(cityId, name),
    category,
    address,
  };
}

function edited(
  location: QueueLocation,
  { data }: EventOfType<EditType | 'location-resubmitted.v1'>,
): QueueLocation {
  const { name, cityId, category, address } = applyChanges<
    Pick<QueueLocation, 'name' | 'cityId' | 'category' | 'address'>
  >(location, data.changes);
  return { ...location, name, cityId, category, address, nameKey: nameKeyOf(cityId, name) };
}

type Moving = EventOfType<EditType | 'location-resubmitted.v1'>;

/**
 * Applies events of a location or its city to the undecided items there. `place`: gives an item its new state. `from`:
 * the first revision of the location at which there may be any items.
 */
export function withLocation<E extends QueueEntry>(
  from: bigint,
  needs: (entry: E) => readonly Need[],
  place: (entry: E, event: Recorded, related: Related) => E,
) {
  const shared = { field: 'locationId', where: () => open, by: [], needs, apply: place } as const;
  const status: FanOut<E, Recorded<LocationStatusEvent>> = {
    ...shared,
    value: (event) => (event.revision < from ? undefined : event.data.locationId),
  };
  const move: FanOut<E, Moving> = {
    ...shared,
    value: ({ data }) => (data.changes.cityId === undefined ? undefined : data.locationId),
  };
  return {
    'location-approved.v1': status,
    'location-rejected.v1': status,
    'location-withdrawn.v1': status,
    'location-reopened.v1': status,
    'location-deleted.v1': status,
    'location-restored.v1': status,
    'location-resubmitted.v1': status,
    'location-edited.v1': move,
    'location-edit-approved.v1': move,
    'location-edit-reopened.v1': move,
    ...withCity(needs, place),
  };
}
