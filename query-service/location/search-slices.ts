import * as z from 'zod/mini';

import { limits } from '#contracts/shared/limits';
import type { Filter, Hit, ReadModelReader, SearchCursor } from '#platform/read-store/index';

import { totalText } from '#platform/queries/paging';
import type { Task } from '#platform/queries/shared-work';

/** Candidates in one slice: about 2 ms with long descriptions. Counting returns no hits, so its slices are larger. */
const sliceMost = 500;
const countSliceMost = 1000;
const sliceLeast = 32;
/** The most candidates and slices that one page or count may read: about 30 ms in all. A slice may find nothing. */
const scanLimitMost = 4000;
const slicesMost = 16;
/** With more words, comparing a candidate takes longer, so fewer are read. */
const wordsUsually = 8;
const countSlicesMost = 4;

const scanLimitOf = (most: number, words: readonly string[]): number =>
  Math.ceil(most / Math.max(1, words.length / wordsUsually));

export interface LocationSearch {
  readonly words: readonly string[];
  /** The number of tiers to search; by default all. */
  readonly tiers?: number;
  readonly filter: Filter;
}

export interface SearchOutcome<T> {
  readonly found: readonly T[];
  /** Where the search continues if it stopped early. Undefined if everything was read, or enough was found. */
  readonly stopped: SearchCursor | undefined;
}

/**
 * Searches locations slice by slice until `wanted` of them are found. `keep` turns hits into results and may drop some.
 * The search reads a limited part of the index, however rare the hits are.
 */
export async function searchSlices<T>(
  reader: ReadModelReader,
  {
    after,
    wanted,
    ...search
  }: LocationSearch & { readonly after: SearchCursor | undefined; readonly wanted: number },
  keep: (hits: readonly Hit[]) => Promise<readonly T[]>,
  task: Task,
): Promise<SearchOutcome<T>> {
  const found: T[] = [];
  let scanLimit = Math.min(Math.max(wanted, sliceLeast), sliceMost);
  let scanned = 0;
  for (let [from, slices] = [after, 0]; ; slices += 1) {
    if (slices === slicesMost || scanned >= scanLimitOf(scanLimitMost, search.words))
      return { found, stopped: from };
    await task.yield();
    const slice = { ...search, scanLimit, limit: wanted - found.length, ...(from && { after: from }) };
    const { hits, rest } = await reader.search('locations', slice);
    if (hits.length > 0) found.push(...(await keep(hits)));
    scanned += scanLimit;
    if (rest === undefined || found.length >= wanted) return { found, stopped: undefined };
    from = rest;
    scanLimit = Math.min(scanLimit * 2, sliceMost);
  }
}

/**
 * The number of locations that a search finds, for X-Total-Count. If counting stops early, the number is reported as
 * more than a thousand.
 */
export async function countSlices(
  reader: ReadModelReader,
  query: LocationSearch,
  task: Task,
): Promise<string> {
  let hits = 0;
  let after: number | undefined;
  const scanLimit = scanLimitOf(countSliceMost, query.words);
  for (let slices = 0; slices < countSlicesMost && hits <= limits.countMost; slices += 1) {
    await task.yield();
    const counted = await reader.countSearch('locations', {
      ...query,
      scanLimit,
      most: limits.countMost + 1 - hits,
      ...(after === undefined ? {} : { after }),
    });
    hits += counted.count;
    after = counted.rest;
    if (after === undefined) return totalText(hits);
  }
  return `${limits.countMost}+`;
}

/** A search's position, as cursors hold it. */
export const searchPlace = z.tuple([
  z.number().check(z.int(), z.gte(0)),
  z.number().check(z.int(), z.gte(0)),
]);

interface LocationSearches {
  readonly words: readonly string[];
  /** No location may pass two of these filters. */
  readonly filters: readonly Filter[];
}

/** Searches for locations that pass any of the filters. */
export async function searchAny(
  reader: ReadModelReader,
  {
    filters,
    ...query
  }: LocationSearches & { readonly after: SearchCursor | undefined; readonly wanted: number },
  task: Task,
): Promise<SearchOutcome<Hit>> {
  const keep = async (hits: readonly Hit[]) => hits;
  const searched: SearchOutcome<Hit>[] = [];
  for (const filter of filters) {
    searched.push(await searchSlices<Hit>(reader, { ...query, filter }, keep, task));
  }
  const found = searched.flatMap((each) => each.found);
  found.sort((one, other) => inOrder(one.cursor, other.cursor));
  // Hits after the position where one search stopped early are dropped, because that search's hits there are missing.
  const [stopped] = searched
    .flatMap((each) => (each.stopped === undefined ? [] : [each.stopped]))
    .sort(inOrder);
  return {
    found: stopped === undefined ? found : found.filter(({ cursor }) => inOrder(cursor, stopped) <= 0),
    stopped,
  };
}

/** The number of locations that pass any of the filters. */
export async function countAny(
  reader: ReadModelReader,
  { words, filters }: LocationSearches,
  task: Task,
): Promise<string> {
  let sum = 0;
  for (const filter of filters) {
    const count = Number(await countSlices(reader, { words, filter }, task));
    if (Number.isNaN(count)) return `${limits.countMost}+`;
    sum += count;
  }
  return totalText(sum);
}

/** Orders by tier, lowest first, then the latest first. */
const inOrder = (one: SearchCursor, other: SearchCursor): number => one[0] - other[0] || other[1] - one[1];
