import { mapKeyOf } from '#contracts/location/map-key';
import { hourOf, type ContributingHourDocument } from '#contracts/account/read-models';
import { tileOf } from '#contracts/light/tiles';
import { lightKey } from '#contracts/location/light';
import { lookupsOf } from '#contracts/shared/spelling';
import { normaliseText } from '#contracts/shared/normalise';
import type { Status } from '#contracts/shared/statuses';
import { newLife } from '#contracts/shared/life';
import { noLocations } from '#projections/city/cities';
import { unmerged } from '#projections/location/merging';
import type {
  CityDocument,
  EditDocument,
  LocationDocument,
  OpinionDocument,
  PhotoDocument,
  SearchDocument,
} from '#contracts/read-models';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import { noOptionalFields } from '#contracts/testing/location';

/** A UUID that ends with the number. */
export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A time: `number` minutes after noon on 1 January 2026. */
export const time = (number: number): string => new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();

export const submitterId = id(900);

/** The status fields of an entity. A deleted one was approved before. */
const lifeOf = (status: Status) =>
  ({
    ...newLife(submitterId),
    status,
    decision: status === 'deleted' ? 'approved' : status,
    createdAt: time(0),
    updatedAt: time(0),
    decidedAt: time(0),
    deletedAt: status === 'deleted' ? time(1) : null,
    revision: 1,
  }) as const;

/** The people whose latest contribution was in the hour of that moment (milliseconds since 1970). */
export function contributingHour(moment: number, people: number): ContributingHourDocument {
  const at = hourOf(new Date(moment).toISOString());
  return { id: at, at, people };
}

export function cityDocument(number: number, values: Partial<CityDocument> = {}): CityDocument {
  const { name = `City ${number}`, status = 'approved' } = values;
  return {
    ...lifeOf(status),
    ...noLocations,
    closed: false,
    id: id(number),
    name,
    nameFolded: normaliseText(name),
    country: 'Portugal',
    imageUrl: '/pictures/lisbon/1600.webp',
    coordinates: null,
    picture: null,
    photoCount: 0,
    duplicateOf: null,
    ...values,
  };
}

export function locationDocument(
  number: number,
  cityId: string,
  values: Partial<LocationDocument> = {},
): LocationDocument {
  const { status = 'approved' } = values;
  return {
    ...lifeOf(status),
    id: id(number),
    name: `Location ${number}`,
    description: 'A wall in the evening',
    cityId,
    category: 'viewpoint',
    ...noOptionalFields,
    ...unmerged,
    duplicateOf: null,
    isApproved: status === 'approved',
    mergedOf: null,
    ownCityId: null,
    approved: number,
    mapKey: mapKeyOf({
      coordinates: values.coordinates ?? null,
      category: values.category ?? 'viewpoint',
      bestTimeToVisit: values.bestTimeToVisit ?? null,
    }),
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    rating: 0,
    ratingSum: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: number,
    ...values,
  };
}

export const opinionDocument = (
  locationId: string,
  userId: string,
  values: Partial<OpinionDocument> = {},
): OpinionDocument => ({
  id: `${locationId}-${userId}`,
  locationId,
  userId,
  rating: 0,
  ratedAt: 0,
  favorite: true,
  favoritedAt: 1,
  parts: null,
  firstRating: null,
  firstFavorite: null,
  firstPhoto: null,
  ...values,
});

export function photoDocument(
  number: number,
  locationId: string,
  values: Partial<PhotoDocument> = {},
): PhotoDocument {
  return {
    id: id(number),
    locationId,
    originId: locationId,
    sha256: number.toString(16).padStart(64, '0'),
    fileName: 'evening.jpg',
    fileSize: 1000,
    mimeType: 'image/jpeg',
    width: 800,
    height: 600,
    placeholder: '#abc',
    renditions: [320, 480, 750],
    uploadedBy: submitterId,
    createdAt: time(0),
    revision: 0,
    caption: null,
    details: null,
    added: number,
    present: true,
    deletedAt: null,
    deletedBy: null,
    reason: null,
    forEver: false,
    review: null,
    reviewed: false,
    reviewedAt: null,
    shown: true,
    heldBackFor: null,
    listed: true,
    placeDeleted: false,
    placeApproved: true,
    cityId: id(1),
    ...values,
  };
}

export function editDocument(
  number: number,
  location: LocationDocument,
  values: Partial<EditDocument> = {},
): EditDocument {
  return {
    id: id(number),
    locationId: location.id,
    originId: location.id,
    cityId: location.cityId,
    userId: submitterId,
    changes: { name: { from: location.name, to: 'Another name' } },
    status: 'pending',
    reason: null,
    reviewedBy: null,
    reviewedAt: null,
    createdAt: time(number),
    waiting: true,
    ...values,
  };
}

/** An event in the history of `entity`: `city:{id}` or `location:{id}`. */
export const historyDocument = (
  number: number,
  entity = `city:${id(number)}`,
  values: Partial<HistoryDocument> = {},
): HistoryDocument => ({
  id: id(number),
  position: number,
  stream: `city-${id(number)}`,
  revision: 0,
  type: 'city-submitted.v1',
  time: time(number),
  at: Date.parse(time(number)),
  actor: submitterId,
  entityType: 'city',
  entityId: id(number),
  entity,
  subject: null,
  reason: null,
  changes: null,
  seen: null,
  correlationId: id(1),
  causationId: id(2),
  decides: null,
  forLocationsOf: null,
  forLocation: null,
  series: null,
  movedTo: null,
  movedFrom: null,
  ...values,
});

/** A location's document in the search model. */
export const searchDocument = (
  location: LocationDocument,
  cityName: string,
  point = location.coordinates,
): SearchDocument => ({
  id: location.id,
  cityId: location.cityId,
  category: location.category,
  ownCityId: location.ownCityId ?? '',
  bestTime: location.bestTimeToVisit ?? '',
  tile: location.coordinates === null ? '' : tileOf(location.coordinates),
  light: lightKey(location.bestTimeToVisit ?? '', point === null ? '' : tileOf(point)),
  lookups: lookupsOf(normaliseText(location.name)),
  rating: location.rating,
  ratingCount: location.ratingCount,
  ratingSum: location.ratingSum,
  name: normaliseText(location.name),
  city: normaliseText(cityName),
  rest: [location.description, location.address ?? ''].map(normaliseText).join('\n'),
  order: location.approved,
  submittedBy: location.submittedBy,
  status: location.status,
  decision: location.decision,
  reason: location.reason,
  decidedAt: location.decidedAt,
  deletedAt: location.deletedAt,
  mergedInto: location.mergedInto,
  path: location.path,
  members: location.members,
});
