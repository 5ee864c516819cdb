import { fold } from '#contracts/fold';
import type {
  CityDocument,
  EditDocument,
  HistoryDocument,
  LocationDocument,
  PhotoDocument,
  SearchDocument,
} from '#projections/read-store/index';

/** A UUID that tests can name: `id(7)`. */
export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A time on one day, `number` minutes after its noon. */
export const time = (number: number): string => new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();

const life = {
  status: 'approved',
  reason: null,
  createdAt: time(0),
  updatedAt: time(0),
  decidedAt: time(0),
  revision: 1,
  endedBy: null,
  statusBefore: null,
  endedByBefore: null,
} as const;

export const submitterId = id(900);

export function cityDocument(number: number, values: Partial<CityDocument> = {}): CityDocument {
  const name = values.name ?? `City ${number}`;
  return {
    ...life,
    id: id(number),
    name,
    nameFolded: fold(name),
    country: 'Portugal',
    imageUrl: '/pictures/lisbon/1600.webp',
    submittedBy: submitterId,
    locationCount: 0,
    photoCount: 0,
    lastUndone: null,
    ...values,
  };
}

export function locationDocument(
  number: number,
  cityId: string,
  values: Partial<LocationDocument> = {},
): LocationDocument {
  return {
    ...life,
    id: id(number),
    name: `Location ${number}`,
    description: 'A wall in the evening',
    cityId,
    category: 'viewpoint',
    address: null,
    bestTimeToVisit: null,
    submittedBy: submitterId,
    public: (values.status ?? 'approved') === 'approved',
    approved: number,
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    rating: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: number,
    ...values,
  };
}

export function photoDocument(
  number: number,
  locationId: string,
  values: Partial<PhotoDocument> = {},
): PhotoDocument {
  return {
    id: id(number),
    locationId,
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
    added: number,
    present: true,
    endedBy: null,
    endedAt: null,
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

export const historyDocument = (
  number: number,
  entity: string,
  values: Partial<HistoryDocument> = {},
): HistoryDocument => ({
  id: id(number),
  entity,
  position: number,
  revision: 0,
  type: 'city-submitted.v1',
  time: time(number),
  actor: submitterId,
  reason: null,
  changes: null,
  correlationId: id(1),
  causationId: id(2),
  cascadeId: null,
  ...values,
});

/** A location as the search model knows it. */
export const searchDocument = (location: LocationDocument, cityName: string): SearchDocument => ({
  id: location.id,
  cityId: location.cityId,
  category: location.category,
  status: location.status,
  public: location.public ? '1' : '0',
  name: fold(location.name),
  rest: [location.description, location.address ?? '', cityName].map(fold).join('\n'),
  order: location.approved,
  reason: location.reason,
  submittedBy: location.submittedBy,
  endedBy: location.endedBy,
  statusBefore: location.statusBefore,
  endedByBefore: location.endedByBefore,
});
