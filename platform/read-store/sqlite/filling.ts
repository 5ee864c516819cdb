import type { Copy } from './copies.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * Pages of 4096 bytes that wait in the write-ahead log before they are carried over to the file; SQLite's default. With
 * many more, the log would take the space that a full disk has just been given.
 */
const usually = 1000;
const whileFilling = 16_384;

/** Which copies are being filled. Both calls may be repeated. */
export interface Filling {
  began(copy: Copy): void;
  over(copy: Copy): void;
  readonly isUnderWay: () => boolean;
}

/**
 * Many batches touch the same pages: while a copy is filled, each page is carried over once in a while, not with
 * every batch.
 */
export function createFilling(sqlite: Sqlite): Filling {
  const underWay = new Set<number>();
  const setPages = (pages: number) => sqlite.rows(`PRAGMA wal_autocheckpoint = ${pages}`);
  return {
    began({ id }) {
      if (underWay.size === 0) setPages(whileFilling);
      underWay.add(id);
    },
    over({ id }) {
      if (underWay.delete(id) && underWay.size === 0) setPages(usually);
    },
    isUnderWay: () => underWay.size > 0,
  };
}
