import { fold } from '#contracts/fold';

import type { CityDocument } from '../read-store/models.ts';
import { dated, edited, revised } from './entity.ts';
import {
  decided,
  deleted,
  reopened,
  restored,
  submitted,
  tracked,
  type CityStatusType,
} from './life-cycle.ts';
import type { CollectionRules, EventOfType, Rule } from './rule.ts';

const id = (event: EventOfType<CityStatusType | 'city-edited.v1'>) => event.data.cityId;

/** A change of status, with its times and the stream's revision. */
const status = <E extends EventOfType<CityStatusType>>(
  change: (city: CityDocument, event: E) => CityDocument,
): Rule<CityDocument, E> => ({
  id,
  apply: (city, event) => city && revised(dated(city, change(city, event), event), event),
});

export const cities: CollectionRules<CityDocument> = {
  collection: 'cities',
  rules: {
    'city-submitted.v1': { id: (event) => event.data.cityId, apply: (_, event) => newCity(event) },
    'city-approved.v1': status((city, event) => decided(city, event, 'approved')),
    'city-rejected.v1': status((city, event) => decided(city, event, 'rejected', event.data.reason)),
    'city-withdrawn.v1': status((city, event) => decided(city, event, 'withdrawn')),
    'city-reopened.v1': status(tracked(reopened)),
    'city-deleted.v1': status(deleted),
    'city-restored.v1': status(tracked(restored)),
    'city-edited.v1': { id, apply: (city, event) => city && edit(city, event) },
  },

  async count(cities, _members, reader) {
    const shown = await reader.tally('locations', {
      by: 'cityId',
      of: cities.map(({ id }) => id),
      filter: { public: true },
      sum: 'photoCount',
    });
    return cities.map((city) => {
      const { count: locationCount, sum: photoCount } = shown.get(city.id) ?? { count: 0, sum: 0 };
      const same = city.locationCount === locationCount && city.photoCount === photoCount;
      return same ? city : { ...city, locationCount, photoCount };
    });
  },
};

function newCity(event: EventOfType<'city-submitted.v1'>): CityDocument {
  const { cityId, name, country, imageUrl } = event.data;
  const { actor, time } = event.metadata;
  return {
    id: cityId,
    name,
    country,
    imageUrl,
    nameFolded: fold(name),
    ...submitted(actor),
    lastUndone: null,
    createdAt: time,
    updatedAt: time,
    decidedAt: null,
    revision: Number(event.revision),
    locationCount: 0,
    photoCount: 0,
  };
}

function edit(city: CityDocument, event: EventOfType<'city-edited.v1'>): CityDocument {
  const { name, country, imageUrl } = event.data.changes;
  const changed: CityDocument = {
    ...city,
    ...(name && { name: name.to, nameFolded: fold(name.to) }),
    ...(country && { country: country.to }),
    ...(imageUrl && { imageUrl: imageUrl.to }),
  };
  return revised(edited(changed, event), event);
}
