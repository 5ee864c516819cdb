import type { Viewer } from '#contracts/shared/parse';
import type { CityForReview } from '#contracts/city/views';
import type { LocationForReview } from '#contracts/location/views';
import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import { readList, textAndId, type ListOrder, type PageInput } from '#platform/queries/paging';
import { notIn, pendingLocations } from '../shared/closed-cities.ts';
import { placesOf } from '../shared/gone-places.ts';
import type { QueryContext } from '../query-context.ts';
import { toCity } from '../city/view.ts';
import { toEditForReview } from '../location/edit-view.ts';
import { locationViews } from '../location/location-views.ts';
import { submittersOf } from '../account/person-view.ts';

/** Oldest first. */
const queueOf = (kind: string): ListOrder => ({ kind, values: textAndId, sort: [['createdAt', 1]] });
const waiting = { status: 'pending' } as const;

export async function citiesForReview(
  context: QueryContext,
  cities: readonly CityDocument[],
): Promise<CityForReview[]> {
  const submitters = await submittersOf(
    context,
    cities.map(({ submittedBy }) => submittedBy),
  );
  return cities.map((city) => ({
    ...toCity(city),
    submitter: submitters.get(city.submittedBy) ?? null,
  }));
}

export async function locationsForReview(
  context: QueryContext,
  locations: readonly LocationDocument[],
  viewer: Viewer,
): Promise<LocationForReview[]> {
  const [views, submitters] = await Promise.all([
    locationViews(context, locations, viewer),
    submittersOf(
      context,
      locations.map(({ submittedBy }) => submittedBy),
    ),
  ]);
  return views.map((view) => ({ ...view, submitter: submitters.get(view.submittedBy ?? '') ?? null }));
}

export async function listPendingCities(context: QueryContext, query: PageInput): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const order = queueOf('pending-cities');
  const { items, ...page } = await readList<CityDocument>(reader, 'cities', order, {
    ...query,
    filter: waiting,
  });
  return { ...page, body: await citiesForReview(context, items), tags: [] };
}

export async function listPendingLocations(
  context: QueryContext,
  query: PageInput,
  viewer: Viewer,
): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const filter = pendingLocations(context.models.closed);
  const order = queueOf('pending-locations');
  const { items, ...page } = await readList<LocationDocument>(reader, 'locations', order, {
    ...query,
    filter,
  });
  return { ...page, body: await locationsForReview(context, items, viewer), tags: [] };
}

export async function listPendingEdits(context: QueryContext, query: PageInput): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const filter = { waiting: true, ...notIn(context.models.closed.fromPublic) };
  const order = queueOf('pending-edits');
  const { items: edits, ...page } = await readList<EditDocument>(reader, 'edits', order, {
    ...query,
    filter,
  });
  const [{ locations, cities }, submitters] = await Promise.all([
    placesOf(
      reader,
      edits.map(({ locationId }) => locationId),
    ),
    submittersOf(
      context,
      edits.map(({ userId }) => userId),
    ),
  ]);
  const body = edits.map((edit) => {
    const location = locations.get(edit.locationId);
    const city = cities.get(location?.cityId ?? '');
    return toEditForReview(edit, { location, city, submitter: submitters.get(edit.userId) ?? null });
  });
  return { ...page, body, tags: [] };
}
