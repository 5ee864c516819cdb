import type { Location } from '#contracts/location/views';
import type { CityDocument, LocationDocument, OpinionDocument } from '#contracts/read-models';
import type { Viewer } from '#contracts/shared/parse';
import { isPublic } from '#contracts/shared/shown';

import { creditsOf } from '../account/public-people.ts';
import { byId, distinct, type QueryContext } from '../query-context.ts';
import { placesOf } from '../shared/gone-places.ts';
import { toLocation } from './view.ts';

/**
 * Locations as a person sees them. Cities, submitters and opinions are read in one query each, however many locations
 * there are.
 */
export async function locationViews(
  context: QueryContext,
  locations: readonly LocationDocument[],
  viewer: Viewer,
): Promise<Location[]> {
  if (locations.length === 0) return [];
  const { models } = context;
  const { reader } = models.places;
  const opinionId = (locationId: string) => `${locationId}:${viewer?.userId ?? ''}`;
  const [cities, credits, opinions] = await Promise.all([
    reader.getMany<CityDocument>('cities', distinct(locations.map(({ cityId }) => cityId))),
    creditsOf(
      context,
      locations.map(({ submittedBy }) => submittedBy),
    ),
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
      viewer,
      submitter: credits.get(location.submittedBy),
      isTrending: models.trending.has(location.id),
      opinion: viewer === null ? null : (opinionById.get(opinionId(location.id)) ?? none),
    }),
  );
}

const none = { rating: 0, favorite: false } as const;

/** Those of the locations that are public now, in this order. */
export async function publicAmong(
  { models }: QueryContext,
  ids: readonly string[],
): Promise<LocationDocument[]> {
  const { locations, cities } = await placesOf(models.places.reader, ids);
  return ids.flatMap((id) => {
    const location = locations.get(id);
    return location !== undefined && isPublic(location, cities.get(location.cityId)) ? [location] : [];
  });
}
