import { fromGrid } from '#contracts/location/map-key';
import type { LocationQuery, MapQuery } from '#contracts/location/queries';
import type { PlacesOnMap } from '#contracts/location/views';
import { bestTimes, categories } from '#contracts/location/words';
import type { LocationDocument } from '#contracts/read-models';
import { limits } from '#contracts/shared/limits';
import { searchWords } from '#contracts/shared/search-words';

import type { Hit } from '#platform/read-store/index';
import {
  countTo,
  cutPage,
  numberAndId,
  decodeCursor,
  encodeCursor,
  skippedBy,
  totalText,
  type CountedPage,
} from '#platform/queries/paging';
import { tags, type QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';
import { boxesAround, boxesOf, type GridBox, intersections } from '../map/grid-box.ts';
import { clustersOf } from '../map/clusters.ts';
import { firstPlaces, type FoundPlace } from '../map/first-places.ts';
import type { PlaceConditions } from '../map/place-index.ts';
import { hasPage } from '../account/public-people.ts';
import { documentsById, type QueryContext } from '../query-context.ts';
import { toPicture } from '../shared/picture-view.ts';
import { allCities, allLocations } from '../shared/tags.ts';
import type { GoodNow } from './good-now.ts';
import { searchFilter } from './search-locations.ts';
import { searchSlices } from './search-slices.ts';

const world: readonly GridBox[] = boxesOf({ west: -180, south: -90, east: 180, north: 90 });
/** Whether a list is by place: such lists are answered from memory. */
export const isByPlace = ({ near, bbox }: Pick<LocationQuery, 'near' | 'bbox'>): boolean =>
  near !== undefined || bbox !== undefined;

/** The conditions of a query's box and circle. */
function whereOf({
  near,
  within = limits.withinUsually,
  bbox,
}: Pick<LocationQuery, 'near' | 'within' | 'bbox'>): Pick<PlaceConditions, 'boxes' | 'around'> {
  const inBox = bbox === undefined ? world : boxesOf(bbox);
  if (near === undefined) return { boxes: inBox };
  const around = { point: near, metres: within * 1000 };
  return { boxes: intersections(boxesAround(near, around.metres), inBox), around };
}

/** One page of the places in a box or around a point: the nearest first, or else the newest approved. */
export async function findPlaces(
  context: QueryContext,
  query: LocationQuery,
  task: Task,
): Promise<CountedPage<FoundPlace> & { readonly freshUntil?: number }> {
  const { near, limit = limits.pageDefault, cursor } = query;
  const kind = near === undefined ? 'locations' : 'locations-near';
  const after = decodeCursor(kind, numberAndId, cursor);
  const skipped = skippedBy(query);
  const index = await context.models.placeMap.current();
  const conditions = {
    ...(await conditionsOf(context, { ...query, light: undefined }, task)),
    ...whereOf(query),
  };
  const start = after && { order: near === undefined ? -after[0] : after[0], id: after[1] };
  const good = query.light === undefined ? undefined : context.goodNow();
  const wanted = good === undefined ? (skipped ?? 0) + limit + 1 : countTo;
  const { first, count } = firstPlaces(index, conditions, { start, wanted, countTo });
  // The position of the sun is computed only for the first thousand places.
  const all = good === undefined ? first : await goodAmong(context, good, first);
  const left = skipped === null ? [] : all.slice(skipped);
  const page = cutPage(left, limit, ({ distance, approved, id }) =>
    encodeCursor(kind, [distance ?? approved, id]),
  );
  if (good === undefined) return { ...page, total: totalText(count) };
  const total = totalText(count > limits.countMost ? countTo : all.length);
  return { ...page, total, freshUntil: good.until };
}

/** Those of the places that are good now, in their order. */
async function goodAmong(
  { models }: QueryContext,
  good: GoodNow,
  found: readonly FoundPlace[],
): Promise<readonly FoundPlace[]> {
  const ids = found.map(({ id }) => id);
  const documents = await models.places.reader.getMany<LocationDocument>('locations', ids);
  const left = await good.among(documents.map((location) => ({ location })));
  const kept = new Set(left.map(({ location }) => location.id));
  return found.filter(({ id }) => kept.has(id));
}

/** What a map shows. */
export async function getMap(context: QueryContext, query: MapQuery, task: Task): Promise<QueryResponse> {
  const { zoom = 0, addedBy } = query;
  if (addedBy !== undefined && !(await hasPage(context, addedBy)))
    return { body: { places: [], clusters: [] } satisfies PlacesOnMap, tags: [] };
  const index = await context.models.placeMap.current();
  const conditions = { ...(await conditionsOf(context, query, task)), ...whereOf(query) };
  const found = clustersOf(index, conditions, { zoom, most: limits.onMap });
  const alone = found.filter(({ count }) => count === 1);
  const ids = alone.map(({ id }) => id);
  const documents = await documentsById<LocationDocument>(context.models.places.reader, 'locations', ids);
  const body: PlacesOnMap = {
    places: alone.flatMap(({ id }) => {
      const place = documents.get(id);
      if (!place?.isApproved || place.coordinates === null) return [];
      const { name, category, coordinates, rating, primaryPhoto } = place;
      const thumbnailUrl = primaryPhoto === null ? null : toPicture(primaryPhoto).thumbnailUrl;
      return [{ id, name, category, ...coordinates, rating, thumbnailUrl }];
    }),
    clusters: found
      .filter(({ count }) => count > 1)
      .map((cluster) => {
        const [from, to] = [
          fromGrid({ x: cluster.west, y: cluster.south }),
          fromGrid({ x: cluster.east, y: cluster.north }),
        ];
        return {
          ...fromGrid(cluster),
          count: cluster.count,
          bbox: [from.longitude, from.latitude, to.longitude, to.latitude],
        };
      }),
  };
  const searched = isSearched(query) ? [tags.collection('search', 'locations')] : [];
  const fresh = query.light === undefined ? {} : { freshUntil: context.goodNow().until };
  return { body, tags: [allLocations, allCities, ...searched], ...fresh };
}

/** The most hits of a search that a map shows. */
const hitsMost = 1000;

/** Whether a map shows the hits of a search. */
export const isSearched = ({
  search,
  light,
  addedBy,
}: Pick<LocationQuery, 'search' | 'light' | 'addedBy'>): boolean =>
  searchWords(search ?? '').length > 0 || light !== undefined || addedBy !== undefined;

/** The conditions of a query without its box and circle; with a search or a filter by light, its first 1,000 hits. */
async function conditionsOf(
  context: QueryContext,
  query: Omit<LocationQuery, 'bbox' | 'near' | 'within' | 'page' | 'limit' | 'cursor'>,
  task: Task,
): Promise<Omit<PlaceConditions, 'boxes' | 'around'>> {
  const { models } = context;
  const { category, city, minRating = 0, bestTime, light } = query;
  const words = searchWords(query.search ?? '');
  const { fromPublic } = models.closed;
  let only: ReadonlySet<string> | undefined;
  if (isSearched(query)) {
    const good = light === undefined ? undefined : context.goodNow();
    const filter = { ...searchFilter(query, models.closed), ...good?.filter };
    const search = { words, filter, after: undefined, wanted: hitsMost };
    const keep = async (hits: readonly Hit[]): Promise<readonly { readonly id: string }[]> => {
      if (good === undefined) return hits;
      const found = hits.map(({ id }) => ({ id, approved: 0, distance: null }));
      return goodAmong(context, good, found);
    };
    const { found } = await searchSlices(models.search.reader, search, keep, task);
    only = new Set(found.map(({ id }) => id));
  }
  return {
    minRating,
    without: fromPublic,
    city,
    only,
    category: category === undefined ? undefined : categories.indexOf(category),
    bestTimes: bestTime?.map((time) => bestTimes.indexOf(time) + 1),
  };
}
