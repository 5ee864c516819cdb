import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';

import type { QueueLocation, QueuePhoto } from '#contracts/moderation/read-models-queue';
import type { CollectionRules, EventOfType, Related, Rule } from '../../rule.ts';
import { countedByCity, open } from './cities.ts';
import { inCityOf, isKept, newEntry, stateOf, turned, waitsSince } from './entry.ts';
import { decidedWithPlace, itsLocation } from '../../location/at-place.ts';
import { photosAt } from '#contracts/location/merging';
import { ofMerging } from '../../location/merging.ts';
import { hashOf } from './near-pictures.ts';

type OfPhoto = EventOfType<
  'photo-reviewed.v1' | 'photo-review-reopened.v1' | 'photo-deleted.v2' | 'photo-restored.v1'
>;

const id = (event: { readonly data: { readonly photoId: string } }) => event.data.photoId;

function placed(photo: QueuePhoto, event: Recorded, related: Related): QueuePhoto {
  const location = related.get<QueueLocation>('locations', photo.locationId);
  const isOpen = photo.isPresent && photo.isOpen;
  return turned(inCityOf(photo, location), stateOf(isOpen, isKept(location)), event);
}

const own = <E extends OfPhoto>(
  change: (photo: QueuePhoto, event: E) => QueuePhoto,
): Rule<QueuePhoto, E> => ({
  id,
  needs: itsLocation,
  apply(photo, event, related) {
    if (photo === undefined || isOfFirstReleaseCascade(event.metadata)) return photo;
    return placed(change(photo, event), event, related);
  },
});

export const photos: CollectionRules<QueuePhoto> = {
  collection: 'photos',
  rules: {
    'photo-added.v1': {
      id,
      needs: itsLocation,
      apply(_, event, related) {
        const location = related.get<QueueLocation>('locations', event.data.locationId);
        return location && placed(newPhoto(event, location.cityId), event, related);
      },
    },
    'photo-reviewed.v1': own((photo) => ({ ...photo, isOpen: false })),
    'photo-review-reopened.v1': own((photo, event) => waitsSince({ ...photo, isOpen: true }, event)),
    'photo-deleted.v2': own((photo) => ({ ...photo, isPresent: false })),
    'photo-restored.v1': own((photo, event) => waitsSince({ ...photo, isPresent: true }, event)),
    'photo-hashed.v1': {
      id,
      apply: (photo, event) => photo && { ...photo, differenceHash: hashOf(event) ?? null, lacksHash: false },
    },
    'photo-described.v1': {
      id,
      apply(photo, { data: { caption } }) {
        return photo === undefined || caption === undefined ? photo : { ...photo, caption };
      },
    },
  },
  relatives: ({ locationId }) => [['locations', locationId]],
  fanOuts: {
    ...decidedWithPlace<QueuePhoto>(1n, { where: () => open, by: [], apply: placed }),
    ...ofMerging(photosAt, [], placed),
  },
  countedBy: [countedByCity('photo')],
};

/** The entry of an added photo. The same photo may be added again after it was deleted. */
function newPhoto(event: EventOfType<'photo-added.v1'>, cityId: string): QueuePhoto {
  const { photoId, locationId, caption, review } = event.data;
  const differenceHash = hashOf(event) ?? null;
  return {
    id: photoId,
    entityType: 'photo',
    entityId: photoId,
    locationId,
    originId: locationId,
    cityId,
    ...newEntry(event),
    isPresent: true,
    isOpen: review !== undefined,
    caption: caption ?? null,
    differenceHash,
    lacksHash: review !== undefined && event.data.differenceHash === undefined,
  };
}
