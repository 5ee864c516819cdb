import { applyChanges } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import type { LocationChanges, LocationStatusEvent } from '#contracts/location/events';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { mapKeyOf } from '#contracts/location/map-key';
import { categories, type Category } from '#contracts/location/words';
import type {
  CityDocument,
  LocationDocument,
  OpinionDocument,
  PhotoDocument,
  PhotoSummary,
} from '#contracts/read-models';
import { countedByCity } from '../city/cities.ts';
import { countedByPerson } from '../account/people.ts';
import { bothCities, itsCity, type Edited } from './at-place.ts';
import { opinionId, bothPlaces, unmerged, withMerging } from './merging.ts';
import type { CollectionRules, EventOfType, Related, Rule } from '../rule.ts';
import { shownWhere } from '../shared/public-change.ts';
import type { ReadModelReader } from '#platform/read-store/port';

type StreamEventType =
  | 'location-edit-proposed.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'photo-featured.v1';
type ActivityType = 'photo-added.v1' | 'photo-reviewed.v1' | 'location-rated.v1' | 'location-favorited.v1';

const id = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;

/** Sets the document's revision to that of this event in the location's stream. */
const revised = (location: LocationDocument, { revision }: Recorded): LocationDocument => ({
  ...location,
  revision: Number(revision),
});

/** A change of the location's own status. */
const status = <E extends Recorded<LocationStatusEvent>>(
  change: (location: LocationDocument, event: E) => LocationDocument = lifeAfter,
): Rule<LocationDocument, E> => ({
  id,
  apply(location, event) {
    if (location === undefined) return undefined;
    if (isOfFirstReleaseCascade(event.metadata)) return revised(location, event);
    const changed = change(location, event);
    const isApproved = changed.status === 'approved';
    const mergedOf = changed.mergedInto === null ? null : changed.submittedBy;
    return revised({ ...changed, isApproved, mergedOf, updatedAt: event.metadata.time }, event);
  },
});

const edit = <E extends Edited>(
  change: (location: LocationDocument, event: E) => LocationDocument = (location) => location,
): Rule<LocationDocument, E> => ({
  id,
  needs: ({ data }) => (data.changes.cityId === undefined ? [] : [['cities', data.changes.cityId.to]]),
  apply(location, event, related) {
    if (location === undefined) return undefined;
    const changed = placed(withChanges(change(location, event), event.data.changes), event, related);
    // A merged place itself does not change: only its edits are still decided.
    const updatedAt = location.mergedInto === null ? event.metadata.time : location.updatedAt;
    return revised({ ...changed, updatedAt }, event);
  },
});

/** An event of the location's stream that changes only the revision. */
const noted = <E extends EventOfType<StreamEventType>>(): Rule<LocationDocument, E> => ({
  id,
  apply: (location, event) => location && revised(location, event),
});

/** A person's activity counts for the trend once per kind and location. */
const activity = <E extends EventOfType<ActivityType>>(
  person: (event: E) => string,
  first: 'firstPhoto' | 'firstRating' | 'firstFavorite',
): Rule<LocationDocument, E> => ({
  id,
  needs: (event) => [['opinions', opinionId(event.data.locationId, person(event))]],
  apply(location, event, related) {
    if (location === undefined) return undefined;
    const opinion = related.get<OpinionDocument>('opinions', opinionId(location.id, person(event)));
    if (opinion?.[first] !== event.id) return location;
    return { ...location, trend: trendWith(location.trend, event.metadata.time) };
  },
});

export const locations: CollectionRules<LocationDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id,
      needs: itsCity,
      apply: (_, event, related) => newLocation(event, related),
    },
    'location-approved.v1': status(approve),
    'location-rejected.v1': status((location, event) => ({
      ...lifeAfter(location, event),
      duplicateOf: event.data.duplicateOf ?? null,
    })),
    'location-withdrawn.v1': status(),
    'location-reopened.v1': status(),
    'location-deleted.v1': status(),
    'location-restored.v1': status(),
    'location-merged.v1': { ...status<EventOfType<'location-merged.v1'>>(), needs: bothPlaces },
    'location-parted.v1': { ...status<EventOfType<'location-parted.v1'>>(), needs: bothPlaces },
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': edit(lifeAfter),
    'location-edit-proposed.v1': noted(),
    'location-edit-rejected.v1': noted(),
    'location-edit-withdrawn.v1': noted(),
    'photo-featured.v1': {
      id,
      recount: ['photos'],
      apply: (location, event) =>
        location && revised({ ...location, featuredPhotoId: event.data.photoId }, event),
    },
    'photo-added.v1': activity((event) => event.metadata.actor, 'firstPhoto'),
    'photo-reviewed.v1': activity((event) => event.data.uploadedBy, 'firstPhoto'),
    'location-rated.v1': activity((event) => event.data.userId, 'firstRating'),
    'location-favorited.v1': activity((event) => event.data.userId, 'firstFavorite'),
  },
  named: withMerging(['photos']),
  isShown: (before, after) => isLocationShown(before && asShown(before), asShown(after)),
  countedBy: [
    { collection: 'cities', counting: countedByCity, uncounted: bothCities },
    countedByPerson('submittedBy'),
  ],
  count: countLocations,
};

const isLocationShown = shownWhere<LocationDocument>(
  (location) => location.isApproved,
  ['ownCityId', 'mergedOf', 'path', 'members'],
);

