import type { Recorded } from '#contracts/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';

import type { EventOfType, FanOut, FanOuts, Need, Related } from '../rule.ts';

type Move = EventOfType<
  'location-edited.v1' | 'location-resubmitted.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1'
>;

/** The photo with its location's city, and whether the location is deleted. Needs the location. */
export function placed(photo: PhotoDocument, related: Related): PhotoDocument {
  const location = related.get<LocationDocument>('locations', photo.locationId);
  const cityId = location?.cityId ?? '';
  const placeDeleted = isDeleted(location);
  const same = photo.cityId === cityId && photo.placeDeleted === placeDeleted;
  return same ? photo : { ...photo, cityId, placeDeleted };
}

const isDeleted = (location: LocationDocument | undefined): boolean =>
  location === undefined || location.status === 'deleted';

const needs = ({ locationId }: PhotoDocument): readonly Need[] => [['locations', locationId]];
const apply = (photo: PhotoDocument, _: Recorded, related: Related) => placed(photo, related);

/** Finds the photos whose `placeDeleted` may be wrong after a change of their location's status. */
const ofLocation: FanOut<PhotoDocument, Recorded<LocationStatusEvent>> = {
  field: 'locationId',
  value: ({ data }) => data.locationId,
  where({ data }, related) {
    const location = related.get<LocationDocument>('locations', data.locationId);
    return { placeDeleted: !isDeleted(location) };
  },
  by: [],
  needs,
  apply,
};

const moved: FanOut<PhotoDocument, Move> = {
  field: 'locationId',
  value: ({ data }) => (data.changes.cityId === undefined ? undefined : data.locationId),
  by: [
    ['present', 1],
    ['added', 1],
  ],
  needs,
  apply,
};

/** What the deletion, the return or a move of a location makes of its photos. */
export const withPlace: FanOuts<PhotoDocument> = {
  'location-approved.v1': ofLocation,
  'location-rejected.v1': ofLocation,
  'location-withdrawn.v1': ofLocation,
  'location-reopened.v1': ofLocation,
  'location-deleted.v1': ofLocation,
  'location-restored.v1': ofLocation,
  'location-resubmitted.v1': moved,
  'location-edited.v1': moved,
  'location-edit-approved.v1': moved,
  'location-edit-reopened.v1': moved,
};
