import { useSyncExternalStore } from 'react';

const every = 20_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((each) => each());
  }, every);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The current time in milliseconds since 1970, updated every 20 seconds by one timer for the whole page. Only for what
 * the server does not render.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
