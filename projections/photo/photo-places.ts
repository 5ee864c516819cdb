import type { Recorded } from '#contracts/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';

import { ofMerging, photosAt } from '../location/merging.ts';
import type { EventOfType, FanOut, FanOuts, Need, Related } from '../rule.ts';

type Move = EventOfType<
  'location-edited.v1' | 'location-resubmitted.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1'
>;

/** The photo with its location's city, and whether the location is deleted or approved. Needs the location. */
export function placed(photo: PhotoDocument, related: Related): PhotoDocument {
  const location = related.get<LocationDocument>('locations', photo.locationId);
  const cityId = location?.cityId ?? '';
  const placeDeleted = location === undefined || location.status === 'deleted';
  const placeApproved = location?.isApproved === true;
  const same =
    photo.cityId === cityId && photo.placeDeleted === placeDeleted && photo.placeApproved === placeApproved;
  return same ? photo : { ...photo, cityId, placeDeleted, placeApproved };
}

const needs = ({ locationId }: PhotoDocument): readonly Need[] => [['locations', locationId]];
const apply = (photo: PhotoDocument, _: Recorded, related: Related) => placed(photo, related);

const photosOfPlace = {
  field: 'locationId',
  by: [
    ['present', 1],
    ['added', 1],
  ],
  needs,
  apply,
} as const;

const decided: FanOut<PhotoDocument, Recorded<LocationStatusEvent>> = {
  ...photosOfPlace,
  value: ({ data }) => data.locationId,
};

const moved: FanOut<PhotoDocument, Move> = {
  ...photosOfPlace,
  value: ({ data }) => (data.changes.cityId === undefined ? undefined : data.locationId),
};

/** What a decision on a location, its deletion, return or move makes of its photos. */
export const withPlace: FanOuts<PhotoDocument> = {
  'location-approved.v1': decided,
  'location-rejected.v1': decided,
  'location-withdrawn.v1': decided,
  'location-reopened.v1': decided,
  'location-deleted.v1': decided,
  'location-restored.v1': decided,
  'location-resubmitted.v1': decided,
  ...ofMerging(photosAt, photosOfPlace.by, (photo, _, related) => placed(photo, related)),
  'location-edited.v1': moved,
  'location-edit-approved.v1': moved,
  'location-edit-reopened.v1': moved,
};
