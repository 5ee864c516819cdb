import type { LocationChanges } from '#contracts/events/location';
import { categories, type Category } from '#contracts/vocabulary';

import type { CityDocument, LocationDocument, OpinionDocument } from '../read-store/models.ts';
import { countLocations } from './count-location.ts';
import { dated, edited, revised } from './entity.ts';
import {
  decided,
  deleted,
  isOverdue,
  reopened,
  restored,
  submitted,
  under,
  undone,
  type CityStatusType,
  type LocationEditType,
  type LocationStatusType,
} from './life-cycle.ts';
import { opinionId } from './opinions.ts';
import type { CollectionRules, EventOfType, FanOut, Need, Related, Rule } from './rule.ts';
import { trendWith } from './trend.ts';

type StreamEventType =
  | 'location-edit-proposed.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'photo-featured.v1';
type ActivityType = 'photo-added.v1' | 'location-rated.v1' | 'location-favorited.v1';

const id = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
const itsCity = (event: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', event.data.cityId],
];

/** A change of its own status; its city still has the last word. */
const status = <E extends EventOfType<LocationStatusType>>(
  change: (location: LocationDocument, event: E) => LocationDocument,
): Rule<LocationDocument, E> => ({
  id,
  needs: itsCity,
  apply(location, event, related) {
    if (location === undefined) return undefined;
    if (isOverdue(event, related.get<CityDocument>('cities', event.data.cityId)))
      return revised(location, event);
    const changed = dated(location, underCity(change(location, event), related), event);
    return revised(changed, event);
  },
});

const edit = <E extends EventOfType<LocationEditType>>(): Rule<LocationDocument, E> => ({
  id,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply(location, event, related) {
    if (location === undefined) return undefined;
    const changed = withChanges(location, event.data.changes);
    const placed = event.data.changes.cityId === undefined ? changed : underCity(changed, related);
    return revised(edited(dated(location, placed, event), event), event);
  },
});

/** Of its stream, without a change to what is shown. */
const noted = <E extends EventOfType<StreamEventType>>(): Rule<LocationDocument, E> => ({
  id,
  apply: (location, event) => location && revised(location, event),
});

/** Activity counts for the trend the first time that a person shows it here. */
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

/** What an event of its city does to each location in it. */
const ofCity = <E extends EventOfType<CityStatusType>>(
  change: (location: LocationDocument, event: E) => LocationDocument = (location) => location,
): FanOut<LocationDocument, E> => ({
  field: 'cityId',
  value: (event) => event.data.cityId,
  by: [['status', 1]],
  apply: (location, event, related) => dated(location, underCity(change(location, event), related), event),
});

export const locations: CollectionRules<LocationDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id,
      needs: itsCity,
      apply: (_, event, related) => underCity(newLocation(event), related),
    },
    'location-approved.v1': status(approve),
    'location-rejected.v1': status((location, event) =>
      decided(location, event, 'rejected', event.data.reason),
    ),
    'location-withdrawn.v1': status((location, event) => decided(location, event, 'withdrawn')),
    'location-reopened.v1': status(reopened),
    'location-deleted.v1': { ...status(deleted), recount: ['photos'] },
    'location-restored.v1': { ...status<EventOfType<'location-restored.v1'>>(restored), recount: ['photos'] },
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
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
    'location-rated.v1': activity((event) => event.data.userId, 'firstRating'),
    'location-favorited.v1': activity((event) => event.data.userId, 'firstFavorite'),
  },
  fanOuts: {
    'city-approved.v1': ofCity(),
    'city-rejected.v1': ofCity(),
    'city-withdrawn.v1': ofCity(),
    'city-deleted.v1': ofCity(),
    'city-reopened.v1': ofCity((location, event) => undone(location, event.data.undoes)),
    // Its photos return with it; those of an interrupted run are no longer found by what ended them.
    'city-restored.v1': {
      ...ofCity<EventOfType<'city-restored.v1'>>((location, event) => undone(location, event.data.undoes)),
      recount: ['photos'],
    },
  },

  countedBy: 'cities',
  counters(before, after) {
    if (before === undefined) return after.public ? [after.cityId] : [];
    if (before.cityId !== after.cityId) return [before.cityId, after.cityId];
    if (before.public !== after.public) return [after.cityId];
    return after.public && before.photoCount !== after.photoCount ? [after.cityId] : [];
  },
  // After a move both cities count: the event names the one that the location was in before it.
  uncounted: ({ cityId }, event) =>
    event !== undefined && 'cityId' in event.data ? [cityId, event.data.cityId] : [cityId],
  count: countLocations,
};

function approve(location: LocationDocument, event: EventOfType<'location-approved.v1'>): LocationDocument {
  const approved = Number(event.position);
  const trend = location.approved === 0 ? trendWith(location.trend, event.metadata.time) : location.trend;
  return { ...decided(location, event, 'approved'), approved, trend };
}

/** As its city lets it be, and public only together with it. */
function underCity(location: LocationDocument, related: Related): LocationDocument {
  const city = related.get<CityDocument>('cities', location.cityId);
  const placed = under(location, city);
  const isPublic = placed.status === 'approved' && city?.status === 'approved';
  return placed.public === isPublic ? placed : { ...placed, public: isPublic };
}

function newLocation(event: EventOfType<'location-submitted.v1'>): LocationDocument {
  const { locationId, cityId, name, description, category, address, bestTimeToVisit } = event.data;
  const { actor, time } = event.metadata;
  return {
    id: locationId,
    name,
    description,
    cityId,
    category: toCategory(category),
    address,
    bestTimeToVisit,
    ...submitted(actor),
    createdAt: time,
    updatedAt: time,
    decidedAt: null,
    revision: Number(event.revision),
    public: false,
    approved: 0,
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    rating: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: 0,
  };
}

function withChanges(location: LocationDocument, changes: LocationChanges): LocationDocument {
  const { name, description, cityId, category, address, bestTimeToVisit } = changes;
  return {
    ...location,
    ...(name && { name: name.to }),
    ...(description && { description: description.to }),
    ...(cityId && { cityId: cityId.to }),
    ...(category && { category: toCategory(category.to) }),
    ...(address && { address: address.to }),
    ...(bestTimeToVisit && { bestTimeToVisit: bestTimeToVisit.to }),
  };
}

/** Events keep the text that was written; a category that this release does not know stops the model. */
function toCategory(text: string): Category {
  const known = categories.find((category) => category === text);
  if (known === undefined) throw new Error(`Unknown category ${text}`);
  return known;
}
