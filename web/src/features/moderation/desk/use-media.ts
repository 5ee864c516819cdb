import { useSyncExternalStore } from 'react';

/** A hook that says whether a media query matches. `unknown`: its value on the server. */
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

/** Pixels of a rem. A rem in a media query is the browser's default size and ignores the style sheet. */
const rootSize = (): number =>
  typeof document === 'undefined'
    ? 16
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Whether there is room for a detail beside the list; otherwise it opens as a dialog. */
export const useIsWide = mediaHook(`(min-width: ${64 * rootSize()}px)`, true);

/** Whether the buttons of a row need their own line. */
export const useIsPhone = mediaHook('(max-width: 39.99rem)', false);
