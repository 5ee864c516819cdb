import clsx from 'clsx';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';

import { dismissToast, toastDuration, type Toast } from '../lib/toast.ts';
import { IconButton } from './button.tsx';
import { ToastText } from './toast-text.tsx';

// Required: swipe 50 px to the right, at most 420 px wide.
const swipe = 50;

/** Leaves Escape to an open dialog, unless the toast has the focus: a toast would otherwise take the key. */
function leaveEscapeToDialog(event: KeyboardEvent): void {
  if (document.activeElement?.closest('[data-over-dialogs]')) return;
  const close = document.querySelector<HTMLElement>('[role="dialog"]:not([inert], [inert] *) [data-close]');
  if (!close) return;
  event.preventDefault();
  if (!event.isComposing) close.click();
}

export function ToastView({ toast }: { readonly toast: Toast }) {
  const destructive = toast.variant === 'destructive';
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={swipe} duration={toastDuration}>
      <Radix.Root
        key={toast.id}
        type={destructive ? 'foreground' : 'background'}
        duration={toast.duration ?? toastDuration}
        onEscapeKeyDown={leaveEscapeToDialog}
        onOpenChange={(open) => {
          if (!open) dismissToast(toast.id);
        }}
        className={clsx(
          'ml-auto flex items-start gap-3 rounded-md border p-4 pr-3 shadow-floating sm:w-fit sm:max-w-[336px] sm:min-w-64 data-[state=open]:animate-rise-in',
          'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          destructive ? 'border-no bg-no-ground text-no' : 'border-line bg-raised text-ink',
        )}
      >
        <div className="min-w-0 flex-1 self-center">
          <Radix.Title className="text-md font-semibold wrap-anywhere">{toast.title}</Radix.Title>
          {toast.text !== undefined && (
            <Radix.Description
              className={clsx(
                'mt-0.5 max-h-[50dvh] overflow-y-auto text-sm wrap-anywhere',
                !destructive && 'text-soft',
              )}
            >
              <ToastText text={toast.text} />
            </Radix.Description>
          )}
        </div>
        {toast.action && (
          <Radix.Action asChild altText={toast.action.label}>
            <button
              type="button"
              onClick={toast.action.onAction}
              className="touch-target self-center rounded-sm px-2.5 py-1 text-sm font-semibold text-accent hover:bg-sunk"
            >
              {toast.action.label}
            </button>
          </Radix.Action>
        )}
        <Radix.Close asChild>
          <IconButton label="Dismiss" className="-my-1.5 size-9!">
            <X size={16} aria-hidden />
          </IconButton>
        </Radix.Close>
      </Radix.Root>
      {/*
       * Placed where it covers no form buttons: at the upper edge if there is no room beside a dialog. On a phone, the
       * dialog's Close button stays free at its right.
       */}
      <div data-over-dialogs>
        <Radix.Viewport className="print:hidden pointer-events-none fixed right-0 z-100 w-full max-w-[420px] p-4 outline-none *:pointer-events-auto max-sm:over-dialog:pr-16 max-xl:top-[env(safe-area-inset-top)] xl:bottom-0" />
      </div>
    </Radix.Provider>
  );
}
