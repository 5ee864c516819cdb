import { lazy, Suspense, useSyncExternalStore } from 'react';

import { toastStore } from './toast.ts';

const ToastView = lazy(() => import('./toast-view.tsx').then(({ ToastView }) => ({ default: ToastView })));

/** Shows the current toast; its code is loaded with the first one. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  return current === null ? null : (
    <Suspense fallback={null}>
      <ToastView toast={current} />
    </Suspense>
  );
}
