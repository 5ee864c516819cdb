import { searchedOf } from '#contracts/shared/entity-fields';
import type { CityChanges } from '#contracts/city/events';
import type { LocationChanges } from '#contracts/location/events';
import { lightKey } from '#contracts/location/light';
import { tileOf } from '#contracts/light/tiles';
import type { Coordinates } from '#contracts/shared/coordinates';
import { normaliseText } from '#contracts/shared/normalise';
import { lookupsOf } from '#contracts/shared/spelling';
import { locationFields } from '#contracts/location/fields';
import { categories, categoryLabels } from '#contracts/location/words';

import { lifeAfter, newLife } from '#contracts/shared/life';
import type { LocationStatusEvent } from '#contracts/location/events';
import { eventTypesOf, type Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';

import {
  search as declaration,
  type SearchCityDocument,
  type SearchDocument,
  type SearchRatingDocument,
  type SearchRatingPart,
} from '#contracts/read-models';
import { itsCity, itsLocation, type Edited } from './at-place.ts';
import { amounting, ofMerging } from './merged-opinions.ts';
import { opinionId, bothPlaces, unmerged, withMerging } from './merging.ts';
import type { CollectionRules, EventOfType, FanOut, ReadModel, Related, Rule } from '../rule.ts';

const cityId = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;
const locationId = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;

const cities: CollectionRules<SearchCityDocument> = {
  collection: 'cities',
  rules: {
    'city-submitted.v1': {
      id: cityId,
      apply: (_, { data, metadata }) => ({
        id: data.cityId,
        name: normaliseText(data.name),
        country: normaliseText(data.country),
        tile: tileIn(data.coordinates),
        submittedBy: metadata.actor,
      }),
    },
    'city-edited.v1': { id: cityId, apply: (city, { data }) => city && renamed(city, data.changes) },
    'city-resubmitted.v1': { id: cityId, apply: (city, { data }) => city && renamed(city, data.changes) },
  },
};

const renamed = (city: SearchCityDocument, changes: CityChanges): SearchCityDocument =>
  isRenamed(changes)
    ? {
        ...city,
        ...(changes.name && { name: normaliseText(changes.name.to) }),
        ...(changes.country && { country: normaliseText(changes.country.to) }),
        ...(changes.coordinates && { tile: tileIn(changes.coordinates.to) }),
      }
    : city;

/** Whether the event changes a field by which the city's locations are found. */
const isRenamed = ({ name, country, coordinates }: CityChanges): boolean =>
  name !== undefined || country !== undefined || coordinates !== undefined;

const tileIn = (coordinates: Coordinates | null | undefined): string =>
  coordinates ? tileOf(coordinates) : '';

const status = <E extends Recorded<LocationStatusEvent>>(
  change: (location: SearchDocument, event: E) => SearchDocument = lifeAfter,
): Rule<SearchDocument, E> => ({
  id: locationId,
  apply(location, event) {
    if (location === undefined || isOfFirstReleaseCascade(event.metadata)) return location;
    return change(location, event);
  },
});

const edit = <E extends Edited>(): Rule<SearchDocument, E> => ({
  id: locationId,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply: (location, event, related) => location && edited(location, event, related),
});

/** Updates the locations of a city whose texts or coordinates changed, because they are found by these. */
const ofRenamedCity: FanOut<SearchDocument, EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>> = {
  field: 'cityId',
  values: ({ data }) => (isRenamed(data.changes) ? [data.cityId] : []),
  by: [['status', 1]],
  apply: (location, _, related) => withCity(location, related),
};

const locations: CollectionRules<SearchDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id: locationId,
      needs: itsCity,
      apply: (_, event, related) => newDocument(event, related),
    },
    'location-approved.v1': status((location, event) => ({
      ...lifeAfter(location, event),
      order: Number(event.position),
    })),
    'location-rejected.v1': status(),
    'location-withdrawn.v1': status(),
    'location-reopened.v1': status(),
    'location-deleted.v1': status(),
    'location-restored.v1': status(),
    'location-merged.v1': { ...status<EventOfType<'location-merged.v1'>>(), needs: bothPlaces },
    'location-parted.v1': { ...status<EventOfType<'location-parted.v1'>>(), needs: bothPlaces },
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': {
      ...edit<EventOfType<'location-resubmitted.v1'>>(),
      apply: (location, event, related) => location && edited(lifeAfter(location, event), event, related),
    },
  },
  named: withMerging([]),
  fanOuts: {
    'city-edited.v1': ofRenamedCity,
    'city-resubmitted.v1': ofRenamedCity,
  },
  async count(locations, _members, reader) {
    const ratings = await reader.tally('ratings', {
      by: 'locationId',
      of: locations.map(({ id }) => id),
      filter: { rating: { gte: 1 } },
      sum: 'rating',
    });
    return locations.map((location) => {
      const { count, sum } = ratings.get(location.id) ?? { count: 0, sum: 0 };
      return rated(location, count, sum);
    });
  },
};

