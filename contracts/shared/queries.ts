import * as z from 'zod/mini';

import { hasControls } from './characters.ts';
import { queryNumber } from './fields.ts';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';

/** The number of items, and the end of the last page (an opaque text from its `Link` header). */
export const pageFields = {
  limit: z.optional(queryNumber('limit', 1, limits.pageMost)),
  cursor: z.optional(
    z
      .string({ error: 'cursor must be given once' })
      .check(z.minLength(1, fieldTexts.cursor), z.maxLength(500, fieldTexts.cursor)),
  ),
};
/** For lists with page numbers: `limit` items each, the first is 1. Ignored if there is a cursor. */
export const pageNumber = z.optional(queryNumber('page', 1, limits.countMost));
export const searchText = z.optional(
  z.string({ error: 'search must be given once' }).check(
    z.maxLength(limits.search, `search must be at most ${limits.search} characters`),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters('search') }),
  ),
);

export const PageQuery = z.object(pageFields);
