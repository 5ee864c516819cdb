import { nameKeyOf } from '#contracts/location/duplicates';
import type {
  QueueChange,
  QueueCity,
  QueueEntry,
  QueueLocation,
  QueuePhoto,
  QueueTotals,
} from '#contracts/moderation/read-models-queue';
import { newLife } from '#contracts/shared/life';
import { unmerged } from '#projections/location/merging';
import { noSignals } from '#projections/moderation/queue/signal-keys';

import { id, submitterId, time } from './documents.ts';

const approved = {
  ...newLife(submitterId),
  status: 'approved',
  decision: 'approved',
  decidedAt: time(0),
} as const;

const entry = (number: number, values: Partial<QueueEntry>) =>
  ({
    id: id(number),
    state: null,
    submittedBy: submitterId,
    submittedAt: time(number),
    since: time(number),
    request: id(1),
    cameAt: 0,
    wentAt: 0,
    turnedBy: null,
    secondOpinion: false,
    ...noSignals,
    hosts: [],
    counted: null,
    ...values,
  }) as const;

/** A city's document in the queue's model. The city is approved unless `values` say otherwise. */
export const queueCity = (number: number, values: Partial<QueueCity> = {}): QueueCity => ({
  ...entry(number, {}),
  ...approved,
  entityType: 'city',
  entityId: id(number),
  locationId: null,
  cityId: id(number),
  name: `City ${number}`,
  country: 'Portugal',
  statusAt: 0,
  statusBy: submitterId,
  waiting: { location: 0, ownLocation: 0, edit: 0, photo: 0, change: 0 },
  closed: false,
  ...values,
});

/** A location's document in the queue's model. The location is approved unless `values` say otherwise. */
export const queueLocation = (
  number: number,
  cityId: string,
  values: Partial<QueueLocation> = {},
): QueueLocation => {
  const { name = `Location ${number}` } = values;
  return {
    ...entry(number, {}),
    ...approved,
    ...unmerged,
    entityType: 'location',
    entityId: id(number),
    locationId: id(number),
    cityId,
    ownCityId: null,
    name,
    isSimilar: false,
    otherNameKeys: [],
    nameKey: nameKeyOf(cityId, name),
    category: 'viewpoint',
    address: null,
    ...values,
  };
};

/** A photo that waits for a review. */
export const queuePhoto = (
  number: number,
  location: QueueLocation,
  values: Partial<QueuePhoto> = {},
): QueuePhoto => ({
  ...entry(number, { state: 'waiting' }),
  entityType: 'photo',
  entityId: id(number),
  locationId: location.id,
  originId: location.id,
  cityId: location.cityId,
  isPresent: true,
  isOpen: true,
  caption: null,
  differenceHash: null,
  lacksHash: false,
  ...values,
});

/** A location's chosen photo, which waits for a review. The id is that of the event. */
export const queueChoice = (number: number, locationId: string, cityId: string): QueueChange => ({
  ...entry(number, { state: 'waiting' }),
  entityType: 'location',
  entityId: locationId,
  locationId,
  cityId,
  what: 'featured',
  editId: null,
  isOpen: true,
  proposed: {},
});

export const queueTotals = (values: Partial<QueueTotals> = {}): QueueTotals => ({
  id: 'all',
  city: 0,
  location: 0,
  edit: 0,
  photo: 0,
  change: 0,
  report: 0,
  ...values,
});
