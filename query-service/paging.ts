import type * as z from 'zod/mini';

import { limits } from '#contracts/limits';
import type { Document, FieldValue, Filter, Index, ReadModelReader } from '#projections/read-store/index';

import { decodeCursor, encodeCursor } from './cursor.ts';

/** What a list is asked for: how many (or the default), after which place. */
export interface PageInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface Page<D> {
  readonly items: readonly D[];
  /** The cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** A list that an index of the read store answers: its order, and how a cursor tells a place in it. */
export interface ListOrder<D extends Document, S extends z.ZodMiniType<readonly FieldValue[]>> {
  readonly kind: string;
  readonly sort: Index;
  readonly place: (document: D) => z.output<S>;
  readonly values: S;
}

/** One page of a collection in a list's order. @throws Refusal `invalid` for a foreign cursor */
export async function readPage<D extends Document, S extends z.ZodMiniType<readonly FieldValue[]>>(
  reader: ReadModelReader,
  collection: string,
  { kind, sort, place, values }: ListOrder<D, S>,
  { limit = limits.pageDefault, cursor, filter = {} }: PageInput & { readonly filter?: Filter },
): Promise<Page<D>> {
  const after = decodeCursor(kind, values, cursor);
  const found = await reader.find<D>(collection, {
    filter,
    sort,
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
  });
  return cutPage(found, limit, (last) => encodeCursor(kind, place(last)));
}

/** A page, and how many things there are on all of them (`X-Total-Count`). */
export interface CountedPage<D> extends Page<D> {
  readonly total: string;
}

/** `readPage` with the list's count. `countedBy`: a filter that leaves the same, where less will do to count. */
export async function readList<D extends Document, S extends z.ZodMiniType<readonly FieldValue[]>>(
  reader: ReadModelReader,
  collection: string,
  order: ListOrder<D, S>,
  input: PageInput & { readonly filter?: Filter; readonly countedBy?: Filter | undefined },
): Promise<CountedPage<D>> {
  const { filter = {}, countedBy = filter, cursor } = input;
  const page = await readPage(reader, collection, order, input);
  return withTotal(page, cursor, () => reader.count(collection, countedBy, countTo));
}

/**
 * The page that was read from `cursor` on, with its list's count. One page that holds all is counted by its items:
 * something may have arrived since they were read.
 */
export async function withTotal<D>(
  page: Page<D>,
  cursor: string | undefined,
  count: () => Promise<number>,
): Promise<CountedPage<D>> {
  const isAll = cursor === undefined && page.next === undefined;
  return { ...page, total: totalText(isAll ? page.items.length : await count()) };
}

/** A page from one item more than it may hold, by which a next page is known to exist. */
export function cutPage<D>(found: readonly D[], limit: number, cursorOf: (last: D) => string): Page<D> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined };
}

/** A count is asked for up to here, which tells a thousand from more. */
export const countTo = limits.countMost + 1;

/** X-Total-Count: exact up to a thousand. */
export const totalText = (count: number): string =>
  count > limits.countMost ? `${limits.countMost}+` : String(count);
