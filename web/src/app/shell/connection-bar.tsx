import { useSyncExternalStore } from 'react';

import { askAgain, useHasFailed } from '../../lib/ask-again.ts';
import { useAppSelector } from '../../lib/store.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Says that the screen may be out of date or lacks something: there is no network, the server cannot be reached, or the
 * session or a part of the page could not be loaded.
 */
export function ConnectionBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const lost = useAppSelector((state) => state.live.health === 'lost');
  const failed = useHasFailed();
  return (
    <div role="status" aria-live="polite" className="sticky top-16 z-30">
      {(!online || lost || failed) && (
        <p
          data-connection-bar
          className="flex h-[calc(var(--top)-4rem)] items-center justify-center gap-2 bg-pending-ground px-2 text-center text-sm font-medium text-pending max-sm:text-xs"
        >
          <span>{textOf({ online, lost, failed })}</span>
          {online && failed && (
            <button
              type="button"
              className="shrink-0 rounded-sm font-semibold underline underline-offset-4"
              onClick={askAgain}
            >
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function textOf({ online, lost, failed }: { online: boolean; lost: boolean; failed: boolean }): string {
  if (!online) return 'You are offline. What you see may be out of date.';
  if (!lost) return 'Part of this page could not be loaded.';
  return failed ? 'Connection to the server lost.' : 'Connection to the server lost. Trying again…';
}
