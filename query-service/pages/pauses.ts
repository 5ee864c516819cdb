import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Returns a function that lets the event loop answer what waits before its caller goes on. Of all who wait, one goes on
 * in each of the loop's rounds.
 */
export function createPauses(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => nextTick()));
}
