import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets a long query give way to other requests from time to time. */
export interface Task {
  /** Waits for its next turn. @throws an AbortError when the query was aborted */
  yield(): Promise<void>;
}

/** Gives tasks turns: one in each round of the event loop, so that other requests are handled in between. */
export function createScheduler(): (signal: AbortSignal) => Task {
  let last: Promise<unknown> = Promise.resolve();
  return (signal) => ({
    async yield() {
      signal.throwIfAborted();
      const mine = last.then(() => nextTurn());
      last = mine;
      await mine;
      signal.throwIfAborted();
    },
  });
}
