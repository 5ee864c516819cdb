import { fold } from '#contracts/fold';

import { search as declaration, type SearchCityDocument, type SearchDocument } from '../read-store/models.ts';
import {
  decided,
  deleted,
  isOverdue,
  reopened,
  restored,
  submitted,
  tracked,
  under,
  undone,
  type CityStatusType,
  type LocationEditType,
  type LocationStatusType,
} from './life-cycle.ts';
import type { CollectionRules, EventOfType, FanOut, Need, ReadModel, Related, Rule } from './rule.ts';

const cityId = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;
const locationId = (event: { readonly data: { readonly locationId: string } }) => event.data.locationId;
const itsCity = (event: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', event.data.cityId],
];

const cityStatus = <E extends EventOfType<CityStatusType>>(
  change: (city: SearchCityDocument, event: E) => SearchCityDocument,
): Rule<SearchCityDocument, E> => ({
  id: cityId,
  apply: (city, event) => city && change(city, event),
});

const cities: CollectionRules<SearchCityDocument> = {
  collection: 'cities',
  rules: {
    'city-submitted.v1': {
      id: cityId,
      apply: (_, { data, metadata }) => ({
        id: data.cityId,
        name: fold(data.name),
        ...submitted(metadata.actor),
        lastUndone: null,
      }),
    },
    'city-approved.v1': cityStatus((city, event) => decided(city, event, 'approved')),
    'city-rejected.v1': cityStatus((city, event) => decided(city, event, 'rejected', event.data.reason)),
    'city-withdrawn.v1': cityStatus((city, event) => decided(city, event, 'withdrawn')),
    'city-reopened.v1': cityStatus(tracked(reopened)),
    'city-deleted.v1': cityStatus(deleted),
    'city-restored.v1': cityStatus(tracked(restored)),
    'city-edited.v1': {
      id: cityId,
      apply(city, { data }) {
        const name = data.changes.name;
        return city && name ? { ...city, name: fold(name.to) } : city;
      },
    },
  },
};

const status = <E extends EventOfType<LocationStatusType>>(
  change: (location: SearchDocument, event: E) => SearchDocument,
): Rule<SearchDocument, E> => ({
  id: locationId,
  needs: itsCity,
  apply(location, event, related) {
    if (location === undefined) return undefined;
    const overdue = isOverdue(event, related.get<SearchCityDocument>('cities', event.data.cityId));
    return overdue ? location : underCity(change(location, event), related);
  },
});

const edit = <E extends EventOfType<LocationEditType>>(): Rule<SearchDocument, E> => ({
  id: locationId,
  needs: (event) => {
    const to = event.data.changes.cityId?.to;
    return to === undefined ? itsCity(event) : [...itsCity(event), ['cities', to]];
  },
  apply: (location, event, related) => location && edited(location, event, related),
});

const ofCity = <E extends EventOfType<CityStatusType>>(
  change: (location: SearchDocument, event: E) => SearchDocument = (location) => location,
): FanOut<SearchDocument, E> => ({
  field: 'cityId',
  value: cityId,
  by: [],
  apply: (location, event, related) => underCity(change(location, event), related),
});

const locations: CollectionRules<SearchDocument> = {
  collection: 'locations',
  rules: {
    'location-submitted.v1': {
      id: locationId,
      needs: itsCity,
      apply: (_, event, related) => underCity(newDocument(event, related), related),
    },
    'location-approved.v1': status((location, event) => ({
      ...decided(location, event, 'approved'),
      order: Number(event.position),
    })),
    'location-rejected.v1': status((location, event) =>
      decided(location, event, 'rejected', event.data.reason),
    ),
    'location-withdrawn.v1': status((location, event) => decided(location, event, 'withdrawn')),
    'location-reopened.v1': status(reopened),
    'location-deleted.v1': status(deleted),
    'location-restored.v1': status(restored),
    'location-edited.v1': edit(),
    'location-edit-approved.v1': edit(),
  },
  fanOuts: {
    'city-approved.v1': ofCity(),
    'city-rejected.v1': ofCity(),
    'city-withdrawn.v1': ofCity(),
    'city-deleted.v1': ofCity(),
    'city-reopened.v1': ofCity((location, event) => undone(location, event.data.undoes)),
    'city-restored.v1': ofCity((location, event) => undone(location, event.data.undoes)),
    'city-edited.v1': {
      field: 'cityId',
      value: ({ data }) => (data.changes.name === undefined ? undefined : data.cityId),
      by: [],
      apply(location, _, related) {
        const [description, address] = partsOf(location);
        return { ...location, rest: rest(description, address, cityName(location, related)) };
      },
    },
  },
};

/** The text index of the locations, and of their cities what it takes to keep it. */
export const search: ReadModel = {
  declaration,
  collections: [cities, locations],
  ignores: [
    'location-edit-proposed.v1',
    'location-edit-rejected.v1',
    'location-edit-withdrawn.v1',
    'photo-featured.v1',
    'photo-added.v1',
    'photo-deleted.v1',
    'photo-restored.v1',
    'location-rated.v1',
    'location-favorited.v1',
    'location-unfavorited.v1',
    'account-registered.v1',
    'account-erased.v1',
  ],
};

function newDocument(event: EventOfType<'location-submitted.v1'>, related: Related): SearchDocument {
  const { data, metadata } = event;
  const city = related.get<SearchCityDocument>('cities', data.cityId);
  return {
    id: data.locationId,
    cityId: data.cityId,
    category: data.category,
    public: '0',
    name: fold(data.name),
    rest: rest(fold(data.description), fold(data.address ?? ''), city?.name ?? ''),
    order: Number(event.position),
    ...submitted(metadata.actor),
  };
}

function edited(
  location: SearchDocument,
  event: EventOfType<LocationEditType>,
  related: Related,
): SearchDocument {
  const { name, description, address, category, cityId: city } = event.data.changes;
  const [oldDescription, oldAddress] = partsOf(location);
  const moved = { ...location, cityId: city?.to ?? location.cityId };
  const changed = {
    ...moved,
    category: category?.to ?? location.category,
    name: name ? fold(name.to) : location.name,
    rest: rest(
      description ? fold(description.to) : oldDescription,
      address ? fold(address.to ?? '') : oldAddress,
      cityName(moved, related),
    ),
  };
  return city === undefined ? changed : underCity(changed, related);
}

function underCity(location: SearchDocument, related: Related): SearchDocument {
  const city = related.get<SearchCityDocument>('cities', location.cityId);
  const placed = under(location, city);
  const shown = placed.status === 'approved' && city?.status === 'approved' ? '1' : '0';
  return placed.public === shown ? placed : { ...placed, public: shown };
}

const cityName = (location: SearchDocument, related: Related): string =>
  related.get<SearchCityDocument>('cities', location.cityId)?.name ?? '';

// Folded text has no line breaks: they keep the three parts apart, and no search matches across them.
const rest = (description: string, address: string, city: string) => `${description}\n${address}\n${city}`;

function partsOf(location: SearchDocument): readonly [description: string, address: string] {
  const [description = '', address = ''] = location.rest.split('\n');
  return [description, address];
}
