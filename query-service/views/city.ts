import type { City } from '#contracts/views/city';
import type { CityDocument } from '#projections/read-store/index';

import { srcsetOf } from './picture.ts';

export const toCity = (city: CityDocument): City => ({
  id: city.id,
  name: city.name,
  country: city.country,
  imageUrl: city.imageUrl,
  imageSrcset: srcsetOf(city.imageUrl),
  locationCount: city.locationCount,
  photoCount: city.photoCount,
  status: city.status,
  reason: city.reason,
  submittedBy: city.submittedBy,
  originalId: null,
  createdAt: city.createdAt,
  updatedAt: city.updatedAt,
  decidedAt: city.decidedAt,
  revision: city.revision,
});
