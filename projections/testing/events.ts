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

export const city = {
  submitted: (cityId: string, more: Partial<Data<'city-submitted.v1'>> = {}): DomainEvent => ({
    type: 'city-submitted.v1',
    data: { cityId, name: cityId, country: 'Italy', imageUrl: '/a.jpg', ...more },
  }),
  approved: (cityId: string): DomainEvent => ({ type: 'city-approved.v1', data: { cityId } }),
  rejected: (cityId: string, reason: string | null = null): DomainEvent => ({
    type: 'city-rejected.v1',
    data: { cityId, reason },
  }),
  edited: (cityId: string, changes: CityChanges): DomainEvent => ({
    type: 'city-edited.v1',
    data: { cityId, changes },
  }),
  reopened: (cityId: string, undoes: string): DomainEvent => ({
    type: 'city-reopened.v1',
    data: { cityId, undoes },
  }),
  withdrawn: (cityId: string): DomainEvent => ({ type: 'city-withdrawn.v1', data: { cityId } }),
  deleted: (cityId: string): DomainEvent => ({ type: 'city-deleted.v1', data: { cityId } }),
  restored: (cityId: string, undoes: string): DomainEvent => ({
    type: 'city-restored.v1',
    data: { cityId, undoes },
  }),
};

const place = (locationId: string, cityId: string) => ({ locationId, cityId });

export const location = {
  submitted: (
    locationId: string,
    cityId: string,
    more: Partial<Data<'location-submitted.v1'>> = {},
  ): DomainEvent => ({
    type: 'location-submitted.v1',
    data: {
      ...place(locationId, cityId),
      name: locationId,
      description: 'A place to stand still',
      category: 'landmark',
      address: null,
      bestTimeToVisit: null,
      ...more,
    },
  }),
  approved: (locationId: string, cityId: string): DomainEvent => ({
    type: 'location-approved.v1',
    data: place(locationId, cityId),
  }),
  rejected: (locationId: string, cityId: string, reason: string | null = null): DomainEvent => ({
    type: 'location-rejected.v1',
    data: { ...place(locationId, cityId), reason },
  }),
  edited: (locationId: string, cityId: string, changes: LocationChanges): DomainEvent => ({
    type: 'location-edited.v1',
    data: { ...place(locationId, cityId), changes },
  }),
  reopened: (locationId: string, cityId: string, undoes: string): DomainEvent => ({
    type: 'location-reopened.v1',
    data: { ...place(locationId, cityId), undoes },
  }),
  withdrawn: (locationId: string, cityId: string): DomainEvent => ({
    type: 'location-withdrawn.v1',
    data: place(locationId, cityId),
  }),
  deleted: (locationId: string, cityId: string): DomainEvent => ({
    type: 'location-deleted.v1',
    data: place(locationId, cityId),
  }),
  restored: (locationId: string, cityId: string, undoes: string): DomainEvent => ({
    type: 'location-restored.v1',
    data: { ...place(locationId, cityId), undoes },
  }),
};

export const merging = {
  merged: (
    locationId: string,
    cityId: string,
    into: string,
    more: Partial<Data<'location-merged.v1'>> = {},
  ): DomainEvent => ({
    type: 'location-merged.v1',
    data: { ...place(locationId, cityId), into, photos: true, taken: {}, ...more },
  }),
  parted: (locationId: string, cityId: string, into: string): DomainEvent => ({
    type: 'location-parted.v1',
    data: { ...place(locationId, cityId), into },
  }),
};

type EditEnd = 'location-edit-rejected.v1' | 'location-edit-withdrawn.v1';

export const edit = {
  proposed: (editId: string, locationId: string, cityId: string, changes: LocationChanges): DomainEvent => ({
    type: 'location-edit-proposed.v1',
    data: { ...place(locationId, cityId), editId, changes },
  }),
  approved: (editId: string, locationId: string, cityId: string, changes: LocationChanges): DomainEvent => ({
    type: 'location-edit-approved.v1',
    data: { ...place(locationId, cityId), editId, changes, forced: false },
  }),
  rejected: (
    editId: string,
    locationId: string,
    cityId: string,
    reason: string | null = null,
  ): DomainEvent => ({
    type: 'location-edit-rejected.v1' satisfies EditEnd,
    data: { ...place(locationId, cityId), editId, reason },
  }),
  withdrawn: (editId: string, locationId: string, cityId: string): DomainEvent => ({
    type: 'location-edit-withdrawn.v1' satisfies EditEnd,
    data: { ...place(locationId, cityId), editId },
  }),
};

