import type { Sqlite } from './sqlite.ts';

/** Runs work in a transaction, and is fulfilled once that is committed. @throws what the work throws, or SQLite */
export type CommitInGroup = (work: () => void) => Promise<void>;

interface Asked {
  /** May be run a second time, when it was rolled back with others. */
  readonly work: () => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Commits that are asked for in one turn of the event loop share a transaction: read models that take the same events
 * write them together. What fails takes no other along. `committed` is called after each transaction.
 */
export function createCommitGroup(sqlite: Sqlite, committed: () => void): CommitInGroup {
  let asked: Asked[] = [];

  function flush(): void {
    const group = asked;
    asked = [];
    if (!commitTogether(group)) for (const one of group) commitAlone(one);
    committed();
  }

  function commitTogether(group: readonly Asked[]): boolean {
    if (group.length === 1) return false;
    try {
      sqlite.transaction(() => {
        for (const { work } of group) work();
      });
    } catch {
      // Whose fault it was shows when each is committed by itself.
      return false;
    }
    for (const { done } of group) done();
    return true;
  }

  function commitAlone({ work, done, failed }: Asked): void {
    try {
      sqlite.transaction(work);
      done();
    } catch (error) {
      failed(error);
    }
  }

  return (work) =>
    new Promise((done, failed) => {
      if (asked.length === 0) setImmediate(flush);
      asked.push({ work, done, failed });
    });
}
