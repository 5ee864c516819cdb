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

/** Without a running timer the time is stale: a page may have shown no time for hours. */
function current(): number {
  if (timer === undefined && Date.now() - now >= every) now = Date.now();
  return now;
}

/**
 * The current time in milliseconds since 1970, updated every 20 seconds by one timer for the whole page. Only for what
 * the server does not render.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, current);
