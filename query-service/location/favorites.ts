import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import type { LocationDocument, OpinionDocument } from '#contracts/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import {
  countTo,
  numberAndId,
  readPage,
  withTotal,
  type ListOrder,
  type PageInput,
} from '#platform/queries/paging';
import type { QueryContext } from '../query-context.ts';
import { locationViews, publicAmong } from './location-views.ts';

const newestHearts: ListOrder = { kind: 'favorites', values: numberAndId, sort: [['favoritedAt', -1]] };

/** The most pages that one response reads to find public places. */
const pagesMost = 5;

/**
 * A person's favourites, newest first. Places that are not public now are left out, although the total of a list with
 * several pages counts them. If many in a row are hidden, a page may be short although there is a next page.
 */
export async function listFavorites(
  context: QueryContext,
  { limit = limits.pageDefault, cursor }: PageInput,
  person: Person,
): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const filter = { userId: person.userId, favorite: true };
  const places: LocationDocument[] = [];
  let next = cursor;
  for (let pages = 0; pages < pagesMost && places.length < limit; pages += 1) {
    const page = await readPage<OpinionDocument>(reader, 'opinions', newestHearts, {
      filter,
      limit: limit - places.length,
      cursor: next,
    });
    const ids = page.items.map(({ locationId }) => locationId);
    places.push(...(await publicAmong(context, ids)));
    next = page.next;
    if (next === undefined) break;
  }
  const body = await locationViews(context, places, person);
  const page = await withTotal({ items: body, next }, { cursor }, () =>
    reader.count('opinions', filter, countTo),
  );
  return { body, next, total: page.total, tags: [] };
}
