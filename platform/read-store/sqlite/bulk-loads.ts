import type { Generation } from './generations.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * SQLite checkpoints the write-ahead log (moves its pages of 4096 bytes to the file) within the commit that brings it to
 * this many; SQLite's default. With many more, the log would take the space that a full disk has just been given.
 */
const pagesUsually = 1000;
const pagesWhileLoading = 16_384;

/** Which generations are being loaded in bulk. Both calls may be repeated. */
export interface BulkLoads {
  began(generation: Generation): void;
  over(generation: Generation): void;
}

/** Many batches of a bulk load touch the same pages, so meanwhile each page is moved once in a while, not every time. */
export function createBulkLoads(sqlite: Sqlite): BulkLoads {
  const underWay = new Set<number>();
  const setPages = (pages: number) => sqlite.rows(`PRAGMA wal_autocheckpoint = ${pages}`);
  return {
    began({ id }) {
      if (underWay.size === 0) setPages(pagesWhileLoading);
      underWay.add(id);
    },
    over({ id }) {
      if (underWay.delete(id) && underWay.size === 0) setPages(pagesUsually);
    },
  };
}
