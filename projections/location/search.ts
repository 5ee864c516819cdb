import { searchedOf } from '#contracts/shared/entity-fields';
import type { CityChanges } from '#contracts/city/events';
import type { LocationChanges } from '#contracts/location/events';
import { fold } from '#contracts/shared/fold';
import { lookupsOf } from '#contracts/shared/spelling';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { categories, categoryLabels } from '#contracts/location/words';

import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import { eventTypesOf, type Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';

import {
  search as declaration,
  type SearchCityDocument,
  type SearchDocument,
  type SearchRatingDocument,
} from '#contracts/read-models';
import type { ReadModelReader } from '#platform/read-store/port';
import { cityAfter, countLocation, markedAtOnce, marksIn, noLocations, toMark } from '../city/city-marks.ts';
import { locationsOf } from '../city/locations-of.ts';
import { opinionId } from '../shared/opinion-id.ts';
import type { CollectionRules, EventOfType, FanOut, Need, ReadModel, Related, Rule } from '../rule.ts';

type EditType =
  | 'location-edited.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-reopened.v1'
  | 'location-resubmitted.v1';

const cityId = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;
const locationId = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
const itsCity = (event: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', event.data.cityId],
];

function citiesMarking(most: number): CollectionRules<SearchCityDocument> {
  const status: Rule<SearchCityDocument, Recorded<CityStatusEvent>> = {
    id: cityId,
    byNumbers: true,
    apply: (city, event) => city && cityAfter(city, event, most),
  };
  return {
    collection: 'cities',
    rules: {
      'city-submitted.v1': {
        id: cityId,
        apply: (_, { data, metadata }) => ({
          id: data.cityId,
          name: fold(data.name),
          country: fold(data.country),
          ...newLife(metadata.actor),
          ...noLocations,
        }),
      },
      'city-approved.v1': status,
      'city-rejected.v1': status,
      'city-withdrawn.v1': status,
      'city-reopened.v1': status,
      'city-deleted.v1': status,
      'city-restored.v1': status,
      'city-resubmitted.v1': {
        ...status,
        apply: (city, event) => city && renamed(cityAfter(city, event, most), event.data.changes),
      },
      'city-edited.v1': { id: cityId, apply: (city, { data }) => city && renamed(city, data.changes) },
    },
    count: (cities, _members, reader) => Promise.all(cities.map((city) => countedAnew(city, reader))),
  };
}

const renamed = (city: SearchCityDocument, changes: CityChanges): SearchCityDocument =>
  isRenamed(changes)
    ? {
        ...city,
        ...(changes.name && { name: fold(changes.name.to) }),
        ...(changes.country && { country: fold(changes.country.to) }),
      }
    : city;

/** Whether texts change by which its locations are found. */
const isRenamed = ({ name, country }: CityChanges): boolean => name !== undefined || country !== undefined;

/** Recounts from all locations of the city. Needed only after an interrupted run. */
async function countedAnew(city: SearchCityDocument, reader: ReadModelReader): Promise<SearchCityDocument> {
  const { locationCount, pendingCount, ownPendingCount, declinedCount } = noLocations;
  let counted: SearchCityDocument = { ...city, locationCount, pendingCount, ownPendingCount, declinedCount };
  for await (const location of locationsOf<SearchDocument>(reader, city.id)) {
    counted = countLocation(counted, undefined, location);
  }
  return counted;
}

const status = <E extends Recorded<LocationStatusEvent>>(
  change: (location: SearchDocument, event: E) => SearchDocument = lifeAfter,
): Rule<SearchDocument, E> => ({
  id: locationId,
  needs: itsCity,
  apply(location, event, related) {
    if (location === undefined || isOfFirstReleaseCascade(event.metadata)) return location;
    return marked(change(location, event), related);
  },
});

const edit = <E extends EventOfType<EditType>>(): Rule<SearchDocument, E> => ({
  id: locationId,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply: (location, event, related) => location && edited(location, event, related),
});

/** Marks the city's locations again when its end or return requires it. */
const ofCity: FanOut<SearchDocument, Recorded<CityStatusEvent>> = {
  field: 'cityId',
  value: (event, related) =>
    toMark(related.get<SearchCityDocument>('cities', cityId(event)), event) && cityId(event),
  where: (event, related) => toMark(related.get<SearchCityDocument>('cities', cityId(event)), event) ?? {},
  by: [['status', 1]],
  apply: (location, _, related) => marked(location, related),
};

const locations: CollectionRules<SearchDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id: locationId,
      needs: itsCity,
      apply: (_, event, related) => marked(newDocument(event, related), related),
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
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': {
      ...edit<EventOfType<'location-resubmitted.v1'>>(),
      apply: (location, event, related) =>
        location && marked(edited(lifeAfter(location, event), event, related), related),
    },
  },
  fanOuts: {
    'city-approved.v1': ofCity,
    'city-rejected.v1': ofCity,
    'city-withdrawn.v1': ofCity,
    'city-deleted.v1': ofCity,
    'city-reopened.v1': ofCity,
    'city-restored.v1': ofCity,
    'city-edited.v1': {
      field: 'cityId',
      value: ({ data }) => (isRenamed(data.changes) ? data.cityId : undefined),
      by: [['status', 1]],
      apply: (location, _, related) => withCity(location, related),
    },
    // The locations are marked again and get the city's texts, which may have changed.
    'city-resubmitted.v1': {
      ...ofCity,
      value: (event, related) =>
        isRenamed(event.data.changes) ? event.data.cityId : ofCity.value(event, related),
      where: (event, related) =>
        isRenamed(event.data.changes) ? {} : (ofCity.where?.(event, related) ?? {}),
      apply: (location, _, related) => withCity(marked(location, related), related),
    },
  },
  countedBy: 'cities',
  counting: {
    counterOf: (location) => location.cityId,
    change: (city: SearchCityDocument, before, after) => countLocation(city, before, after),
  },
  // After a move, both cities must recount. The event names the former city.
  uncounted: (location, event) =>
    event !== undefined && 'cityId' in event.data ? [location.cityId, event.data.cityId] : [location.cityId],

  async count(locations, _members, reader) {
    const ratings = await reader.tally('ratings', {
      by: 'locationId',
      of: locations.map(({ id }) => id),
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

const ratings: CollectionRules<SearchRatingDocument> = {
  collection: 'ratings',
  rules: {
    'location-rated.v1': {
      id: ({ data }) => opinionId(data.locationId, data.userId),
      needs: ({ data }) => [['locations', data.locationId]],
      apply: (known, { data: { locationId, userId, rating } }) =>
        known?.rating === rating ? known : { id: opinionId(locationId, userId), locationId, rating },
    },
  },
  countedBy: 'locations',
  counting: {
    counterOf: ({ locationId }) => locationId,
    change: (location: SearchDocument, before, after) =>
      rated(
        location,
        location.ratingCount + Number(after !== undefined) - Number(before !== undefined),
        location.ratingSum + (after?.rating ?? 0) - (before?.rating ?? 0),
      ),
  },
  uncounted: ({ locationId }) => [locationId],
};

/**
 * The text index of the locations, with the city and rating data that it needs. `most`: the most locations that are
 * marked at once when their city ends or returns.
 */
export const searchMarking = (most: number): ReadModel => ({
  declaration,
  collections: [citiesMarking(most), locations, ratings],
  ignores: [
    'location-edit-proposed.v1',
    'location-edit-rejected.v1',
    'location-edit-withdrawn.v1',
    'photo-featured.v1',
    'location-favorited.v1',
    'location-unfavorited.v1',
    ...eventTypesOf.photo,
    ...eventTypesOf.reports,
    ...eventTypesOf.change,
    ...eventTypesOf.account,
  ],
});

export const search = searchMarking(markedAtOnce);

function newDocument(event: EventOfType<'location-submitted.v1'>, related: Related): SearchDocument {
  const { data, metadata } = event;
  const city = related.get<SearchCityDocument>('cities', data.cityId);
  return {
    id: data.locationId,
    cityId: data.cityId,
    category: data.category,
    listedAs: 'pending',
    public: '0',
    bestTime: data.bestTimeToVisit ?? '',
    lookups: lookupsOf(fold(data.name)),
    name: fold(data.name),
    city: city?.name ?? '',
    rest: restOf(textsOf(data), data.category, city),
    order: Number(event.position),
    rating: 0,
    ratingCount: 0,
    ratingSum: 0,
    ...newLife(metadata.actor),
  };
}

function edited(location: SearchDocument, event: EventOfType<EditType>, related: Related): SearchDocument {
  const { changes } = event.data;
  const { name, category, cityId: city, bestTimeToVisit } = changes;
  const moved = { ...location, cityId: city?.to ?? location.cityId };
  const changed = {
    ...moved,
    category: category?.to ?? location.category,
    bestTime: bestTimeToVisit === undefined ? location.bestTime : (bestTimeToVisit.to ?? ''),
    ...(name === undefined ? {} : { name: fold(name.to), lookups: lookupsOf(fold(name.to)) }),
  };
  const texts = changedTexts(textsIn(location), changes);
  const found = withCity(changed, related, texts);
  return city === undefined ? found : marked(found, related);
}

/** The location with its marks, computed from the state of its current city. */
function marked(location: SearchDocument, related: Related): SearchDocument {
  const marks = marksIn(location, related.get<SearchCityDocument>('cities', location.cityId));
  const isPublic = marks.public ? '1' : '0';
  const same = location.listedAs === marks.listedAs && location.public === isPublic;
  return same ? location : { ...location, listedAs: marks.listedAs, public: isPublic };
}

/** A category of an earlier release may have no label. */
function labelOf(stored: string): string {
  const category = categories.find((each) => each === stored);
  return category === undefined ? stored : categoryLabels[category];
}

/** The location with these texts, its category's label, and the texts of its current city. */
function withCity(location: SearchDocument, related: Related, texts = textsIn(location)): SearchDocument {
  const city = related.get<SearchCityDocument>('cities', location.cityId);
  return { ...location, city: city?.name ?? '', rest: restOf(texts, location.category, city) };
}

/** The fields that are searched in addition to the name, in the order of their description. */
const textFields = searchedOf(locationFields).filter((field) => field !== 'name');

const textsOf = (values: {
  readonly [Field in keyof LocationFields]?: string | null | undefined;
}): string[] => textFields.map((field) => fold(values[field] ?? ''));

const changedTexts = (texts: readonly string[], changes: LocationChanges): string[] =>
  textFields.map((field, at) => {
    const change = changes[field];
    return change === undefined ? (texts[at] ?? '') : fold(change.to ?? '');
  });

// Folded text contains no line breaks, so they separate the texts, and no word matches across them.
const restOf = (texts: readonly string[], category: string, city: SearchCityDocument | undefined): string =>
  [...texts, fold(labelOf(category)), city?.country ?? ''].join('\n');
const textsIn = (location: SearchDocument): string[] => location.rest.split('\n').slice(0, textFields.length);
