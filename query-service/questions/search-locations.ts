import { setImmediate as breathe } from 'node:timers/promises';
import * as z from 'zod/mini';

import { limits } from '#contracts/limits';
import type { Filter, Hit, SearchCursor } from '#projections/read-store/index';
import type { LocationDocument, SearchDocument } from '#projections/read-store/index';

import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countTo, totalText, type Page } from '../paging.ts';
import { byId, type Reads } from '../reads.ts';
import type { LocationQuery } from './locations.ts';

type Query = LocationQuery & { readonly text: string };
type Found = { readonly location: LocationDocument; readonly cursor: SearchCursor };

const values = z.tuple([z.union([z.literal(0), z.literal(1)]), z.number().check(z.int())]);

/** Public locations with the folded text in them: matches in the name first, then newest approved. */
export async function searchLocations(
  reads: Reads,
  query: Query,
): Promise<Page<LocationDocument> & { readonly total: string }> {
  const { limit = limits.pageDefault } = query;
  const after = decodeCursor('location-search', values, query.cursor);
  const found: Found[] = [];
  for await (const hit of matches(reads, query, after, limit + 1)) {
    found.push(hit);
    if (found.length > limit) break;
  }
  const last = found[limit - 1];
  const more = found.length > limit && last !== undefined;
  return {
    items: found.slice(0, limit).map(({ location }) => location),
    next: more ? encodeCursor('location-search', [...last.cursor]) : undefined,
    total: totalText(await countMatches(reads, query)),
  };
}

/** Hits with their documents, of which the search model may know an older state: what does not match now is passed over. */
async function* matches(
  { models }: Reads,
  query: Query,
  start: SearchCursor | undefined,
  batch: number,
): AsyncIterable<Found> {
  for (let after = start; ; await breathe()) {
    const hits: Hit<SearchDocument>[] = await models.search.reader.search<SearchDocument>('locations', {
      text: query.text,
      filter: searchFilter(query),
      limit: batch,
      ...(after === undefined ? {} : { after }),
    });
    const ids = hits.map(({ document }) => document.id);
    const documents = byId(await models.places.reader.getMany<LocationDocument>('locations', ids));
    for (const { document, cursor } of hits) {
      const location = documents.get(document.id);
      if (location !== undefined && isWanted(location, query)) yield { location, cursor };
    }
    after = hits.at(-1)?.cursor;
    if (hits.length < batch) return;
  }
}

const searchFilter = ({ category, city }: Query): Filter => ({
  public: '1',
  ...(category === undefined ? {} : { category }),
  ...(city === undefined ? {} : { cityId: city }),
});

const isWanted = (location: LocationDocument, { category, city, minRating = 0 }: Query): boolean =>
  location.public &&
  location.rating >= minRating &&
  (category === undefined || location.category === category) &&
  (city === undefined || location.cityId === city);

const countBatch = 500;

/** The text index does not know ratings: with a least rating the documents are read to be counted. */
async function countMatches(reads: Reads, query: Query): Promise<number> {
  if (query.minRating === undefined || query.minRating === 0) {
    const asked = { text: query.text, filter: searchFilter(query) };
    return reads.models.search.reader.countSearch('locations', asked, countTo);
  }
  let count = 0;
  for await (const _match of matches(reads, query, undefined, countBatch)) {
    count += 1;
    if (count >= countTo) break;
  }
  return count;
}