/** The location with its rating, computed like the mean in the `places` model. */
const rated = (location: SearchDocument, ratingCount: number, ratingSum: number): SearchDocument =>
  location.ratingCount === ratingCount && location.ratingSum === ratingSum
    ? location
    : { ...location, ratingCount, ratingSum, rating: ratingCount === 0 ? 0 : ratingSum / ratingCount };

const unrated = (locationId: string, userId: string): SearchRatingDocument => ({
  id: opinionId(locationId, userId),
  locationId,
  rating: 0,
  ratedAt: 0,
  parts: null,
});

const kind = {
  partOf: ({ rating, ratedAt }: SearchRatingPart): SearchRatingPart => ({ rating, ratedAt }),
  isNothing: ({ rating }: SearchRatingPart): boolean => rating === 0,
  isEmpty: ({ rating }: SearchRatingDocument): boolean => rating === 0,
  withParts(opinion: SearchRatingDocument, parts: readonly SearchRatingPart[]): SearchRatingDocument {
    const newest = parts.reduce((one, other) => (other.ratedAt > one.ratedAt ? other : one), {
      rating: 0,
      ratedAt: 0,
    });
    return { ...opinion, ...newest };
  },
};

const ratings: CollectionRules<SearchRatingDocument> = {
  collection: 'ratings',
  rules: {
    'location-rated.v1': {
      id: ({ data }) => opinionId(data.locationId, data.userId),
      needs: itsLocation,
      apply(known, { position, data: { locationId, userId, rating } }) {
        const part = { rating, ratedAt: Number(position) };
        const opinion = known ?? unrated(locationId, userId);
        if (opinion.parts === null) return { ...opinion, ...part };
        return amounting(kind, opinion, { ...opinion.parts, [locationId]: part });
      },
    },
  },
  fanOuts: ofMerging({ ...kind, none: unrated }, [['rating', 1]]),
  countedBy: [
    {
      collection: 'locations',
      counting: {
        counterOf: ({ locationId }) => locationId,
        change: (location: SearchDocument, before, after) =>
          rated(
            location,
            location.ratingCount + Number((after?.rating ?? 0) > 0) - Number((before?.rating ?? 0) > 0),
            location.ratingSum + (after?.rating ?? 0) - (before?.rating ?? 0),
          ),
      },
      uncounted: ({ locationId }) => [locationId],
    },
  ],
};

/** The text index of the locations, with the city and rating data that it needs. */
export const search: ReadModel = {
  declaration,
  collections: [cities, locations, ratings],
  ignores: [
    'city-approved.v1',
    'city-rejected.v1',
    'city-withdrawn.v1',
    'city-reopened.v1',
    'city-deleted.v1',
    'city-restored.v1',
    'location-edit-proposed.v1',
    'location-edit-rejected.v1',
    'location-edit-withdrawn.v1',
    'photo-featured.v1',
    'location-favorited.v1',
    'location-unfavorited.v1',
    ...eventTypesOf.photo,
    ...eventTypesOf.reports,
    ...eventTypesOf.change,
    ...eventTypesOf.secondOpinion,
    ...eventTypesOf.account,
  ],
};

