import { readMapKey } from '#contracts/location/map-key';

/** A place that is public by its own status, in the form of the read model's index. */
export interface IndexedPlace {
  readonly id: string;
  readonly mapKey: string;
  readonly cityId: string;
  readonly approved: number;
  readonly rating: number;
}

const bestTimesMost = 8;

/**
 * A place's category (its position in `categories`) and best time (in `bestTimes`, from 1; 0 without one) as one
 * number.
 */
export const facetOf = (category: number, bestTime: number): number => category * bestTimesMost + bestTime;
export const categoryOf = (facet: number): number => Math.floor(facet / bestTimesMost);
export const bestTimeOf = (facet: number): number => facet % bestTimesMost;

/** Places in columns: each has a slot. */
export interface PlaceColumns {
  readonly ids: string[];
  xs: Int32Array;
  ys: Int32Array;
  facets: Uint8Array;
  /** Numbers of cities, from 0. */
  cities: Uint32Array;
  approved: Float64Array;
  ratings: Float64Array;
}

const firstSize = 1024;

export const createColumns = (): PlaceColumns => ({
  ids: [],
  xs: new Int32Array(firstSize),
  ys: new Int32Array(firstSize),
  facets: new Uint8Array(firstSize),
  cities: new Uint32Array(firstSize),
  approved: new Float64Array(firstSize),
  ratings: new Float64Array(firstSize),
});

export function writeSlot(columns: PlaceColumns, slot: number, place: IndexedPlace, city: number): void {
  if (slot >= columns.xs.length) grow(columns);
  const { x, y, category, bestTime } = readMapKey(place.mapKey);
  columns.ids[slot] = place.id;
  columns.xs[slot] = x;
  columns.ys[slot] = y;
  columns.facets[slot] = facetOf(category, bestTime);
  columns.cities[slot] = city;
  columns.approved[slot] = place.approved;
  columns.ratings[slot] = place.rating;
}

function grow(columns: PlaceColumns): void {
  const { xs, ys, facets, cities, approved, ratings } = columns;
  const size = 2 * xs.length;
  (columns.xs = new Int32Array(size)).set(xs);
  (columns.ys = new Int32Array(size)).set(ys);
  (columns.facets = new Uint8Array(size)).set(facets);
  (columns.cities = new Uint32Array(size)).set(cities);
  (columns.approved = new Float64Array(size)).set(approved);
  (columns.ratings = new Float64Array(size)).set(ratings);
}
