import { bestTimes, categories } from '#contracts/location/words';

import type { GridBox } from './grid-box.ts';
import { bestTimeOf, categoryOf, facetOf, type PlaceColumns } from './place-columns.ts';

/** The number of places, the sums of their coordinates, and the smallest box that contains them. */
export interface Summary extends GridBox {
  readonly count: number;
  readonly sumX: number;
  readonly sumY: number;
}

/** Each kind of place is counted in one row for each of these: the places with at least this rating. */
const bands: readonly number[] = [0, 1, 2, 3, 3.5, 4, 4.5];
/** Every category with every best time, and without one; then one more kind for all places. */
const kindsOfTime = bestTimes.length + 1;
const allKinds = categories.length * kindsOfTime;
const rows = (allKinds + 1) * bands.length;
const kindOf = (facet: number): number => categoryOf(facet) * kindsOfTime + bestTimeOf(facet);

const empty = { west: 2 ** 31 - 1, south: 2 ** 31 - 1, east: -1, north: -1 } as const;
/** A row's numbers in `counts`. */
const width = 5;
/** The city of a tally whose places are in several cities. */
export const severalCities = -1;

/** What a branch of the tree holds about its places, by kind and rating. */
export interface Tally {
  /** For each row: the number of places, and their box. */
  readonly counts: Int32Array;
  /** For each row: the sums of x and of y. */
  readonly sums: Float64Array;
  /** The number of the city that all places are in, or `severalCities`; undefined without places. */
  city: number | undefined;
  /** When the newest place was approved. */
  newest: number;
}

export const createTally = (): Tally => ({
  counts: new Int32Array(rows * width),
  sums: new Float64Array(rows * 2),
  city: undefined,
  newest: -Infinity,
});

export function clear(tally: Tally): void {
  const { counts, sums } = tally;
  sums.fill(0);
  for (let at = 0; at < counts.length; at += width) {
    counts[at] = 0;
    counts[at + 1] = empty.west;
    counts[at + 2] = empty.south;
    counts[at + 3] = empty.east;
    counts[at + 4] = empty.north;
  }
  tally.city = undefined;
  tally.newest = -Infinity;
}

export function addPlace(tally: Tally, places: PlaceColumns, slot: number): void {
  const [x, y] = [places.xs[slot] ?? 0, places.ys[slot] ?? 0];
  const rating = places.ratings[slot] ?? 0;
  const kind = kindOf(places.facets[slot] ?? 0);
  for (let band = 0; band < bands.length && rating >= (bands[band] ?? 0); band += 1) {
    addToRow(tally, kind * bands.length + band, x, y);
    addToRow(tally, allKinds * bands.length + band, x, y);
  }
  addCity(tally, places.cities[slot] ?? 0);
  tally.newest = Math.max(tally.newest, places.approved[slot] ?? 0);
}

function addToRow({ counts, sums }: Tally, row: number, x: number, y: number): void {
  const at = row * width;
  counts[at] = (counts[at] ?? 0) + 1;
  widen(counts, at, x, y, x, y);
  sums[2 * row] = (sums[2 * row] ?? 0) + x;
  sums[2 * row + 1] = (sums[2 * row + 1] ?? 0) + y;
}

function widen(
  counts: Int32Array,
  at: number,
  west: number,
  south: number,
  east: number,
  north: number,
): void {
  if (west < (counts[at + 1] ?? 0)) counts[at + 1] = west;
  if (south < (counts[at + 2] ?? 0)) counts[at + 2] = south;
  if (east > (counts[at + 3] ?? 0)) counts[at + 3] = east;
  if (north > (counts[at + 4] ?? 0)) counts[at + 4] = north;
}

const addCity = (tally: Tally, city: number): void => {
  tally.city = tally.city === undefined || tally.city === city ? city : severalCities;
};

/** Adds the numbers of another branch. */
export function addTally(tally: Tally, other: Tally): void {
  const { counts, sums } = tally;
  for (let row = 0; row < rows; row += 1) {
    const at = row * width;
    const count = other.counts[at] ?? 0;
    if (count === 0) continue;
    counts[at] = (counts[at] ?? 0) + count;
    const [west = 0, south = 0, east = 0, north = 0] = [
      other.counts[at + 1],
      other.counts[at + 2],
      other.counts[at + 3],
      other.counts[at + 4],
    ];
    widen(counts, at, west, south, east, north);
    sums[2 * row] = (sums[2 * row] ?? 0) + (other.sums[2 * row] ?? 0);
    sums[2 * row + 1] = (sums[2 * row + 1] ?? 0) + (other.sums[2 * row + 1] ?? 0);
  }
  if (other.city !== undefined) addCity(tally, other.city);
  tally.newest = Math.max(tally.newest, other.newest);
}

/** The rows that answer a condition. */
export interface Rows {
  readonly kinds: readonly number[];
  /** The bands on both sides of the least rating; equal if it is one of them. */
  readonly low: number;
  readonly high: number;
}

export function rowsOf(facets: Uint8Array | undefined, minRating: number): Rows {
  const kinds: number[] = [];
  for (let category = 0; category < categories.length; category += 1)
    for (let time = 0; time < kindsOfTime; time += 1) {
      const facet = facetOf(category, time);
      if (facets?.[facet] === 1) kinds.push(kindOf(facet));
    }
  const high = bands.findIndex((band) => band >= minRating);
  return {
    kinds: facets === undefined ? [allKinds] : kinds,
    high: high === -1 ? bands.length : high,
    low: bands.findLastIndex((band) => band <= minRating),
  };
}

/** The tally's numbers for the places of some rows; undefined if only the places themselves can tell. */
export function summaryOf({ counts, sums }: Tally, { kinds, low, high }: Rows): Summary | undefined {
  let [count, sumX, sumY] = [0, 0, 0];
  let { west, south, east, north }: GridBox = empty;
  for (const kind of kinds) {
    const row = kind * bands.length + low;
    const at = row * width;
    const found = counts[at] ?? 0;
    if (found === 0) continue;
    const sure = high === low ? found : high === bands.length ? 0 : (counts[at + (high - low) * width] ?? 0);
    if (sure !== found) return undefined;
    count += found;
    sumX += sums[2 * row] ?? 0;
    sumY += sums[2 * row + 1] ?? 0;
    west = Math.min(west, counts[at + 1] ?? 0);
    south = Math.min(south, counts[at + 2] ?? 0);
    east = Math.max(east, counts[at + 3] ?? 0);
    north = Math.max(north, counts[at + 4] ?? 0);
  }
  return { count, sumX, sumY, west, south, east, north };
}

/** The smallest box that contains all its places. */
export const boxOf = ({ counts }: Tally): GridBox => {
  const at = allKinds * bands.length * width;
  return {
    west: counts[at + 1] ?? 0,
    south: counts[at + 2] ?? 0,
    east: counts[at + 3] ?? 0,
    north: counts[at + 4] ?? 0,
  };
};
