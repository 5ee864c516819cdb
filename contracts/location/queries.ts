import * as z from 'zod/mini';

import { hasControls } from '../shared/characters.ts';
import { requiredText, uuid } from '../shared/fields.ts';
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

export const LocationListQuery = z.object({
  ...pageFields,
  page: pageNumber,
  search: searchText,
  category: z.optional(category),
  city: z.optional(uuid('city')),
  bestTime: z.optional(bestTime),
  /** What is good by the sun at each place now. */
  light: z.optional(z.literal('now', { error: 'light must be now' })),
  minRating: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[0-5](\.\d{1,2})?$/, 'minRating must be a number from 0 to 5')),
      z.pipe(z.transform(Number), z.number().check(z.lte(5, 'minRating must be a number from 0 to 5'))),
    ),
  ),
});
const slugs: Readonly<Record<string, string>> = bestTimeSlugs;
function asBestTime(value: string): string {
  return Object.hasOwn(slugs, value.toLowerCase()) ? (slugs[value.toLowerCase()] ?? value) : value;
}

export type LocationQuery = z.output<typeof LocationListQuery>;
