import { applyChanges } from '#contracts/shared/changes';
import { cityFields, type CityFields } from '#contracts/city/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import { normaliseText } from '#contracts/shared/normalise';
import { lifeAfter, newLife, type Life } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';
import { uploadedPictureOf } from '#contracts/photo/own-pictures';
import type {
  CityDocument,
  LocationDocument,
  WithLocations,
  FormerPictureDocument,
} from '#contracts/read-models';
import { pagesOf, type ReadModelReader } from '#platform/read-store/port';
import { countedByPerson } from '../account/people.ts';
import type { CollectionRules, Counting, EventOfType, Rule } from '../rule.ts';
import { shownWhere } from '../shared/public-change.ts';
import type { Status } from '#contracts/shared/statuses';

const id = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;

/** Fields that only moderators see. */
const unseen = [
  'pendingCount',
  'ownPendingCount',
  'declinedCount',
  'picture',
  'closed',
] as const satisfies readonly (keyof CityDocument)[];

const status: Rule<CityDocument, Recorded<CityStatusEvent>> = {
  id,
  apply: (city, event) => city && afterStatus(city, event),
};

export const cities: CollectionRules<CityDocument> = {
  collection: 'cities',
  rules: {
    'city-submitted.v1': { id, apply: (_, event) => newCity(event) },
    'city-approved.v1': status,
    'city-rejected.v1': {
      ...status,
      apply(city, event, related) {
        const rejected = status.apply(city, event, related);
        return rejected && { ...rejected, duplicateOf: event.data.duplicateOf ?? null };
      },
    },
    'city-withdrawn.v1': status,
    'city-reopened.v1': status,
    'city-resubmitted.v1': {
      ...status,
      apply(city, event) {
        return city && edit(afterStatus(city, event), event);
      },
    },
    'city-deleted.v1': status,
    'city-restored.v1': status,
    'city-edited.v1': { id, apply: (city, event) => city && edit(city, event) },
  },
  isShown: shownWhere((city) => city.status === 'approved', unseen),
  countedBy: [countedByPerson('submittedBy')],
  count: (cities, _members, reader) => Promise.all(cities.map((city) => countedAnew(city, reader))),
};

const afterStatus = (city: CityDocument, event: Recorded<CityStatusEvent>): CityDocument =>
  withClosed({
    ...lifeAfter(city, event),
    updatedAt: event.metadata.time,
    revision: Number(event.revision),
  });

/** How a changed location changes its city's numbers. */
export const countedByCity: Counting<LocationDocument, CityDocument> = {
  counterOf: ({ cityId }) => cityId,
  change(city, before, after) {
    const counted = countLocation(city, before, after);
    const photoCount = city.photoCount + photosOf(after) - photosOf(before);
    const same = counted === city && photoCount === city.photoCount;
    return same ? city : withClosed({ ...counted, photoCount });
  },
};

/** The photos that a location contributes to its city's number. */
const photosOf = (location: LocationDocument | undefined): number =>
  location?.status === 'approved' ? location.photoCount : 0;

/** Recounts from all locations of the city. Needed only after an interrupted run. */
async function countedAnew(city: CityDocument, reader: ReadModelReader): Promise<CityDocument> {
  let counted = withClosed({ ...city, ...noLocations, photoCount: 0 });
  const pages = pagesOf<LocationDocument>(reader, 'locations', {
    filter: { cityId: city.id },
    sort: [['createdAt', 1]],
  });
  for await (const page of pages)
    for (const location of page) counted = countedByCity.change(counted, undefined, location);
  return JSON.stringify(counted) === JSON.stringify(city) ? city : counted;
}

/** Whether it is closed follows from its status and its numbers. */
const withClosed = (city: CityDocument): CityDocument => ({ ...city, closed: isClosed(city) });

function newCity(event: EventOfType<'city-submitted.v1'>): CityDocument {
  const { cityId, name } = event.data;
  const { actor, time } = event.metadata;
  return {
    id: cityId,
    ...pickFields(cityFields, event.data),
    nameFolded: normaliseText(name),
    picture: uploadedPictureOf(event.data.imageUrl),
    ...newLife(actor),
    createdAt: time,
    updatedAt: time,
    revision: Number(event.revision),
    duplicateOf: null,
    ...noLocations,
    photoCount: 0,
    closed: false,
  };
}

function edit(
  city: CityDocument,
  event: EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>,
): CityDocument {
  const changed = { ...city, ...applyChanges<CityFields>(city, event.data.changes) };
  return {
    ...changed,
    nameFolded: normaliseText(changed.name),
    picture: uploadedPictureOf(changed.imageUrl),
    updatedAt: event.metadata.time,
    revision: Number(event.revision),
  };
}

type Counts = Pick<WithLocations, 'locationCount' | 'pendingCount' | 'ownPendingCount' | 'declinedCount'>;

export const noLocations: Counts = {
  locationCount: 0,
  pendingCount: 0,
  ownPendingCount: 0,
  declinedCount: 0,
};

/**
 * The city after one of its locations has changed. `before` is undefined for a location that is new in the city,
 * `after` for one that has left.
 */
function countLocation<C extends WithLocations>(
  city: C,
  before: Life | undefined,
  after: Life | undefined,
): C {
  if (before?.status === after?.status) return city;
  const counts: Record<keyof Counts, number> = {
    locationCount: city.locationCount,
    pendingCount: city.pendingCount,
    ownPendingCount: city.ownPendingCount,
    declinedCount: city.declinedCount,
  };
  const add = (location: Life | undefined, number: 1 | -1) => {
    const kind = location && kinds[location.status];
    if (kind !== undefined) counts[kind] += number;
    if (kind === 'pendingCount' && location?.submittedBy === city.submittedBy) {
      counts.ownPendingCount += number;
    }
  };
  add(before, -1);
  add(after, 1);
  return { ...city, ...counts };
}

const kinds: Readonly<Record<Status, keyof Counts | undefined>> = {
  approved: 'locationCount',
  pending: 'pendingCount',
  rejected: 'declinedCount',
  withdrawn: 'declinedCount',
  deleted: undefined,
};

/** Whether the city's status changes what some of its locations show, or whether they are public; see `shown`. */
function isClosed({
  status,
  locationCount,
  pendingCount,
  ownPendingCount,
  declinedCount,
}: WithLocations): boolean {
  switch (status) {
    case 'approved':
      return false;
    case 'pending':
      return locationCount > 0;
    case 'withdrawn':
      return locationCount + ownPendingCount > 0;
    case 'rejected':
      return locationCount + pendingCount > 0;
    case 'deleted':
      return locationCount + pendingCount + declinedCount > 0;
  }
}

type OfCity = EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>;

/** The uploaded picture that the event replaces or removes; null for none. */
const taken = ({ data }: OfCity): string | null =>
  data.changes.imageUrl === undefined ? null : uploadedPictureOf(data.changes.imageUrl.from);

const rule: Rule<FormerPictureDocument, OfCity> = {
  id: (event) => {
    const picture = taken(event);
    return picture === null ? undefined : `${picture}:${event.data.cityId}`;
  },
  fresh: true,
  apply: (_, event) => {
    const picture = taken(event) ?? '';
    return { id: `${picture}:${event.data.cityId}`, picture, until: event.metadata.time };
  },
};

/** The uploaded pictures that a city had before its current one, because undoing a decision may bring one back. */
export const formerPictures: CollectionRules<FormerPictureDocument> = {
  collection: 'formerPictures',
  rules: { 'city-edited.v1': rule, 'city-resubmitted.v1': rule },
};
