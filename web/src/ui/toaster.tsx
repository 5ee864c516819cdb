import { useEffect, useState, useSyncExternalStore } from 'react';

import { dismissToast, toastDuration, toastStore, type Toast } from './toast.ts';
import type { ToastView } from './toast-view.tsx';

type View = typeof ToastView;

/** Fetches the toasts' code ahead of the first one. */
export const loadToasts = (): Promise<View> => import('./toast-view.tsx').then(({ ToastView }) => ToastView);

/** Shows the current toast. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const [View, setView] = useState<View | 'not-loaded' | null>(null);
  const missing = current !== null && typeof View !== 'function';
  useEffect(() => {
    if (!missing) return;
    loadToasts()
      .then((view) => setView(() => view))
      .catch((error: unknown) => {
        console.error('Toasts could not be loaded', error);
        setView('not-loaded');
      });
  }, [missing, current]);
  if (current === null || View === null) return null;
  return View === 'not-loaded' ? <PlainToast toast={current} /> : <View toast={current} />;
}

/** The words alone, for when there is no network: that is what such a toast has to tell. */
function PlainToast({ toast: { id, title, text } }: { readonly toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), toastDuration);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 z-100 max-w-[388px] rounded-md border border-no bg-no-ground p-4 text-no shadow-floating max-sm:left-4"
    >
      <p className="text-md font-semibold">{title}</p>
      {text !== undefined && <p className="mt-0.5 text-sm">{text}</p>}
    </div>
  );
}
