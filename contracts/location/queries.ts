import * as z from 'zod/mini';

import { hasControls } from '../shared/characters.ts';
import { queryNumber, requiredText, uuid } from '../shared/fields.ts';
import { normaliseText } from '../shared/normalise.ts';
import { limits } from '../shared/limits.ts';
import { category } from './fields.ts';
import { pageFields, pageNumber, searchText } from '../shared/queries.ts';
import { fieldTexts } from '../shared/texts.ts';
import { bestTimes, bestTimeSlugs } from './words.ts';

/** At least two letters of a name. */
export const SuggestQuery = z.object({
  q: requiredText('q', 'q must be given once').check(
    z.maxLength(limits.search, `q must be at most ${limits.search} characters`),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters('q') }),
    z.refine((value) => [...normaliseText(value)].length >= 2, { error: 'q must be at least 2 letters' }),
  ),
});

/** May be given several times: a slug of a time of day, or the option's text. A place needs to match one of them. */
const bestTime = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
  z.pipe(
    z
      .array(z.string({ error: fieldTexts.bestTime }), { error: fieldTexts.bestTime })
      .check(z.maxLength(20, { error: fieldTexts.bestTime })),
    z.pipe(
      z.transform((values: string[]) => [...new Set(values.map(asBestTime))]),
      z.array(z.enum(bestTimes, { error: fieldTexts.bestTime })),
    ),
  ),
);

/** What both the list and the map can be narrowed by. */
const placeFilters = {
  search: searchText,
  category: z.optional(category),
  city: z.optional(uuid('city')),
  bestTime: z.optional(bestTime),
  /** Places added by this person, if their public page is on. */
  addedBy: z.optional(uuid('addedBy')),
  /** Places that are good now, by the sun at each place. */
  light: z.optional(z.literal('now', { error: 'light must be now' })),
  minRating: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[0-5](\.\d{1,2})?$/, 'minRating must be a number from 0 to 5')),
      z.pipe(z.transform(Number), z.number().check(z.lte(5, 'minRating must be a number from 0 to 5'))),
    ),
  ),
};

const decimal = String.raw`-?\d{1,3}(?:\.\d{1,20})?`;
/** Numbers separated by commas. */
const numbers = (text: string) => text.split(',').map(Number);

const nearText = 'near must be a latitude and a longitude, like 41.14,-8.61';
const near = z.pipe(
  z.string({ error: nearText }).check(z.regex(new RegExp(`^${decimal},${decimal}$`), nearText)),
  z.pipe(
    z.transform((text: string) => {
      const [latitude, longitude] = numbers(text);
      return { latitude, longitude };
    }),
    z.object(
      {
        latitude: z.number().check(z.gte(-90, nearText), z.lte(90, nearText)),
        longitude: z.number().check(z.gte(-180, nearText), z.lte(180, nearText)),
      },
      { error: nearText },
    ),
  ),
);

const withinText = `within must be kilometres, at most ${limits.withinMost}`;
const within = z.pipe(
  z.string({ error: withinText }).check(z.regex(/^\d{1,3}(?:\.\d{1,6})?$/, withinText)),
  z.pipe(z.transform(Number), z.number().check(z.gt(0, withinText), z.lte(limits.withinMost, withinText))),
);

/** Degrees. If the east is smaller than the west, the box crosses the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const bboxText = 'bbox must be west,south,east,north in degrees';
const bbox = z.pipe(
  z
    .string({ error: bboxText })
    .check(z.regex(new RegExp(`^${decimal},${decimal},${decimal},${decimal}$`), bboxText)),
  z.pipe(
    z.transform((text: string): Box => {
      const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers(text);
      return { west, south, east, north };
    }),
    z.custom<Box>(isBox, { error: bboxText }),
  ),
);

/** Where the places of a list or a map are. */
const placeAreas = { near: z.optional(near), within: z.optional(within), bbox: z.optional(bbox) };

function isBox(value: unknown): boolean {
  const { west, south, east, north } = value as Box;
  const isLongitude = (degrees: number) => Math.abs(degrees) <= 180;
  return isLongitude(west) && isLongitude(east) && south >= -90 && south <= north && north <= 90;
}

const ratingSortText = 'sort=rating needs a city, and goes without search, light, addedBy, near and bbox';

export const LocationListQuery = z
  .object({
    ...pageFields,
    page: pageNumber,
    ...placeFilters,
    ...placeAreas,
    /** Newest approved first, or best rated first. */
    sort: z.optional(z.enum(['newest', 'rating'], { error: 'sort must be newest or rating' })),
  })
  .check(
    z.refine(
      ({ sort, city, search, light, addedBy, near, bbox }) =>
        sort !== 'rating' ||
        (city !== undefined && [search, light, addedBy, near, bbox].every((each) => each === undefined)),
      { path: ['sort'], error: ratingSortText },
    ),
  );

export const MapQuery = z.object({
  ...placeFilters,
  ...placeAreas,
  zoom: z.optional(queryNumber('zoom', 0, 20)),
});
export type MapQuery = z.output<typeof MapQuery>;

const slugs: Readonly<Record<string, string>> = bestTimeSlugs;
function asBestTime(value: string): string {
  return Object.hasOwn(slugs, value.toLowerCase()) ? (slugs[value.toLowerCase()] ?? value) : value;
}

export type LocationQuery = z.output<typeof LocationListQuery>;
