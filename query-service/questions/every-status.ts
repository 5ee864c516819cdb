import { setImmediate as breathe } from 'node:timers/promises';
import * as z from 'zod/mini';

import { fold } from '#contracts/fold';
import { limits } from '#contracts/limits';
import type { Viewer } from '#contracts/parse';
import type { AdminListQuery } from '#contracts/queries';
import type { ReadModelReader } from '#projections/read-store/index';
import type { CityDocument, LocationDocument, SearchDocument } from '#projections/read-store/index';

import type { Answer } from '../answer.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import {
  countTo,
  cutPage,
  readList,
  readPage,
  totalText,
  withTotal,
  type ListOrder,
  type Page,
} from '../paging.ts';
import { byId, type Reads } from '../reads.ts';
import { citiesForReview, locationsForReview } from './queues.ts';
import { tierOf } from './search-cities.ts';

type Query = z.output<typeof AdminListQuery>;

const timeAndId = z.tuple([z.string(), z.string()]);
const newest = <D extends { readonly id: string; readonly createdAt: string }>(
  kind: string,
): ListOrder<D, typeof timeAndId> => ({
  kind,
  values: timeAndId,
  sort: [['createdAt', -1]],
  place: ({ createdAt, id }) => [createdAt, id],
});
const filterOf = ({ status }: Query) => (status === undefined ? {} : { status });

export async function listAllCities(reads: Reads, query: Query): Promise<Answer> {
  const { reader } = reads.models.places;
  const text = fold(query.search ?? '');
  if (text !== '') {
    const { items, next, total } = await searchAllCities(reader, { ...query, text });
    return { body: await citiesForReview(reads, items), next, total, tags: [] };
  }
  const filter = filterOf(query);
  const order = newest<CityDocument>('all-cities');
  const { items, ...page } = await readList(reader, 'cities', order, { ...query, filter });
  return { ...page, body: await citiesForReview(reads, items), tags: [] };
}

/** Cities of every status with the text in them, newest first; read through a page at a time. */
async function searchAllCities(
  reader: ReadModelReader,
  query: Query & { readonly text: string },
): Promise<Page<CityDocument> & { readonly total: string }> {
  const { limit = limits.pageDefault, text } = query;
  const order = newest<CityDocument>('all-cities');
  const start = decodeCursor(order.kind, order.values, query.cursor);
  const found: CityDocument[] = [];
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await readPage(reader, 'cities', order, {
      limit: limits.pageMost,
      cursor,
      filter: filterOf(query),
    });
    for (const city of page.items) {
      if (tierOf(city, text) === undefined) continue;
      count += 1;
      if (found.length <= limit && (start === undefined || isOlder(city, start))) found.push(city);
    }
    cursor = page.next;
    await breathe();
  } while (cursor !== undefined && (count < countTo || found.length <= limit));
  const page = cutPage(found, limit, (last) => encodeCursor(order.kind, order.place(last)));
  return { ...page, total: totalText(count) };
}

const isOlder = ({ createdAt, id }: CityDocument, [time, other]: z.output<typeof timeAndId>): boolean =>
  createdAt === time ? id > other : createdAt < time;

export async function listAllLocations(reads: Reads, query: Query, viewer: Viewer): Promise<Answer> {
  const { reader } = reads.models.places;
  const text = fold(query.search ?? '');
  if (text !== '') return searchAllLocations(reads, { ...query, text }, viewer);
  const filter = filterOf(query);
  const order = newest<LocationDocument>('all-locations');
  const { items, ...page } = await readList(reader, 'locations', order, { ...query, filter });
  return { ...page, body: await locationsForReview(reads, items, viewer), tags: [] };
}

const searchPlace = z.tuple([z.union([z.literal(0), z.literal(1)]), z.number().check(z.int())]);

async function searchAllLocations(
  reads: Reads,
  query: Query & { readonly text: string },
  viewer: Viewer,
): Promise<Answer> {
  const { limit = limits.pageDefault, text } = query;
  const { reader } = reads.models.search;
  const after = decodeCursor('all-location-search', searchPlace, query.cursor);
  const asked = { text, filter: filterOf(query) };
  const hits = await reader.search<SearchDocument>('locations', {
    ...asked,
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
  });
  const { items, ...page } = await withTotal(
    cutPage(hits, limit, (last) => encodeCursor('all-location-search', [...last.cursor])),
    query.cursor,
    () => reader.countSearch('locations', asked, countTo),
  );
  const ids = items.map(({ document }) => document.id);
  const found = byId(await reads.models.places.reader.getMany<LocationDocument>('locations', ids));
  const locations = ids.flatMap((id) => found.get(id) ?? []);
  return { ...page, body: await locationsForReview(reads, locations, viewer), tags: [] };
}