/** SHA-256 of the bytes of the tests' photos (see photo-files.ts). */
export const sha256Of = (photoId: string): string =>
  createHash('sha256').update(`bytes of ${photoId}`).digest('hex');

export const photo = {
  added: (photoId: string, locationId: string, more: Partial<Data<'photo-added.v1'>> = {}): DomainEvent => ({
    type: 'photo-added.v1',
    data: {
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
    },
  }),
  described: (
    photoId: string,
    locationId: string,
    changes: Pick<Data<'photo-described.v1'>, 'caption' | 'details'>,
  ): DomainEvent => ({ type: 'photo-described.v1', data: { photoId, locationId, ...changes } }),
  deleted: (photoId: string, locationId: string, reason: string | null = null): DomainEvent => ({
    type: 'photo-deleted.v2',
    data: { photoId, locationId, reason },
  }),
  restored: (photoId: string, locationId: string, undoes: string): DomainEvent => ({
    type: 'photo-restored.v1',
    data: { photoId, locationId, undoes },
  }),
  featured: (photoId: string, locationId: string, cityId: string): DomainEvent => ({
    type: 'photo-featured.v1',
    data: { photoId, ...place(locationId, cityId) },
  }),
};

export const opinion = {
  rated: (locationId: string, userId: string, rating: number): DomainEvent => ({
    type: 'location-rated.v1',
    data: { locationId, userId, rating },
  }),
  favorited: (locationId: string, userId: string): DomainEvent => ({
    type: 'location-favorited.v1',
    data: { locationId, userId },
  }),
  unfavorited: (locationId: string, userId: string): DomainEvent => ({
    type: 'location-unfavorited.v1',
    data: { locationId, userId },
  }),
};

export const account = {
  registered: (userId: string): DomainEvent => ({ type: 'account-registered.v1', data: { userId } }),
  erased: (userId: string): DomainEvent => ({ type: 'account-erased.v1', data: { userId } }),
};

/** Events about reviews of photos and changes. */
export const review = {
  photo: (photoId: string, locationId: string, uploadedBy = 'anna'): DomainEvent => ({
    type: 'photo-reviewed.v1',
    data: { photoId, locationId, uploadedBy },
  }),
  photoAgain: (photoId: string, locationId: string): DomainEvent => ({
    type: 'photo-review-reopened.v1',
    data: { photoId, locationId },
  }),
  change: (changeId: string, entityType: 'city' | 'location', entityId: string): DomainEvent => ({
    type: 'change-reviewed.v1',
    data: { changeId, entityType, entityId },
  }),
  changeAgain: (changeId: string, entityType: 'city' | 'location', entityId: string): DomainEvent => ({
    type: 'change-review-reopened.v1',
    data: { changeId, entityType, entityId },
  }),
};

export const secondOpinion = (
  kind: Data<'second-opinion-asked.v1'>['kind'],
  itemId: string,
  entityType: Data<'second-opinion-asked.v1'>['entityType'],
  entityId: string,
): DomainEvent => ({ type: 'second-opinion-asked.v1', data: { kind, itemId, entityType, entityId } });

type Reported = Data<'reports-upheld.v1'>['entityType'];

export const report = {
  made: (entityType: Reported, entityId: string, reason = 'gone'): DomainEvent => ({
    type: 'content-reported.v1',
    data: { entityType, entityId, reportId: idOf(`${entityId} ${reason}`), reason },
  }),
  upheld: (entityType: Reported, entityId: string): DomainEvent => ({
    type: 'reports-upheld.v1',
    data: { entityType, entityId },
  }),
  dismissed: (entityType: Reported, entityId: string): DomainEvent => ({
    type: 'reports-dismissed.v1',
    data: { entityType, entityId },
  }),
  reopened: (entityType: Reported, entityId: string): DomainEvent => ({
    type: 'reports-reopened.v1',
    data: { entityType, entityId },
  }),
};
