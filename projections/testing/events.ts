import { createHash } from 'node:crypto';

import { v5 as uuidV5 } from 'uuid';

import { streamOf, type DomainEvent, type EventOf, type EventType } from '#contracts/events';
import type { CityChanges } from '#contracts/city/events';
import type { LocationChanges } from '#contracts/location/events';

const namespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
export const idOf = (name: string): string => uuidV5(name, namespace);

/** The stream that the event belongs to. */
export function streamOfEvent(event: DomainEvent): string {
  switch (event.type) {
    case 'photo-added.v1':
    case 'photo-deleted.v2':
    case 'photo-restored.v1':
    case 'photo-reviewed.v1':
    case 'photo-review-reopened.v1':
    case 'photo-described.v1':
    case 'photo-hashed.v1':
      return streamOf.photo(event.data.photoId);
    case 'location-rated.v1':
    case 'location-favorited.v1':
    case 'location-unfavorited.v1':
      return streamOf.opinion(event.data.locationId, event.data.userId);
    case 'content-reported.v1':
    case 'reports-upheld.v1':
    case 'reports-dismissed.v1':
    case 'reports-reopened.v1':
      return streamOf.reports(event.data.entityType, event.data.entityId);
    case 'change-reviewed.v1':
    case 'change-review-reopened.v1':
      return streamOf.change(event.data.changeId);
    case 'second-opinion-asked.v1':
      return streamOf.secondOpinion(event.data.kind, event.data.itemId);
    default:
      if ('userId' in event.data) return streamOf.account(event.data.userId);
      return 'locationId' in event.data
        ? streamOf.location(event.data.locationId)
        : streamOf.city(event.data.cityId);
  }
}

type Data<T extends EventType> = EventOf<T>['data'];
type Undoing = 'reopened' | 'restored';
type Plain = 'approved' | 'withdrawn' | 'deleted';

const happened = <T extends EventType>(type: T, data: Data<T>) => ({ type, data }) as DomainEvent;

const cityEvent = (what: Plain) => (cityId: string) => happened(`city-${what}.v1`, { cityId });
const cityUndoing = (what: Undoing) => (cityId: string, undoes: string) =>
  happened(`city-${what}.v1`, { cityId, undoes });

export const city = {
  submitted: (cityId: string, more: Partial<Data<'city-submitted.v1'>> = {}) =>
    happened('city-submitted.v1', { cityId, name: cityId, country: 'Italy', imageUrl: '/a.jpg', ...more }),
  approved: cityEvent('approved'),
  rejected: (cityId: string, reason: string | null = null) =>
    happened('city-rejected.v1', { cityId, reason }),
  edited: (cityId: string, changes: CityChanges) => happened('city-edited.v1', { cityId, changes }),
  reopened: cityUndoing('reopened'),
  withdrawn: cityEvent('withdrawn'),
  deleted: cityEvent('deleted'),
  restored: cityUndoing('restored'),
};

const locationEvent = (what: Plain) => (locationId: string, cityId: string) =>
  happened(`location-${what}.v1`, { locationId, cityId });
const locationUndoing = (what: Undoing) => (locationId: string, cityId: string, undoes: string) =>
  happened(`location-${what}.v1`, { locationId, cityId, undoes });

export const location = {
  submitted: (locationId: string, cityId: string, more: Partial<Data<'location-submitted.v1'>> = {}) =>
    happened('location-submitted.v1', {
      locationId,
      cityId,
      name: locationId,
      description: 'A place to stand still',
      category: 'landmark',
      address: null,
      bestTimeToVisit: null,
      ...more,
    }),
  approved: locationEvent('approved'),
  rejected: (locationId: string, cityId: string, reason: string | null = null) =>
    happened('location-rejected.v1', { locationId, cityId, reason }),
  edited: (locationId: string, cityId: string, changes: LocationChanges) =>
    happened('location-edited.v1', { locationId, cityId, changes }),
  reopened: locationUndoing('reopened'),
  withdrawn: locationEvent('withdrawn'),
  deleted: locationEvent('deleted'),
  restored: locationUndoing('restored'),
};

export const merging = {
  merged: (
    locationId: string,
    cityId: string,
    into: string,
    more: Partial<Data<'location-merged.v1'>> = {},
  ) => happened('location-merged.v1', { locationId, cityId, into, photos: true, taken: {}, ...more }),
  parted: (locationId: string, cityId: string, into: string) =>
    happened('location-parted.v1', { locationId, cityId, into }),
};

