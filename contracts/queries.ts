import * as z from 'zod/mini';

import { category, hasControls, queryNumber, uuid } from './fields.ts';
import { statuses } from './vocabulary.ts';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';

/** How many, and where the last page ended (an opaque text from its `Link` header). */
const page = {
  limit: z.optional(queryNumber('limit', 1, limits.pageMost)),
  cursor: z.optional(
    z.string({ error: 'cursor must be given once' }).check(z.minLength(1), z.maxLength(500)),
  ),
};
const search = z.optional(
  z.string({ error: 'search must be given once' }).check(
    z.maxLength(limits.search, `search must be at most ${limits.search} characters`),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters('search') }),
  ),
);

export const PageQuery = z.object(page);
export const CityListQuery = z.object({ ...page, search });
export const LocationListQuery = z.object({
  ...page,
  search,
  category: z.optional(category),
  city: z.optional(uuid('city')),
  minRating: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[0-5](\.\d{1,2})?$/, 'minRating must be a number from 0 to 5')),
      z.pipe(z.transform(Number), z.number().check(z.lte(5, 'minRating must be a number from 0 to 5'))),
    ),
  ),
});
export const PhotoListQuery = z.object({
  ...page,
  imageData: z.optional(z.literal('omit', { error: "imageData may only be 'omit'" })),
});
export const AdminListQuery = z.object({
  ...page,
  search,
  status: z.optional(z.enum(statuses, { error: `status must be one of ${statuses.join(', ')}` })),
});
