import type { Viewer } from '#contracts/parse';
import type { Location } from '#contracts/views/location';
import type { CityDocument, LocationDocument, OpinionDocument } from '#projections/read-store/index';

import { byId, distinct, type Reads } from '../reads.ts';
import { toLocation } from '../views/location.ts';

/** Locations as a person sees them; whatever their number, their cities and opinions are read in one go each. */
export async function locationViews(
  { models }: Reads,
  locations: readonly LocationDocument[],
  viewer: Viewer,
): Promise<Location[]> {
  if (locations.length === 0) return [];
  const { reader } = models.places;
  const opinionId = (locationId: string) => `${locationId}:${viewer?.userId ?? ''}`;
  const [cities, opinions] = await Promise.all([
    reader.getMany<CityDocument>('cities', distinct(locations.map(({ cityId }) => cityId))),
    viewer === null
      ? []
      : reader.getMany<OpinionDocument>(
          'opinions',
          locations.map(({ id }) => opinionId(id)),
        ),
  ]);
  const cityById = byId(cities);
  const opinionById = byId(opinions);
  return locations.map((location) =>
    toLocation(location, {
      city: cityById.get(location.cityId),
      isTrending: location.public && models.trending.has(location.id),
      opinion: viewer === null ? null : (opinionById.get(opinionId(location.id)) ?? none),
    }),
  );
}

const none = { rating: 0, favorite: false } as const;
