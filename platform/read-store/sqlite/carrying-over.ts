import type { Sqlite } from './sqlite.ts';

/**
 * Pages that wait in the write-ahead log before they are carried over between two commits. At 1,000, SQLite would do it
 * within a commit, for whose answer somebody waits.
 */
const early = 700;

/** Returns what to call after each commit: once the pages are many, they are carried over after all that is due now. */
export function createCarryingOver(sqlite: Sqlite, isFilling: () => boolean): () => void {
  let isDue = false;

  function carryOver(): void {
    isDue = false;
    try {
      if (waitingPages(sqlite) >= early) sqlite.rows('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Closed, or the disk is full: the pages stay where they are, and the next commit reports what is wrong.
    }
  }

  return () => {
    if (isDue || isFilling()) return;
    isDue = true;
    setImmediate(carryOver);
  };
}

/** How many pages of the write-ahead log are not in the file yet. */
function waitingPages(sqlite: Sqlite): number {
  const [, inLog, carriedOver] = sqlite.rows('PRAGMA wal_checkpoint(NOOP)')[0] ?? [];
  return Number(inLog ?? 0) - Number(carriedOver ?? 0);
}
