import clsx from 'clsx';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { dismissToast, toastDuration, toastStore, type Toast } from '../lib/toast.ts';
import { ToastText } from './toast-text.tsx';
import type { ToastView } from './toast-view.tsx';

type View = typeof ToastView;

/** Loads the toasts' code before the first toast is shown. */
export const loadToasts = (): Promise<View> => import('./toast-view.tsx').then(({ ToastView }) => ToastView);

/** Shows the current toast. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const [View, setView] = useState<View | 'not-loaded' | null>(null);
  const missing = current !== null && typeof View !== 'function';
  useEffect(() => {
    if (!missing) return;
    loadToasts().then(
      (view) => setView(() => view),
      () => setView('not-loaded'),
    );
  }, [missing, current]);
  if (current === null || View === null) return null;
  return View === 'not-loaded' ? <PlainToast toast={current} /> : <View toast={current} />;
}

/** A toast's full content without animations, for when their code cannot be loaded, for example offline. */
function PlainToast({ toast }: { readonly toast: Toast }) {
  const { id, title, text, action, variant, duration = toastDuration } = toast;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  const button = 'touch-target rounded-sm px-2 py-1 text-sm font-semibold underline underline-offset-4';
  return (
    <div
      role="alert"
      data-over-dialogs
      className={clsx(
        'fixed right-4 z-100 max-w-[388px] rounded-md border p-4 shadow-floating max-sm:over-dialog:right-16 max-xl:top-4 max-sm:left-4 xl:bottom-4',
        variant === 'destructive' ? 'border-no bg-no-ground text-no' : 'border-line bg-raised text-ink',
      )}
    >
      <p className="text-md font-semibold wrap-anywhere">{title}</p>
      {text !== undefined && (
        <p className="mt-0.5 max-h-[50dvh] overflow-y-auto text-sm wrap-anywhere">
          <ToastText text={text} />
        </p>
      )}
      <p className="mt-2 -ml-2 flex gap-3">
        {action && (
          <button
            type="button"
            className={button}
            onClick={() => {
              action.onAction();
              dismissToast(id);
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" className={button} onClick={() => dismissToast(id)}>
          Dismiss
        </button>
      </p>
    </div>
  );
}
