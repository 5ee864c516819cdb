import { cityFields } from '#contracts/city/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import type { City } from '#contracts/city/views';
import type { CityDocument } from '#contracts/read-models';

import { timeZoneOf } from '../shared/time-zone.ts';
import { srcsetOf } from '../shared/picture-view.ts';

export function toCity(city: CityDocument): City {
  // The contents of a city are public only if the city is.
  const { locationCount, photoCount } =
    city.status === 'approved' ? city : { locationCount: 0, photoCount: 0 };
  return {
    id: city.id,
    ...pickFields(cityFields, city),
    timeZone: timeZoneOf(city.coordinates),
    imageSrcset: srcsetOf(city.imageUrl),
    locationCount,
    photoCount,
    status: city.status,
    reason: city.reason,
    submittedBy: city.submittedBy,
    originalId: null,
    createdAt: city.createdAt,
    updatedAt: city.updatedAt,
    decidedAt: city.decidedAt,
    revision: city.revision,
  };
}
