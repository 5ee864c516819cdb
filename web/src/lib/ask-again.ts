import { useSyncExternalStore } from 'react';

import { sharedValue } from './shared-value.ts';

interface Failure {
  readonly ask: () => void;
  /** Whether the screen says so where it is missing. */
  readonly isShown: boolean;
}

/** What failed, by its name. */
const failed = sharedValue<ReadonlyMap<unknown, Failure>>(new Map());

/** Keeps what failed until `askAgain`; under the same name, only the latest. */
export function askLater(name: unknown, ask: () => void, { isShown = false } = {}): void {
  failed.set(new Map([...failed.get(), [name, { ask, isShown }]]));
}

/** It came after all. */
export function forget(name: unknown): void {
  if (failed.get().has(name)) failed.set(new Map([...failed.get()].filter(([each]) => each !== name)));
}

/** Asks again, once, for all that failed: the connection has returned, or the person asked. */
export function askAgain(): void {
  const all = failed.get();
  failed.set(new Map());
  for (const { ask } of all.values()) ask();
}

/** Whether something failed that the screen does not show. */
export function useHasFailed(): boolean {
  return useSyncExternalStore(
    failed.subscribe,
    () => [...failed.get().values()].some(({ isShown }) => !isShown),
    () => false,
  );
}

/** Loads a part of the page, and if that fails, again at each `askAgain` until it is there. */
export async function keepLoading<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error('A part of the page could not be loaded', error);
      await new Promise<void>((resolve) => askLater(load, resolve));
    }
  }
}
