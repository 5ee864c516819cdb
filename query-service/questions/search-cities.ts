import { setImmediate as breathe } from 'node:timers/promises';
import * as z from 'zod/mini';

import { fold } from '#contracts/fold';
import { limits } from '#contracts/limits';
import type { ReadModelReader } from '#projections/read-store/index';
import type { CityDocument } from '#projections/read-store/index';

import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countTo, cutPage, totalText, type Page, type PageInput } from '../paging.ts';

const scanPage = 500;
/** Fewer letters than this match the beginning of a name only. */
const fragmentLetters = 3;

const places = z.tuple([z.union([z.literal(0), z.literal(1)]), z.number(), z.string(), z.string()]);
/** Tier 0: the text is in the name; tier 1: in the country. Then the order of the list. */
type Place = z.output<typeof places>;

/** All approved cities in the order of their list, a stretch at a time. */
async function* approvedCities(reader: ReadModelReader): AsyncIterable<CityDocument> {
  for (let after: (string | number)[] | undefined; ; await breathe()) {
    const found: CityDocument[] = await reader.find<CityDocument>('cities', {
      filter: { status: 'approved' },
      sort: [
        ['status', 1],
        ['locationCount', -1],
        ['nameFolded', 1],
      ],
      limit: scanPage,
      ...(after === undefined ? {} : { after }),
    });
    yield* found;
    const last = found.at(-1);
    if (last === undefined || found.length < scanPage) return;
    after = [last.status, last.locationCount, last.nameFolded, last.id];
  }
}

/** Where a folded text is in a city: its name, its country, or neither. */
export function tierOf(city: CityDocument, text: string): 0 | 1 | undefined {
  if ([...text].length < fragmentLetters) return city.nameFolded.startsWith(text) ? 0 : undefined;
  if (city.nameFolded.includes(text)) return 0;
  return fold(city.country).includes(text) ? 1 : undefined;
}

/**
 * Approved cities with the folded text in the name, then those with it in the country. Cities are few: they are read
 * through, and no more of them are kept than one page shows.
 */
export async function searchCities(
  reader: ReadModelReader,
  { text, limit = limits.pageDefault, cursor }: PageInput & { readonly text: string },
): Promise<Page<CityDocument> & { readonly total: string }> {
  const after = decodeCursor('city-search', places, cursor);
  const tiers: Record<0 | 1, CityDocument[]> = { 0: [], 1: [] };
  let count = 0;
  for await (const city of approvedCities(reader)) {
    const tier = tierOf(city, text);
    if (tier === undefined) continue;
    count += 1;
    const isNext = after === undefined || comesAfter(placeOf(tier, city), after);
    if (isNext && tiers[tier].length <= limit) tiers[tier].push(city);
    if (count >= countTo && tiers[0].length > limit) break;
  }
  const cursorOf = (city: CityDocument) =>
    encodeCursor('city-search', placeOf(tierOf(city, text) ?? 1, city));
  return { ...cutPage([...tiers[0], ...tiers[1]], limit, cursorOf), total: totalText(count) };
}

const placeOf = (tier: 0 | 1, { locationCount, nameFolded, id }: CityDocument): Place => [
  tier,
  locationCount,
  nameFolded,
  id,
];

function comesAfter(place: Place, other: Place): boolean {
  if (place[0] !== other[0]) return place[0] > other[0];
  if (place[1] !== other[1]) return place[1] < other[1];
  // By their bytes, like the index.
  const name = Buffer.compare(Buffer.from(place[2]), Buffer.from(other[2]));
  return name === 0 ? place[3] > other[3] : name > 0;
}
