import type { QueueItem } from '../moderation/views.ts';

/** A waiting item of the moderators' queue; by default a city with only a name. */
export const queueItem = (known: Partial<QueueItem> & Pick<QueueItem, 'id'>): QueueItem => ({
  kind: 'city',
  entityType: 'city',
  entityId: known.id,
  locationId: null,
  name: known.id,
  cityId: null,
  cityName: null,
  submittedAt: '2026-01-01T10:00:00.000Z',
  submitter: null,
  thumbnailUrl: null,
  photoCount: 0,
  summary: '',
  description: null,
  flags: [],
  signals: [],
  duplicates: [],
  revision: 1,
  ...known,
});
