import { useSyncExternalStore } from 'react';

const query = typeof matchMedia === 'undefined' ? null : matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether there is room for a story beside the list; otherwise it opens as a dialog. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? true);
