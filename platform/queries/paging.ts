import * as z from 'zod/mini';
import { limits } from '#contracts/shared/limits';
import {
  fieldValue,
  inOrderOf,
  type Document,
  type FieldValue,
  type Filter,
  type Index,
  type ReadModelReader,
} from '#platform/read-store/index';
import { Refusal } from '#contracts/shared/errors';
import { fieldTexts } from '#contracts/shared/texts';
import type { Task } from './shared-work.ts';

/** The input of a list: the number of items (or the default), and the cursor after which they start. */
export interface PageInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Without a cursor: the page of that number, from 1. Lists with `or` have no page numbers. */
  readonly page?: number | undefined;
}

export interface Page<D> {
  readonly items: readonly D[];
  /** The cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

export interface ListInput extends PageInput {
  readonly filter?: Filter;
  /**
   * Filters for further items of the list. No item may pass two of these filters. Each filter is read separately, and
   * only if it can still have items of the page.
   */
  readonly or?: readonly Filter[];
  /** Needed if there may be many of these filters. */
  readonly task?: Task;
  /** Only the id and what the cursor needs of each item. */
  readonly keysOnly?: boolean;
}

/** The order of a list, served by an index of the read store. The id decides between equal fields. */
export interface ListOrder {
  readonly kind: string;
  readonly sort: Index;
  /** From the end of that order to its start. */
  readonly backwards?: boolean;
  /** The schema of a cursor's values: the sort fields and the id. */
  readonly values: z.ZodMiniType<readonly FieldValue[]>;
}

export const numberAndId = z.tuple([z.number(), z.string()]);
export const textAndId = z.tuple([z.string(), z.string()]);

/** The values of a document's sort fields, and its id. */
const placeIn = (sort: Index, document: Document): FieldValue[] => [
  ...sort.map(([field]) => fieldValue(document, field)),
  document.id,
];

/** Reads one page of a collection in a list's order. @throws Refusal `invalid` for the cursor of another list */
export async function readPage<D extends Document>(
  reader: ReadModelReader,
  collection: string,
  order: ListOrder,
  input: ListInput,
): Promise<Page<D>> {
  const { kind, sort, backwards = false, values } = order;
  const { limit = limits.pageDefault, cursor, filter = {}, or = [], task, keysOnly = false } = input;
  const skipped = skippedBy(input);
  if (skipped === null) return nothing;
  let after: readonly FieldValue[] | undefined = decodeCursor(kind, values, cursor);
  if (skipped > 0) {
    const keys = await reader.find<D>(collection, {
      filter,
      sort,
      backwards,
      limit: skipped,
      keysOnly: true,
    });
    const last = keys[skipped - 1];
    if (last === undefined) return nothing;
    after = placeIn(sort, last);
  }
  const find = (each: Filter) =>
    reader.find<D>(collection, {
      filter: each,
      sort,
      backwards,
      limit: limit + 1,
      keysOnly,
      ...(after === undefined ? {} : { after }),
    });
  const found = await find(filter);
  const direction = backwards ? -1 : 1;
  const inOrder = inOrderOf([...sort, ['id', 1]]);
  for (const each of or) {
    await task?.yield();
    const last = found[limit];
    const further = await find(last ? { ...notBeyond(sort, direction, placeIn(sort, last)), ...each } : each);
    if (further.length === 0) continue;
    found.push(...further);
    found.sort((one, other) => inOrder(one, other) * direction);
    found.splice(limit + 1);
  }
  return cutPage(found, limit, (last) => cursorAt(order, last));
}

const nothing = { items: [], next: undefined } as const;

/**
 * The number of items before a page; null if that is beyond the limit, because a page number must not make the server
 * read a million items.
 */
export function skippedBy({ page = 1, limit = limits.pageDefault, cursor }: PageInput): number | null {
  const skipped = cursor === undefined ? (page - 1) * limit : 0;
  return skipped < limits.countMost ? skipped : null;
}

/** A filter by the first sort field alone that leaves out the items after these values. */
function notBeyond([first]: Index, direction: 1 | -1, [value = null]: readonly FieldValue[]): Filter {
  if (first === undefined) return {};
  const [field, rising] = first;
  return { [field]: rising === direction ? { lte: value } : { gte: value } };
}

/** A page, and the number of items on all pages (`X-Total-Count`). */
export interface CountedPage<D> extends Page<D> {
  readonly total: string;
}

/** `readPage` with the list's total. `countedBy`: a simpler filter that gives the same count. */
export async function readList<D extends Document>(
  reader: ReadModelReader,
  collection: string,
  order: ListOrder,
  input: ListInput & { readonly countedBy?: Filter | undefined },
): Promise<CountedPage<D>> {
  const { filter = {}, countedBy = filter, or = [], task } = input;
  const page = await readPage<D>(reader, collection, order, input);
  return withTotal(page, input, async () => {
    await task?.yield();
    let sum = await reader.count(collection, countedBy, countTo);
    for (const each of or) {
      if (sum >= countTo) break;
      await task?.yield();
      sum += await reader.count(collection, each, countTo - sum);
    }
    return sum;
  });
}

/**
 * Adds the total to the page that `input` requests. If the whole list is on one page, the total is the length of the
 * page, because a count could include items added after the page was read.
 */
export async function withTotal<D>(
  page: Page<D>,
  input: PageInput,
  count: () => Promise<number>,
): Promise<CountedPage<D>> {
  const isAll = isFirst(input) && page.next === undefined;
  return { ...page, total: totalText(isAll ? page.items.length : await count()) };
}

/** Whether the list begins with this page. */
export const isFirst = ({ page = 1, cursor }: PageInput): boolean => cursor === undefined && page === 1;

/** Makes a page from up to `limit + 1` items. The extra item shows that there is a next page. */
export function cutPage<D>(found: readonly D[], limit: number, cursorOf: (last: D) => string): Page<D> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined };
}

/** Counting stops here: one more than a thousand is enough to know that there are more. */
export const countTo = limits.countMost + 1;

/** The text of X-Total-Count: exact up to a thousand. */
export const totalText = (count: number): string =>
  count > limits.countMost ? `${limits.countMost}+` : String(count);

/** Encodes the end of a page as an opaque text: the list's kind, the values of its sort fields, and an id. */
export function encodeCursor(kind: string, values: readonly (string | number | boolean | null)[]): string {
  return Buffer.from(JSON.stringify([kind, ...values])).toString('base64url');
}

/** The cursor of the page after this document. */
export const cursorAt = ({ kind, sort }: ListOrder, document: Document): string =>
  encodeCursor(kind, placeIn(sort, document));

/**
 * The values in a cursor; undefined without a cursor. @throws Refusal `invalid` for text that is not a cursor of this
 * list
 */
export function decodeCursor<S extends z.ZodMiniType<readonly unknown[]>>(
  kind: string,
  values: S,
  text: string | undefined,
): z.output<S> | undefined {
  if (text === undefined) return undefined;
  const parsed = z.array(z.unknown()).safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  const result = values.safeParse(parsed.data?.slice(1));
  if (parsed.data?.[0] === kind && result.success) return result.data;
  throw new Refusal('invalid', {
    detail: fieldTexts.cursor,
    errors: [{ path: 'cursor', message: fieldTexts.cursor }],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
