import { useSyncExternalStore } from 'react';

import { sharedValue } from './shared-value.ts';

interface Failure {
  readonly ask: () => void;
  /** Whether the screen itself shows the failure. */
  readonly isShown: boolean;
}

/** The failed requests, by name. */
const failed = sharedValue<ReadonlyMap<unknown, Failure>>(new Map());

/** Stores a failed request until `askAgain`; a newer one replaces one with the same name. */
export function askLater(name: unknown, ask: () => void, { isShown = false } = {}): void {
  failed.set(new Map([...failed.get(), [name, { ask, isShown }]]));
}

/** Removes a request that succeeded after all. */
export function forget(name: unknown): void {
  if (failed.get().has(name)) failed.set(new Map([...failed.get()].filter(([each]) => each !== name)));
}

/** Repeats all failed requests once: the connection has returned, or the person pressed the button. */
export function askAgain(): void {
  const all = failed.get();
  failed.set(new Map());
  for (const { ask } of all.values()) ask();
}

/** Whether there is a failure that the screen does not show. */
export function useHasFailed(): boolean {
  return useSyncExternalStore(
    failed.subscribe,
    () => [...failed.get().values()].some(({ isShown }) => !isShown),
    () => false,
  );
}

/** Loads a part of the page; after a failure, tries again at each `askAgain` until it succeeds. */
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