/** A public featured photo is also the primary photo. */
const asShown = (location: LocationDocument): LocationDocument =>
  location.featuredPhotoId === location.primaryPhoto?.id ? location : { ...location, featuredPhotoId: null };

function approve(location: LocationDocument, event: EventOfType<'location-approved.v1'>): LocationDocument {
  const approved = Number(event.position);
  const trend = location.approved === 0 ? trendWith(location.trend, event.metadata.time) : location.trend;
  return { ...lifeAfter(location, event), approved, trend };
}

/** The location after a change that may have moved it. The rule must name its new city among its needs. */
function placed(
  location: LocationDocument,
  { data: { changes } }: Edited,
  related: Related,
): LocationDocument {
  if (changes.cityId === undefined) return location;
  const { cityId, submittedBy } = location;
  const isOwn = related.get<CityDocument>('cities', cityId)?.submittedBy === submittedBy;
  return { ...location, ownCityId: isOwn ? cityId : null };
}

function newLocation(event: EventOfType<'location-submitted.v1'>, related: Related): LocationDocument {
  const { locationId, cityId, category } = event.data;
  const { actor, time } = event.metadata;
  const fields = pickFields(locationFields, event.data);
  return {
    id: locationId,
    ...fields,
    category: toCategory(category),
    ...newLife(actor),
    createdAt: time,
    updatedAt: time,
    revision: Number(event.revision),
    duplicateOf: null,
    isApproved: false,
    mergedOf: null,
    ...unmerged,
    ownCityId: related.get<CityDocument>('cities', cityId)?.submittedBy === actor ? cityId : null,
    approved: 0,
    mapKey: mapKeyOf(fields),
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    rating: 0,
    ratingSum: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: 0,
  };
}

function withChanges(location: LocationDocument, changes: LocationChanges): LocationDocument {
  const changed = applyChanges<LocationFields>(location, changes);
  return {
    ...location,
    ...changed,
    category: toCategory(changed.category),
    mapKey: mapKeyOf(changed),
  };
}

/** Events keep any text as category. @throws Error for an unknown category, which stops the model */
function toCategory(text: string): Category {
  const known = categories.find((category) => category === text);
  if (known === undefined) throw new Error(`Unknown category ${text}`);
  return known;
}

/** The locations with their photos or opinions recounted. */
function countLocations(
  locations: readonly LocationDocument[],
  members: string,
  reader: ReadModelReader,
): Promise<readonly LocationDocument[]> {
  return members === 'photos' ? withPhotos(locations, reader) : withOpinions(locations, reader);
}

async function withPhotos(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const shown = await reader.tally('photos', {
    by: 'locationId',
    of: locations.map(({ id }) => id),
    filter: { shown: true },
    first: 'added',
  });
  const primaryIds = locations.flatMap(({ id, featuredPhotoId }) =>
    [featuredPhotoId, shown.get(id)?.first ?? null].filter((photoId) => photoId !== null),
  );
  const photos = new Map(
    (await reader.getMany<PhotoDocument>('photos', primaryIds)).map((photo) => [photo.id, photo]),
  );
  return locations.map((location) => {
    const { count: photoCount, first } = shown.get(location.id) ?? { count: 0, first: null };
    const featured = photos.get(location.featuredPhotoId ?? '');
    const isShown = featured?.shown === true && featured.locationId === location.id;
    const primary = isShown ? featured : photos.get(first ?? '');
    const primaryPhoto = primary === undefined ? null : summaryOf(primary);
    const same = location.photoCount === photoCount && sameSummary(location.primaryPhoto, primaryPhoto);
    return same ? location : { ...location, photoCount, primaryPhoto };
  });
}

async function withOpinions(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const asked = { by: 'locationId', of: locations.map(({ id }) => id) };
  const [ratings, favorites] = await Promise.all([
    reader.tally('opinions', { ...asked, filter: { rating: { gte: 1 } }, sum: 'rating' }),
    reader.tally('opinions', { ...asked, filter: { favorite: true } }),
  ]);
  return locations.map((location) => {
    const { count: ratingCount, sum } = ratings.get(location.id) ?? { count: 0, sum: 0 };
    const favoriteCount = favorites.get(location.id)?.count ?? 0;
    const rating = ratingCount === 0 ? 0 : sum / ratingCount;
    const same =
      location.ratingSum === sum &&
      location.ratingCount === ratingCount &&
      location.favoriteCount === favoriteCount;
    return same ? location : { ...location, rating, ratingSum: sum, ratingCount, favoriteCount };
  });
}

const summaryOf = ({ id, width, height, placeholder, renditions }: PhotoDocument): PhotoSummary => ({
  id,
  width,
  height,
  placeholder,
  renditions,
});

/** Compares by value, because a restored photo may be a new object. */
const sameSummary = (one: PhotoSummary | null, other: PhotoSummary | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const halfLife = 7 * 24 * 60 * 60 * 1000; // milliseconds

/**
 * Adds one event to a trend (log2 of a sum of powers of two, 0 for the empty sum). The event weighs 2^(time in units
 * of 7 days since 1970). Only differences are raised to a power, so nothing overflows.
 */
function trendWith(trend: number, time: string): number {
  const weight = Date.parse(time) / halfLife;
  if (trend === 0) return weight;
  const [less, more] = trend < weight ? [trend, weight] : [weight, trend];
  return more + Math.log2(1 + 2 ** (less - more));
}
