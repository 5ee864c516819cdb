import type { Generation } from './generations.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * SQLite checkpoints the write-ahead log (moves its pages of 4096 bytes to the file) within the commit that brings it to
 * this many; SQLite's default. With many more, the log would take the space that a full disk has just been given.
 */
const pagesUsually = 1000;
const pagesWhileLoading = 16_384;
/** From this many pages on the log is checkpointed between two commits, because somebody waits for a commit's answer. */
const pagesEarly = 700;

/** Which generations are being loaded in bulk. Both calls may be repeated. */
export interface BulkLoads {
  began(generation: Generation): void;
  over(generation: Generation): void;
  readonly isUnderWay: () => boolean;
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
    isUnderWay: () => underWay.size > 0,
  };
}

/** Returns what to call after each commit: it checkpoints a long log once everything else that is due now has run. */
export function createCheckpointing(sqlite: Sqlite, isLoading: () => boolean): () => void {
  let isDue = false;

  function checkpoint(): void {
    isDue = false;
    try {
      if (waitingPages(sqlite) >= pagesEarly) sqlite.rows('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Closed, or the disk is full: the pages stay where they are, and the next commit reports what is wrong.
    }
  }

  return () => {
    if (isDue || isLoading()) return;
    isDue = true;
    setImmediate(checkpoint);
  };
}

/** How many pages of the write-ahead log are not in the file yet. */
function waitingPages(sqlite: Sqlite): number {
  const [, inLog, moved] = sqlite.rows('PRAGMA wal_checkpoint(NOOP)')[0] ?? [];
  return Number(inLog ?? 0) - Number(moved ?? 0);
}
