import * as z from 'zod/mini';

import { hasControls } from './characters.ts';
import { fold } from './fold.ts';
import { category, oneOf, queryNumber, requiredText, uuid } from './fields.ts';
import { bestTimes, bestTimeSlugs } from './vocabulary.ts';
import { peopleFilters } from './account-words.ts';
import { statuses } from './statuses.ts';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';

/** The number of items, and the end of the last page (an opaque text from its `Link` header). */
export const pageFields = {
  limit: z.optional(queryNumber('limit', 1, limits.pageMost)),
  cursor: z.optional(
    z.string({ error: 'cursor must be given once' }).check(z.minLength(1), z.maxLength(500)),
  ),
};
export const searchText = z.optional(
  z.string({ error: 'search must be given once' }).check(
    z.maxLength(limits.search, `search must be at most ${limits.search} characters`),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters('search') }),
  ),
);

/** At least two letters of a name. */
export const SuggestQuery = z.object({
  q: requiredText('q', 'q must be given once').check(
    z.maxLength(limits.search, `q must be at most ${limits.search} characters`),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters('q') }),
    z.refine((value) => [...fold(value)].length >= 2, { error: 'q must be at least 2 letters' }),
  ),
});

export const PageQuery = z.object(pageFields);
export const CityListQuery = z.object({ ...pageFields, search: searchText });
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
  search: searchText,
  category: z.optional(category),
  city: z.optional(uuid('city')),
  bestTime: z.optional(bestTime),
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

export const PhotoListQuery = z.object({
  ...pageFields,
  imageData: z.optional(z.literal('omit', { error: "imageData may only be 'omit'" })),
});
export const AdminListQuery = z.object({
  ...pageFields,
  search: searchText,
  status: z.optional(oneOf('status', statuses)),
});

/** A filter by one of the API's own words. An unknown word is accepted and finds nothing. */
const word = (label: string) =>
  z.optional(
    z.string({ error: fieldTexts.word(label) }).check(z.regex(/^[a-z][a-z-]{0,59}$/, fieldTexts.word(label))),
  );

/** A time with its zone, or a day of UTC, as milliseconds since 1970. */
const time = (label: string) =>
  z.optional(
    z.pipe(
      z
        .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: fieldTexts.time(label) })
        .check(z.refine((value) => !Number.isNaN(Date.parse(value)), { error: fieldTexts.time(label) })),
      z.transform((value: string) => Date.parse(value)),
    ),
  );

/** `from` is inclusive, `to` exclusive. */
export const ActivityQuery = z.object({
  ...pageFields,
  actor: z.optional(z.union([z.literal('system'), uuid('actor')], { error: fieldTexts.uuid('actor') })),
  entityType: word('entityType'),
  entityId: z.optional(uuid('entityId')),
  type: word('type'),
  from: time('from'),
  to: time('to'),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;
export const PeopleQuery = z.object({
  ...pageFields,
  search: searchText,
  filter: z.optional(oneOf('filter', peopleFilters)),
});
export type PeopleQuery = z.output<typeof PeopleQuery>;
