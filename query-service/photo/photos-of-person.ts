import type * as z from 'zod/mini';

import type { PhotosOfPersonQuery } from '#contracts/photo/api';
import type { PhotoOfPerson } from '#contracts/photo/views';
import type { PhotoDocument } from '#contracts/read-models';
import { isPublic } from '#contracts/shared/shown';
import { numberAndId, readList, type ListOrder } from '#platform/queries/paging';
import type { QueryResponse } from '#platform/queries/query-response';

import { creditsOf } from '../account/credits.ts';
import { publicPhotosOf } from '../account/public-people.ts';
import { placesOf } from '../shared/gone-places.ts';
import type { QueryContext } from '../query-context.ts';
import { toPhoto } from './view.ts';

const newest: ListOrder = { kind: 'photos-of-person', values: numberAndId, sort: [['added', -1]] };

/** The public photos of a person, newest first; none of somebody without a page. */
export async function listPhotosOfPerson(
  context: QueryContext,
  { by, ...input }: z.output<typeof PhotosOfPersonQuery>,
): Promise<QueryResponse> {
  const { closed, places } = context.models;
  const credits = await creditsOf(context, [by]);
  if (credits.get(by)?.hasPage !== true) return { body: [], total: '0', tags: [] };
  const filter = publicPhotosOf(by, closed);
  const { items, ...page } = await readList<PhotoDocument>(places.reader, 'photos', newest, {
    ...input,
    filter,
  });
  const { locations, cities } = await placesOf(
    places.reader,
    items.map(({ locationId }) => locationId),
  );
  const body = items.flatMap((photo): PhotoOfPerson[] => {
    const location = locations.get(photo.locationId);
    const city = location && cities.get(location.cityId);
    // It may have been taken out of public since the list was read.
    if (location === undefined || city === undefined || !isPublic(location, city)) return [];
    const view = toPhoto(photo, location.featuredPhotoId, credits);
    return [{ ...view, locationName: location.name, cityName: city.name }];
  });
  return { ...page, body, tags: [] };
}
