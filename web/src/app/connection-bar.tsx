import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { useAppSelector } from './store.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the screen may be out of date: there is no network, or the server cannot be reached. */
export function ConnectionBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const lost = useAppSelector((state) => state.live.health === 'lost');
  return (
    <div role="status" aria-live="polite" className="sticky top-16 z-30">
      {(!online || lost) && (
        <p
          data-connection-bar
          className="flex h-[calc(var(--top)-4rem)] items-center justify-center gap-2 bg-pending-ground px-2 text-center text-sm font-medium text-pending max-sm:text-xs"
        >
          <WifiOff size={15} aria-hidden className="shrink-0" />
          {online
            ? 'Connection to the server lost. Trying again…'
            : 'You are offline. What you see may be out of date.'}
        </p>
      )}
    </div>
  );
}
