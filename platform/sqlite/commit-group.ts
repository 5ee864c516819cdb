/** Runs work in a transaction, and returns its result once committed. @throws what the work throws, or SQLite */
export type CommitInGroup = <T>(work: () => T) => Promise<T>;

interface PendingWork {
  /** May run a second time, if it was rolled back together with others. */
  readonly work: () => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Commits that are requested in one turn of the event loop share a transaction, such as the writes of many requests,
 * or of several read models for the same events. A failure affects only the work that causes it. `committed` is called
 * once after each commit.
 */
export function createCommitGroup(
  transaction: (work: () => void) => void,
  committed: () => void = () => undefined,
): CommitInGroup {
  let pending: PendingWork[] = [];

  function flush(): void {
    const group = pending;
    pending = [];
    const isDone = commitTogether(group) || group.filter(commitAlone).length > 0;
    if (isDone) committed();
  }

  function commitTogether(group: readonly PendingWork[]): boolean {
    if (group.length === 1) return false;
    try {
      transaction(() => {
        for (const { work } of group) work();
      });
    } catch {
      // Each is then committed separately, which shows which of them fails.
      return false;
    }
    for (const { done } of group) done();
    return true;
  }

  function commitAlone({ work, done, failed }: PendingWork): boolean {
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
      if (pending.length === 0) setImmediate(flush);
      pending.push({
        work: () => (result = { value: work() }),
        // Called only after the work.
        done: () =>
          result === undefined ? reject(new Error('The work was not run')) : resolve(result.value),
        failed: reject,
      });
    });
}
