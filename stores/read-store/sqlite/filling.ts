import type { Copy } from './copies.ts';
import type { Sqlite } from './sqlite.ts';

/** Pages of 4096 bytes that collect in the write-ahead log before they are copied into the file. */
const usually = 8192;
const whileFilling = 16_384;

/** Tracks which copies are being filled. Repeating a call changes nothing. */
export interface Filling {
  began(copy: Copy): void;
  over(copy: Copy): void;
}

/**
 * Many batches change the same pages. So while a copy is filled, each page is copied into the file only now and then,
 * not with every batch.
 */
export function createFilling(sqlite: Sqlite): Filling {
  const underWay = new Set<number>();
  const setPages = (pages: number) => sqlite.rows(`PRAGMA wal_autocheckpoint = ${pages}`);
  setPages(usually);
  return {
    began({ id }) {
      if (underWay.size === 0) setPages(whileFilling);
      underWay.add(id);
    },
    over({ id }) {
      if (underWay.delete(id) && underWay.size === 0) setPages(usually);
    },
  };
}
