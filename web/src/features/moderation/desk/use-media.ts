import { useSyncExternalStore } from 'react';

/** A hook that says whether a media query matches; `unknown`: what it says where there is no window. */
function mediaHook(media: string, unknown: boolean): () => boolean {
  const query = typeof matchMedia === 'undefined' ? null : matchMedia(media);
  const subscribe = (listener: () => void) => {
    query?.addEventListener('change', listener);
    return () => query?.removeEventListener('change', listener);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => query?.matches ?? unknown,
      () => unknown,
    );
}

/** Pixels of a rem. In a media query it would be the browser's own size, whatever a reader's style sheet says. */
const rootSize = (): number =>
  typeof document === 'undefined'
    ? 16
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Whether there is room for a detail beside the list; otherwise it opens as a dialog. */
export const useIsWide = mediaHook(`(min-width: ${64 * rootSize()}px)`, true);

/** Whether the buttons of a row need their own line. */
export const useIsPhone = mediaHook('(max-width: 39.99rem)', false);
