/** Runs work in a transaction, and gives what it returns once that is committed. @throws what the work throws, or SQLite */
export type CommitInGroup = <T>(work: () => T) => Promise<T>;

interface Asked {
  /** May be run a second time, when it was rolled back with others. */
  readonly work: () => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Commits that are asked for in one turn of the event loop share a transaction: what many requests write at once, and
 * what read models take of the same events. What fails takes no other along. `committed` is called once after what was committed.
 */
export function createCommitGroup(
  transaction: (work: () => void) => void,
  committed: () => void = () => undefined,
): CommitInGroup {
  let asked: Asked[] = [];

  function flush(): void {
    const group = asked;
    asked = [];
    const isDone = commitTogether(group) || group.filter(commitAlone).length > 0;
    if (isDone) committed();
  }

  function commitTogether(group: readonly Asked[]): boolean {
    if (group.length === 1) return false;
    try {
      transaction(() => {
        for (const { work } of group) work();
      });
    } catch {
      // Whose fault it was shows when each is committed by itself.
      return false;
    }
    for (const { done } of group) done();
    return true;
  }

  function commitAlone({ work, done, failed }: Asked): boolean {
    try {
      transaction(work);
    } catch (error) {
      failed(error);
      return false;
    }
    done();
    return true;
  }

  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      if (asked.length === 0) setImmediate(flush);
      asked.push({
        work: () => (result = { value: work() }),
        // Only ever called after the work.
        done: () => (result === undefined ? reject(new Error('Nothing was done')) : resolve(result.value)),
        failed: reject,
      });
    });
}
