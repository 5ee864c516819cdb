import { useSyncExternalStore } from 'react';

const unwatched = () => () => undefined;

/** Whether the page's code runs: false on the server, and in the browser's first rendering of a rendered page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    unwatched,
    () => true,
    () => false,
  );
