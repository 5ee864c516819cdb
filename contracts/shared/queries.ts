import * as z from 'zod/mini';

import { hasControls } from './characters.ts';
import { oneOf, queryNumber, uuid } from './fields.ts';
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

export const PageQuery = z.object(pageFields);
export const CityListQuery = z.object({ ...pageFields, search: searchText });
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
