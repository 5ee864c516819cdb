import type * as z from 'zod/mini';

import { cityFields } from '#contracts/city/fields';
import { locationFields } from '#contracts/location/fields';
import type {
  AtQuery,
  CityAt,
  CompareQuery,
  LocationAt,
  MomentsCompared,
} from '#contracts/moderation/moments';
import { isSameValue } from '#contracts/shared/changes';
import { namesOf } from '#contracts/shared/entity-fields';
import { Refusal } from '#contracts/shared/errors';
import type { Moment } from '#contracts/shared/moment';
import type { Viewer } from '#contracts/shared/parse';

import type { QueryResponse } from '#platform/queries/query-response';
import { creditsOf } from '../account/public-people.ts';
import { toCity } from '../city/view.ts';
import { toLocation } from '../location/view.ts';
import { toPhoto } from '../photo/view.ts';
import type { QueryContext } from '../query-context.ts';

/**
 * The response with the view of an entity at the moment that a query names.
 * @throws Refusal `position-unknown` for a position that the log does not have, and what `view` throws
 */
export async function viewAt(
  context: QueryContext,
  { position, time }: z.output<typeof AtQuery>,
  view: (moment: Moment) => Promise<object>,
): Promise<QueryResponse> {
  // The query has exactly one of the two.
  const [moment] = await reached(
    context,
    [position ?? time].filter((each) => each !== undefined),
  );
  if (moment === undefined) throw new Refusal('position-unknown');
  return { body: await view(moment), tags: [] };
}

/** The response with the fields that differ between two moments. @throws Refusal as `viewAt` */
export async function comparison<Field extends string>(
  context: QueryContext,
  { from, to }: z.output<typeof CompareQuery>,
  fields: readonly Field[],
  view: (moment: Moment) => Promise<Readonly<Record<Field, unknown>>>,
): Promise<QueryResponse> {
  await reached(context, [from, to]);
  const [before, after] = [await view(from), await view(to)];
  const differing = fields.filter((field) => !isSameValue(before[field], after[field]));
  const body: MomentsCompared = Object.fromEntries(
    differing.map((field) => [field, { from: before[field], to: after[field] }]),
  );
  return { body, tags: [] };
}

const life = ['status', 'reason', 'originalId'] as const;
export const comparedOfCity = [...namesOf(cityFields), ...life] as const;
export const comparedOfLocation = [...namesOf(locationFields), ...life, 'rating', 'photos'] as const;

/** The moments. @throws Refusal `position-unknown` for a position that the log does not have */
async function reached({ head }: QueryContext, moments: readonly Moment[]): Promise<readonly Moment[]> {
  const end = await head();
  if (moments.some((moment) => 'position' in moment && moment.position > end))
    throw new Refusal('position-unknown');
  return moments;
}

/** A past state of a city. @throws Refusal `city-not-found` if it had not been sent in */
export async function cityAt(context: QueryContext, id: string, moment: Moment): Promise<CityAt> {
  const past = await context.past.city(id, moment);
  if (past === undefined) throw new Refusal('city-not-found');
  return {
    ...toCity(past.city),
    ...(past.isCounted ? {} : { locationCount: null, photoCount: null }),
    photos: [],
  };
}

/** A past state of a location. @throws Refusal `location-not-found` if it had not been sent in */
export async function locationAt(
  context: QueryContext,
  id: string,
  moment: Moment,
  viewer: Viewer,
): Promise<LocationAt> {
  const past = await context.past.location(id, moment, viewer?.userId ?? '');
  if (past === undefined) throw new Refusal('location-not-found');
  const { location, city, photos, hasOpinions, opinion = { rating: 0, favorite: false } } = past;
  const credits = await creditsOf(context, [
    location.submittedBy,
    ...photos.map(({ uploadedBy }) => uploadedBy),
  ]);
  const view = toLocation(location, {
    city,
    viewer,
    isTrending: false,
    submitter: credits.get(location.submittedBy),
    opinion: hasOpinions ? opinion : null,
  });
  const { featuredPhotoId } = location;
  const shown = view.status === 'deleted' ? [] : photos;
  return {
    ...view,
    ...(hasOpinions ? {} : { rating: null, ratingCount: null, favoriteCount: null }),
    photos: [
      ...shown.filter((photo) => photo.id === featuredPhotoId),
      ...shown.filter((photo) => photo.id !== featuredPhotoId),
    ].map((photo) => toPhoto(photo, featuredPhotoId, credits)),
  };
}
