import { applyChanges } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import type { LocationChanges } from '#contracts/location/events';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { categories, type Category } from '#contracts/location/words';

import type { CityDocument, LocationDocument, OpinionDocument } from '#contracts/read-models';
import { countedByCity } from '../city/cities.ts';
import { marksIn, toMark } from '../city/city-marks.ts';
import { countLocations } from '../city/count-location.ts';
import { opinionId } from '../shared/opinion-id.ts';
import type { CollectionRules, EventOfType, FanOut, Need, Related, Rule } from '../rule.ts';
import { shownWhere } from '../shared/public-change.ts';
import { trendWith } from './trend.ts';

type EditType = 'location-edited.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1';
type StreamEventType =
  | 'location-edit-proposed.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'photo-featured.v1';
type ActivityType = 'photo-added.v1' | 'photo-reviewed.v1' | 'location-rated.v1' | 'location-favorited.v1';

const id = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
const itsCity = (event: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', event.data.cityId],
];

/** The document with the revision of this event in the location's stream. */
const revised = (location: LocationDocument, { revision }: Recorded): LocationDocument => ({
  ...location,
  revision: Number(revision),
});

/** A change of the location's own status. */
const status = <E extends Recorded<LocationStatusEvent>>(
  change: (location: LocationDocument, event: E) => LocationDocument = lifeAfter,
): Rule<LocationDocument, E> => ({
  id,
  needs: itsCity,
  apply(location, event, related) {
    if (location === undefined) return undefined;
    if (isOfFirstReleaseCascade(event.metadata)) return revised(location, event);
    const changed = marked(change(location, event), related);
    return revised({ ...changed, updatedAt: event.metadata.time }, event);
  },
});

const edit = <E extends EventOfType<EditType | 'location-resubmitted.v1'>>(): Rule<LocationDocument, E> => ({
  id,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply(location, event, related) {
    if (location === undefined) return undefined;
    const changed = withChanges(location, event.data.changes);
    const placed = event.data.changes.cityId === undefined ? changed : marked(changed, related);
    return revised({ ...placed, updatedAt: event.metadata.time }, event);
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

/** Marks the city's locations again when its end or return requires it. */
const ofCity: FanOut<LocationDocument, Recorded<CityStatusEvent>> = {
  field: 'cityId',
  value: ({ data: { cityId }, position }, related) =>
    toMark(related.get<CityDocument>('cities', cityId), { position }) && cityId,
  where: ({ data: { cityId }, position }, related) =>
    toMark(related.get<CityDocument>('cities', cityId), { position }) ?? {},
  by: [['status', 1]],
  apply: (location, _, related) => marked(location, related),
};

export const locations: CollectionRules<LocationDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id,
      needs: itsCity,
      apply: (_, event, related) => marked(newLocation(event), related),
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
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
    'location-edit-reopened.v1': edit(),
    'location-resubmitted.v1': {
      ...edit<EventOfType<'location-resubmitted.v1'>>(),
      apply(location, event, related) {
        if (location === undefined) return undefined;
        const changed = withChanges(lifeAfter(location, event), event.data.changes);
        return revised({ ...marked(changed, related), updatedAt: event.metadata.time }, event);
      },
    },
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
  fanOuts: {
    'city-approved.v1': ofCity,
    'city-rejected.v1': ofCity,
    'city-withdrawn.v1': ofCity,
    'city-deleted.v1': ofCity,
    'city-reopened.v1': ofCity,
    'city-resubmitted.v1': ofCity,
    'city-restored.v1': ofCity,
  },

  isShown: (before, after) => isLocationShown(before && asShown(before), asShown(after)),
  countedBy: 'cities',
  counting: countedByCity,
  // After a move, both cities must recount. The event names the former city.
  uncounted: ({ cityId }, event) =>
    event !== undefined && 'cityId' in event.data ? [cityId, event.data.cityId] : [cityId],
  count: countLocations,
};

const isLocationShown = shownWhere<LocationDocument>((location) => location.public, ['editCount']);

/** A featured photo that everybody sees is also the primary photo. */
const asShown = (location: LocationDocument): LocationDocument =>
  location.featuredPhotoId === location.primaryPhoto?.id ? location : { ...location, featuredPhotoId: null };

function approve(location: LocationDocument, event: EventOfType<'location-approved.v1'>): LocationDocument {
  const approved = Number(event.position);
  const trend = location.approved === 0 ? trendWith(location.trend, event.metadata.time) : location.trend;
  return { ...lifeAfter(location, event), approved, trend };
}

/** The location with its marks, computed from the state of its current city. */
function marked(location: LocationDocument, related: Related): LocationDocument {
  const marks = marksIn(location, related.get<CityDocument>('cities', location.cityId));
  const same = location.listedAs === marks.listedAs && location.public === marks.public;
  return same ? location : { ...location, ...marks };
}

function newLocation(event: EventOfType<'location-submitted.v1'>): LocationDocument {
  const { locationId, category } = event.data;
  const { actor, time } = event.metadata;
  return {
    id: locationId,
    ...pickFields(locationFields, event.data),
    category: toCategory(category),
    ...newLife(actor),
    createdAt: time,
    updatedAt: time,
    revision: Number(event.revision),
    duplicateOf: null,
    listedAs: 'pending',
    public: false,
    approved: 0,
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    editCount: 0,
    rating: 0,
    ratingSum: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: 0,
  };
}

function withChanges(location: LocationDocument, changes: LocationChanges): LocationDocument {
  const changed = applyChanges<LocationFields>(location, changes);
  return { ...location, ...changed, category: toCategory(changed.category) };
}

/** Events keep any text as category. @throws Error for an unknown category, which stops the model */
function toCategory(text: string): Category {
  const known = categories.find((category) => category === text);
  if (known === undefined) throw new Error(`Unknown category ${text}`);
  return known;
}
