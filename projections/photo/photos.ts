import { by } from '#contracts/shared/read-model-declaration';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { isHeldBack } from '#contracts/shared/shown';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';
import { decidedWithPlace, itsLocation } from '../location/at-place.ts';
import { photosAt } from '#contracts/location/merging';
import { ofMerging } from '../location/merging.ts';
import type { CollectionRules, EventOfType, Related } from '../rule.ts';
import { shownWhere } from '../shared/public-change.ts';

/** The photo with its location's city, and whether the location is deleted or approved. Needs the location. */
function placed(photo: PhotoDocument, _: Recorded, related: Related): PhotoDocument {
  const location = related.get<LocationDocument>('locations', photo.locationId);
  const cityId = location?.cityId ?? '';
  // A merged place has the status of a deleted one, but its photos are still their uploaders'.
  const placeDeleted =
    location === undefined || (location.status === 'deleted' && location.mergedInto === null);
  const placeApproved = location?.isApproved === true;
  const same =
    photo.cityId === cityId && photo.placeDeleted === placeDeleted && photo.placeApproved === placeApproved;
  return same ? photo : { ...photo, cityId, placeDeleted, placeApproved };
}

const inOrder = [by('present'), by('added')] as const;

type OfPhoto = EventOfType<
  | 'photo-added.v1'
  | 'photo-described.v1'
  | 'photo-reviewed.v1'
  | 'photo-review-reopened.v1'
  | 'photo-deleted.v2'
  | 'photo-restored.v1'
>;

const id = (event: OfPhoto) => event.data.photoId;

/** Photos after their own events, with the flags by which lists find them. */
export const photos: CollectionRules<PhotoDocument> = {
  collection: 'photos',
  rules: {
    'photo-added.v1': { id, needs: itsLocation, apply: newPhoto },
    'photo-reviewed.v1': {
      id,
      apply: own((photo, { metadata }) => ({ ...photo, reviewed: true, reviewedAt: metadata.time })),
    },
    'photo-review-reopened.v1': {
      id,
      apply: own((photo) => ({ ...photo, reviewed: false, reviewedAt: null })),
    },
    'photo-described.v1': {
      id,
      apply: own((photo, { data: { caption = photo.caption, details = photo.details } }) => ({
        ...photo,
        caption,
        details,
      })),
    },
    'photo-deleted.v2': {
      id,
      apply: own((photo, { metadata: { time, actor }, data: { reason, forEver = false } }) =>
        photo.present
          ? { ...photo, present: false, deletedAt: time, deletedBy: actor, reason, forEver }
          : { ...photo, forEver: photo.forEver || forEver },
      ),
    },
    'photo-restored.v1': {
      id,
      apply: own((photo) => (photo.present ? photo : { ...photo, ...notDeleted })),
    },
  },

  fanOuts: {
    ...decidedWithPlace<PhotoDocument>(0n, { by: inOrder, apply: placed }),
    ...ofMerging(photosAt, inOrder, placed),
  },

  relatives: ({ locationId }) => [['locations', locationId]],
  // A photo is public with its location, and readers check the location.
  isShown: shownWhere(
    (photo) => photo.shown,
    ['reviewed', 'reviewedAt', 'placeDeleted', 'placeApproved', 'cityId'],
  ),
  countedBy: [
    {
      collection: 'locations',
      counters: (before, after) =>
        (before?.shown ?? false) === after.shown && before?.locationId === after.locationId
          ? []
          : [...new Set([before?.locationId ?? after.locationId, after.locationId])],
      uncounted: ({ locationId }) => [locationId],
    },
  ],
};

const notDeleted = { present: true, deletedAt: null, deletedBy: null, reason: null, forEver: false } as const;

function own<E extends Recorded>(change: (photo: PhotoDocument, event: E) => PhotoDocument) {
  return (photo: PhotoDocument | undefined, event: E): PhotoDocument | undefined =>
    photo === undefined || isOfFirstReleaseCascade(event.metadata)
      ? photo
      : { ...flagged(change(photo, event)), revision: Number(event.revision) };
}

/** The photo with the flags that follow from its other fields. */
function flagged(photo: PhotoDocument): PhotoDocument {
  const heldBack = isHeldBack(photo);
  return {
    ...photo,
    shown: photo.present && !heldBack,
    heldBackFor: photo.present && heldBack ? photo.uploadedBy : null,
    listed: photo.present || photo.deletedBy !== photo.uploadedBy,
  };
}

/** A deleted photo may be uploaded again. It then keeps its place in the order. */
function newPhoto(
  known: PhotoDocument | undefined,
  event: EventOfType<'photo-added.v1'>,
  related: Related,
): PhotoDocument {
  const { photoId, review = null, caption = null, details = null, differenceHash: _, ...data } = event.data;
  const photo = flagged({
    id: photoId,
    ...data,
    originId: data.locationId,
    caption,
    details,
    uploadedBy: event.metadata.actor,
    createdAt: event.metadata.time,
    revision: Number(event.revision),
    added: known?.added ?? Number(event.position),
    ...notDeleted,
    review,
    reviewed: false,
    reviewedAt: null,
    shown: true,
    heldBackFor: null,
    listed: true,
    placeDeleted: false,
    placeApproved: false,
    cityId: '',
  });
  const origin = related.get<LocationDocument>('locations', photo.originId);
  // The place may have been merged at the same moment, within its city.
  if (origin !== undefined && origin.path.length > 0) {
    return { ...photo, locationId: photosAt(origin), cityId: origin.cityId, placeApproved: true };
  }
  return placed(photo, event, related);
}
