import { useSyncExternalStore } from 'react';

import { askAgain, useHasFailed } from '../../lib/ask-again.ts';
import { keptFrom, networkIsLost, pageIsCurrent } from '../../lib/kept-page.ts';
import { useAppSelector } from '../../lib/store.ts';
import { timeText } from '../../lib/words.ts';

function subscribe(listener: () => void): () => void {
  const changed = () => {
    if (navigator.onLine) pageIsCurrent();
    else networkIsLost();
    listener();
  };
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/**
 * Says that the screen may be out of date or lacks something: there is no network, the server cannot be reached, or the
 * session or a part of the page could not be loaded.
 */
export function ConnectionBar() {
  const asOf = useSyncExternalStore(subscribe, keptFrom, () => undefined);
  const lost = useAppSelector((state) => state.live.health === 'lost');
  const failed = useHasFailed();
  return (
    <div role="status" aria-live="polite" className="sticky top-16 z-30">
      {(asOf !== undefined || lost || failed) && (
        <p
          data-connection-bar
          className="flex h-[calc(var(--top)-4rem)] items-center justify-center gap-2 bg-pending-ground px-2 text-center text-sm font-medium text-pending max-sm:text-xs"
        >
          <span>{textOf({ asOf, lost, failed })}</span>
          {asOf === undefined && failed && (
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

interface Connection {
  readonly asOf: string | undefined;
  readonly lost: boolean;
  readonly failed: boolean;
}

function textOf({ asOf, lost, failed }: Connection): string {
  if (asOf === '') return 'Offline. This page was not kept.';
  if (asOf !== undefined) return `Offline. As of ${timeText(asOf, Date.now())}.`;
  if (!lost) return 'Part of this page could not be loaded.';
  return failed ? 'Connection to the server lost.' : 'Connection to the server lost. Trying again…';
}
