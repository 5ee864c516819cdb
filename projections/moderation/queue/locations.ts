import { nameKeyOf } from '#contracts/location/duplicates';
import { wordsOf } from '#contracts/location/similar-names';
import { applyChanges } from '#contracts/shared/changes';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { Recorded } from '#contracts/events';

import {
  namesIdOf,
  type QueueCity,
  type QueueLocation,
  type QueueNames,
} from '#contracts/moderation/read-models-queue';
import type { CollectionRules, EventOfType, Need, Related, Rule } from '../../rule.ts';
import { bothCities, type Edited, type EditType } from '../../location/at-place.ts';
import { bothPlaces, unmerged, withMerging } from '../../location/merging.ts';
import { countedByCity } from './cities.ts';
import { newEntry, turned, waitsSince } from './entry.ts';
import { isOfNames, namesIn, nearNameKeyOf, similarKeys } from './names.ts';

const id = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
/** The city that a change moves the location to, and the names to compare a new name with. */
const changedNeeds = ({ data }: Edited): readonly Need[] => {
  const { cityId } = data.changes;
  if (!isNearElsewhere(data.changes)) return [];
  const names: readonly Need[] = [
    ['names', namesIdOf(data.cityId, data.locationId)],
    ...namesIn(cityId?.to ?? data.cityId),
  ];
  return cityId === undefined ? names : [['cities', cityId.to], ...names];
};

const isNearElsewhere = (changes: Edited['data']['changes']): boolean =>
  isOfNames(changes) || changes.cityId !== undefined;

const status = <E extends Recorded<LocationStatusEvent>>(): Rule<QueueLocation, E> => ({
  id,
  apply: (location, event) => location && after(location, event),
});

function after(before: QueueLocation, event: Recorded<LocationStatusEvent>): QueueLocation {
  const location = lifeAfter(before, event);
  const again = location.decision === 'pending' && before.decision !== 'pending';
  return waiting(again ? waitsSince(location, event) : location, event);
}

/** Ignores whether the city is closed, because readers leave out the entries of closed cities. */
const waiting = (location: QueueLocation, event: Recorded): QueueLocation =>
  turned(location, location.status === 'pending' ? 'waiting' : null, event);

const edit = <E extends EventOfType<EditType>>(): Rule<QueueLocation, E> => ({
  id,
  needs: changedNeeds,
  apply: (location, event, related) => location && edited(location, event, related),
});

export const locations: CollectionRules<QueueLocation> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id,
      needs: ({ data }) => [
        ['cities', data.cityId],
        ['names', namesIdOf(data.cityId, data.locationId)],
      ],
      apply: (_, event, related) => waiting(newLocation(event, related), event),
    },
    'location-approved.v1': status(),
    'location-rejected.v1': status(),
    'location-withdrawn.v1': status(),
    'location-reopened.v1': status(),
    'location-deleted.v1': status(),
    'location-restored.v1': status(),
    'location-merged.v1': { ...status<EventOfType<'location-merged.v1'>>(), needs: bothPlaces },
    'location-parted.v1': { ...status<EventOfType<'location-parted.v1'>>(), needs: bothPlaces },
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': {
      id,
      needs: changedNeeds,
      apply: (location, event, related) =>
        location && {
          ...edited(after(location, event), event, related),
          submittedAt: event.metadata.time,
        },
    },
  },
  named: withMerging([]),
  countedBy: [{ ...countedByCity('location'), uncounted: bothCities }],
};

function newLocation(event: EventOfType<'location-submitted.v1'>, related: Related): QueueLocation {
  const { locationId, cityId, name, category, address } = event.data;
  const { actor } = event.metadata;
  return {
    id: locationId,
    entityType: 'location',
    entityId: locationId,
    locationId,
    cityId,
    ...newEntry(event),
    ...newLife(actor),
    ...unmerged,
    ownCityId: related.get<QueueCity>('cities', cityId)?.submittedBy === actor ? cityId : null,
    name,
    ...nearNames(locationId, namedIn(cityId, locationId, related)?.keys ?? []),
    nameKey: nameKeyOf(cityId, name),
    category,
    address,
  };
}

const namedIn = (cityId: string, locationId: string, related: Related) =>
  related
    .get<QueueNames>('names', namesIdOf(cityId, locationId))
    ?.places.find((place) => place.id === locationId);

type NearNames = Pick<QueueLocation, 'nearNameKey' | 'isSimilar' | 'otherNameKeys'>;

const nearNames = (locationId: string, [nearNameKey, ...otherNameKeys]: readonly string[]): NearNames => ({
  nearNameKey: nearNameKey ?? nearNameKeyOf(locationId),
  isSimilar: nearNameKey !== undefined,
  otherNameKeys,
});

/** Compares a place with the others in its city, after its name, point or city has changed. */
function nearNamesAfter({ data }: Edited, name: string, cityId: string, related: Related): NearNames {
  const { locationId, changes } = data;
  const named = namedIn(data.cityId, locationId, related);
  if (named !== undefined && changes.cityId === undefined) return nearNames(locationId, named.keys);
  const coordinates = named?.coordinates ?? changes.coordinates?.to ?? null;
  const place = { id: locationId, words: wordsOf(name), coordinates };
  return nearNames(locationId, similarKeys(place, cityId, related));
}

function edited(location: QueueLocation, event: Edited, related: Related): QueueLocation {
  const { data } = event;
  const { name, cityId, category, address } = applyChanges<
    Pick<QueueLocation, 'name' | 'cityId' | 'category' | 'address'>
  >(location, data.changes);
  const changed = {
    ...location,
    name,
    cityId,
    category,
    address,
    nameKey: nameKeyOf(cityId, name),
    ...(isNearElsewhere(data.changes) && nearNamesAfter(event, name, cityId, related)),
  };
  if (data.changes.cityId === undefined) return changed;
  const isOwn = related.get<QueueCity>('cities', cityId)?.submittedBy === location.submittedBy;
  return { ...changed, ownCityId: isOwn ? cityId : null };
}
