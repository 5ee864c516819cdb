import { useEffect, useState, useSyncExternalStore } from 'react';

import { toastStore } from './toast.ts';
import type { ToastView } from './toast-view.tsx';

type View = typeof ToastView;

/** Fetches the toasts' code ahead of the first one, which may have to say that the network is gone. */
export const loadToasts = (): Promise<View> => import('./toast-view.tsx').then(({ ToastView }) => ToastView);

/** Shows the current toast. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const [View, setView] = useState<View | null>(null);
  const missing = current !== null && View === null;
  useEffect(() => {
    if (!missing) return;
    loadToasts()
      .then((view) => setView(() => view))
      .catch((error: unknown) => console.error('Toasts could not be loaded', error));
  }, [missing, current]);
  return current === null || View === null ? null : <View toast={current} />;
}
