import { inOrder, type Listed, type Sort } from '../desk/rows.ts';

/** How far a queue has been read, and the path of the page that follows; null at the end of the queue. */
export interface ReadPosition<T extends Listed> {
  readonly last: T | null;
  readonly next: string | null;
}

interface ReadPage<T extends Listed> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Nothing has been read. */
export const atStart = { last: null, next: null } as const;

/**
 * The position after the beginning of the queue was read again. Later pages may have been read meanwhile: unless the
 * answer reaches as far, the list continues where they ended.
 */
export function afterBeginning<T extends Listed>(
  before: ReadPosition<T>,
  { items, next }: ReadPage<T>,
  sort: Sort,
): ReadPosition<T> {
  const last = items.at(-1) ?? null;
  const isShorter = before.last !== null && (last === null || inOrder(sort, last, before.last) < 0);
  return next !== null && isShorter ? before : { last, next };
}

/** The position after the page at `before.next`. */
export const afterPage = <T extends Listed>(
  before: ReadPosition<T>,
  { items, next }: ReadPage<T>,
): ReadPosition<T> => ({ last: items.at(-1) ?? before.last, next });