export const edit = {
  proposed: (editId: string, locationId: string, cityId: string, changes: LocationChanges) =>
    happened('location-edit-proposed.v1', { locationId, cityId, editId, changes }),
  approved: (editId: string, locationId: string, cityId: string, changes: LocationChanges) =>
    happened('location-edit-approved.v1', { locationId, cityId, editId, changes, forced: false }),
  rejected: (editId: string, locationId: string, cityId: string, reason: string | null = null) =>
    happened('location-edit-rejected.v1', { locationId, cityId, editId, reason }),
  withdrawn: (editId: string, locationId: string, cityId: string) =>
    happened('location-edit-withdrawn.v1', { locationId, cityId, editId }),
};

/** SHA-256 of the bytes of the tests' photos (see photo-files.ts). */
export const sha256Of = (photoId: string): string =>
  createHash('sha256').update(`bytes of ${photoId}`).digest('hex');

export const photo = {
  added: (photoId: string, locationId: string, more: Partial<Data<'photo-added.v1'>> = {}) =>
    happened('photo-added.v1', {
      photoId,
      locationId,
      sha256: sha256Of(photoId),
      fileName: `${photoId}.jpg`,
      fileSize: 1000,
      mimeType: 'image/jpeg',
      width: 1600,
      height: 900,
      placeholder: '#abc',
      renditions: [400, 800],
      ...more,
    }),
  described: (
    photoId: string,
    locationId: string,
    changes: Pick<Data<'photo-described.v1'>, 'caption' | 'details'>,
  ) => happened('photo-described.v1', { photoId, locationId, ...changes }),
  hashed: (photoId: string, locationId: string, differenceHash: string | null) =>
    happened('photo-hashed.v1', { photoId, locationId, differenceHash }),
  deleted: (photoId: string, locationId: string, reason: string | null = null) =>
    happened('photo-deleted.v2', { photoId, locationId, reason }),
  restored: (photoId: string, locationId: string, undoes: string) =>
    happened('photo-restored.v1', { photoId, locationId, undoes }),
  featured: (photoId: string, locationId: string, cityId: string) =>
    happened('photo-featured.v1', { photoId, locationId, cityId }),
};

export const opinion = {
  rated: (locationId: string, userId: string, rating: number) =>
    happened('location-rated.v1', { locationId, userId, rating }),
  favorited: (locationId: string, userId: string) =>
    happened('location-favorited.v1', { locationId, userId }),
  unfavorited: (locationId: string, userId: string) =>
    happened('location-unfavorited.v1', { locationId, userId }),
};

export const account = {
  registered: (userId: string) => happened('account-registered.v1', { userId }),
  erased: (userId: string) => happened('account-erased.v1', { userId }),
};

const changeEvent =
  (type: 'change-reviewed.v1' | 'change-review-reopened.v1') =>
  (changeId: string, entityType: 'city' | 'location', entityId: string) =>
    happened(type, { changeId, entityType, entityId });

/** Events about reviews of photos and changes. */
export const review = {
  photo: (photoId: string, locationId: string, uploadedBy = 'anna') =>
    happened('photo-reviewed.v1', { photoId, locationId, uploadedBy }),
  photoAgain: (photoId: string, locationId: string) =>
    happened('photo-review-reopened.v1', { photoId, locationId }),
  change: changeEvent('change-reviewed.v1'),
  changeAgain: changeEvent('change-review-reopened.v1'),
};

export const secondOpinion = (
  kind: Data<'second-opinion-asked.v1'>['kind'],
  itemId: string,
  entityType: Data<'second-opinion-asked.v1'>['entityType'],
  entityId: string,
) => happened('second-opinion-asked.v1', { kind, itemId, entityType, entityId });

type Reported = Data<'reports-upheld.v1'>['entityType'];

const reportsEvent =
  (what: 'upheld' | 'dismissed' | 'reopened') => (entityType: Reported, entityId: string) =>
    happened(`reports-${what}.v1`, { entityType, entityId });

export const report = {
  made: (entityType: Reported, entityId: string, reason = 'gone') =>
    happened('content-reported.v1', {
      entityType,
      entityId,
      reportId: idOf(`${entityId} ${reason}`),
      reason,
    }),
  upheld: reportsEvent('upheld'),
  dismissed: reportsEvent('dismissed'),
  reopened: reportsEvent('reopened'),
};
