import { by, falling } from '#contracts/shared/read-model-declaration';
import * as z from 'zod/mini';

import { normaliseText } from '#contracts/shared/normalise';
import { limits } from '#contracts/shared/limits';
import { tierOf } from '#contracts/shared/search-words';
import { pagesOf, type Index, type ReadModelReader } from '#platform/read-store/index';
import type { CityDocument } from '#contracts/read-models';

import {
  decodeCursor,
  encodeCursor,
  countTo,
  cutPage,
  skippedBy,
  totalText,
  type CountedPage,
  type PageInput,
} from '#platform/queries/paging';
import type { Task } from '#platform/queries/shared-work';

const scanPage = 250;
/** The most cities that one search reads, which takes about 20 ms. */
export const citiesPerSearch = 2_000;

const tier = z.number();
/** First the tier (0: all words are in the name, 1: some only in the country), then the sort fields of the list. */
const placeValues = [tier, z.number(), z.string(), z.string()] as const;
type Place = readonly [tier: number, locationCount: number, nameFolded: string, id: string];
/** A position among the hits, and the position after which the search started to read cities. */
const values = z.tuple([...placeValues, z.number(), z.string(), z.string()]);
type Start = readonly [locationCount: number, nameFolded: string, id: string];

/** Most locations first, then by name. */
export const cityOrder = [by('status'), falling('locationCount'), by('nameFolded')] as const satisfies Index;

/** The position before the first city of the list. */
export const firstCity: Start = [Number.MAX_SAFE_INTEGER, '', ''];

/** Approved cities after a position, in the order of their list. */
export async function* approvedCities(
  reader: ReadModelReader,
  start: Start,
  task: Task,
): AsyncIterable<CityDocument> {
  const pages = pagesOf<CityDocument>(reader, 'cities', {
    filter: { status: 'approved' },
    sort: cityOrder,
    limit: scanPage,
    after: ['approved', ...start],
  });
  await task.yield();
  for await (const page of pages) {
    yield* page;
    await task.yield();
  }
}

const startAt = ({ locationCount, nameFolded, id }: CityDocument): Start => [locationCount, nameFolded, id];

/** 0 if the city's name has all words, 1 if name and country have them, otherwise undefined. */
export const cityTier = ({ nameFolded, country }: CityDocument, words: readonly string[]) =>
  tierOf(words, [nameFolded, normaliseText(country)]);

/**
 * Approved cities with all words in the name, then those with some in the country. One response reads at most 2,000
 * cities. The next page then starts with the following cities, again with matches in the name first.
 */
export async function searchCities(
  reader: ReadModelReader,
  input: PageInput & { readonly words: readonly string[] },
  task: Task,
): Promise<CountedPage<CityDocument>> {
  const { words, limit = limits.pageDefault, cursor } = input;
  const skipped = skippedBy(input);
  if (skipped === null) return { items: [], next: undefined, total: `${limits.countMost}+` };
  const most = skipped + limit;
  const decoded = decodeCursor('city-search', values, cursor);
  const after = decoded && placeIn(decoded);
  const start: Start = decoded === undefined ? firstCity : [decoded[4], decoded[5], decoded[6]];
  const tiers: readonly [CityDocument[], CityDocument[]] = [[], []];
  let count = 0;
  let examined = 0;
  /** The last city that was read, if there may be more cities after it. */
  let beyond: CityDocument | undefined;
  for await (const city of approvedCities(reader, start, task)) {
    if (beyond !== undefined) break;
    examined += 1;
    const tier = cityTier(city, words);
    if (tier !== undefined) {
      count += 1;
      const isNext = after === undefined || comesAfter(placeOf(tier, city), after);
      const own = tiers[tier === 0 ? 0 : 1];
      if (isNext && own.length <= most) own.push(city);
    }
    if (count >= countTo && tiers[0].length > most) break;
    if (examined === citiesPerSearch) beyond = city;
  }
  const cursorOf = (city: CityDocument) =>
    encodeCursor('city-search', [...placeOf(cityTier(city, words) ?? 1, city), ...start]);
  const page = cutPage([...tiers[0], ...tiers[1]].slice(skipped), limit, cursorOf);
  const nextStart = beyond && encodeCursor('city-search', [0, ...firstCity, ...startAt(beyond)]);
  // If only some cities were read, the number of hits is unknown.
  const isAll = beyond === undefined && start[0] === firstCity[0];
  return { ...page, next: page.next ?? nextStart, total: isAll ? totalText(count) : `${limits.countMost}+` };
}

const placeIn = ([tier, locationCount, nameFolded, id]: z.output<typeof values>): Place => [
  tier,
  locationCount,
  nameFolded,
  id,
];

const placeOf = (tier: number, { locationCount, nameFolded, id }: CityDocument): Place => [
  tier,
  locationCount,
  nameFolded,
  id,
];

function comesAfter(place: Place, other: Place): boolean {
  if (place[0] !== other[0]) return place[0] > other[0];
  if (place[1] !== other[1]) return place[1] < other[1];
  // Compared by bytes, as the index does.
  const name = Buffer.compare(Buffer.from(place[2]), Buffer.from(other[2]));
  return name === 0 ? place[3] > other[3] : name > 0;
}
