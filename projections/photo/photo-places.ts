import type { Recorded } from '#contracts/events';
import type { CityStatusEvent } from '#contracts/city/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';

import { marksIn, toMark } from '../city/city-marks.ts';
import type { EventOfType, FanOut, FanOuts, Need, Related } from '../rule.ts';

type Move = EventOfType<
  'location-edited.v1' | 'location-resubmitted.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1'
>;

/** The photo with its location's city, and whether one of them is deleted. Needs the location. */
export function placed(photo: PhotoDocument, related: Related): PhotoDocument {
  const location = related.get<LocationDocument>('locations', photo.locationId);
  const cityId = location?.cityId ?? '';
  const placeDeleted = isDeleted(location, related);
  const same = photo.cityId === cityId && photo.placeDeleted === placeDeleted;
  return same ? photo : { ...photo, cityId, placeDeleted };
}

function isDeleted(location: LocationDocument | undefined, related: Related): boolean {
  if (location === undefined) return true;
  return marksIn(location, related.get<CityDocument>('cities', location.cityId)).listedAs === 'deleted';
}

const needs = ({ locationId }: PhotoDocument): readonly Need[] => [['locations', locationId]];
const apply = (photo: PhotoDocument, _: Recorded, related: Related) => placed(photo, related);

/** Finds the photos whose mark may be wrong after a change of their location's status. */
const ofLocation: FanOut<PhotoDocument, Recorded<LocationStatusEvent>> = {
  field: 'locationId',
  value: ({ data }) => data.locationId,
  where({ data }, related) {
    const location = related.get<LocationDocument>('locations', data.locationId);
    return { cityId: location?.cityId ?? '', placeDeleted: !isDeleted(location, related) };
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

/** The city's locations are marked again, and so are the photos whose mark may be wrong then. */
const ofCity: FanOut<PhotoDocument, Recorded<CityStatusEvent>> = {
  field: 'cityId',
  value: ({ data: { cityId }, position }, related) =>
    toMark(related.get<CityDocument>('cities', cityId), { position }) && cityId,
  where: ({ data }, related) => ({
    placeDeleted: related.get<CityDocument>('cities', data.cityId)?.listsAs !== 'deleted',
  }),
  by: [['locationId', 1]],
  needs,
  apply,
};

/** What the end or return of a location or city makes of its photos. */
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
  'city-approved.v1': ofCity,
  'city-rejected.v1': ofCity,
  'city-withdrawn.v1': ofCity,
  'city-reopened.v1': ofCity,
  'city-resubmitted.v1': ofCity,
  'city-deleted.v1': ofCity,
  'city-restored.v1': ofCity,
};