function newDocument(event: EventOfType<'location-submitted.v1'>, related: Related): SearchDocument {
  const { data, metadata } = event;
  const city = related.get<SearchCityDocument>('cities', data.cityId);
  return {
    id: data.locationId,
    cityId: data.cityId,
    category: data.category,
    ownCityId: city?.submittedBy === metadata.actor ? data.cityId : '',
    bestTime: data.bestTimeToVisit ?? '',
    tile: tileIn(data.coordinates),
    light: lightKey(data.bestTimeToVisit ?? '', tileIn(data.coordinates) || (city?.tile ?? '')),
    lookups: lookupsOf(normaliseText(data.name)),
    name: normaliseText(data.name),
    city: city?.name ?? '',
    rest: restOf(textsOf(data), data.category, city),
    order: Number(event.position),
    rating: 0,
    ratingCount: 0,
    ratingSum: 0,
    ...newLife(metadata.actor),
    ...unmerged,
  };
}

function edited(location: SearchDocument, event: Edited, related: Related): SearchDocument {
  const { changes } = event.data;
  const { name, category, cityId: city, bestTimeToVisit, coordinates } = changes;
  const moved = { ...location, cityId: city?.to ?? location.cityId };
  const changed = {
    ...moved,
    category: category?.to ?? location.category,
    bestTime: bestTimeToVisit === undefined ? location.bestTime : (bestTimeToVisit.to ?? ''),
    tile: coordinates === undefined ? location.tile : tileIn(coordinates.to),
    ...(name === undefined
      ? {}
      : { name: normaliseText(name.to), lookups: lookupsOf(normaliseText(name.to)) }),
  };
  const texts = changedTexts(textsIn(location), changes);
  const found = withCity(changed, related, texts);
  if (city === undefined) return found;
  const isOwn = related.get<SearchCityDocument>('cities', city.to)?.submittedBy === location.submittedBy;
  return { ...found, ownCityId: isOwn ? city.to : '' };
}

/** A category of an earlier release may have no label. */
function labelOf(stored: string): string {
  const category = categories.find((each) => each === stored);
  return category === undefined ? stored : categoryLabels[category];
}

/** The location with these texts, its category's label, and the texts and coordinates of its current city. */
function withCity(location: SearchDocument, related: Related, texts = textsIn(location)): SearchDocument {
  const city = related.get<SearchCityDocument>('cities', location.cityId);
  const light = lightKey(location.bestTime, location.tile || (city?.tile ?? ''));
  return { ...location, light, city: city?.name ?? '', rest: restOf(texts, location.category, city) };
}

/** The fields that are searched in addition to the name, in the order of their description. */
const textFields = searchedOf(locationFields).filter((field) => field !== 'name');
type TextField = (typeof textFields)[number];

const textsOf = (values: {
  readonly [Field in TextField]?: string | null | undefined;
}): string[] => textFields.map((field) => normaliseText(values[field] ?? ''));

const changedTexts = (texts: readonly string[], changes: LocationChanges): string[] =>
  textFields.map((field, at) => {
    const change = changes[field];
    return change === undefined ? (texts[at] ?? '') : normaliseText(change.to ?? '');
  });

// Folded text contains no line breaks, so they separate the texts, and no word matches across them.
const restOf = (texts: readonly string[], category: string, city: SearchCityDocument | undefined): string =>
  [...texts, normaliseText(labelOf(category)), city?.country ?? ''].join('\n');
const textsIn = (location: SearchDocument): string[] => location.rest.split('\n').slice(0, textFields.length);
