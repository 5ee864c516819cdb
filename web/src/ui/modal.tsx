import clsx from 'clsx';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { focusAfterClose } from './floating.ts';
import { isOpenModal, lockScrolling, openModal } from './open-modals.ts';

/** The properties that the opener of a dialog passes. */
export interface Openable {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Where the focus goes if the opener is gone. */
  readonly focusFallback?: () => HTMLElement | null;
  /** The opener is about to disappear: the focus moves to the fallback although the opener still exists. */
  readonly openerLeaves?: boolean;
}

interface ModalProps extends Openable {
  readonly titleId: string;
  readonly descriptionId?: string;
  /** The page is this dialog: the server renders it in place, and it has no opening animation. */
  readonly isPage?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * What dialogs and the drawer are made of: a veil over the page, and a panel that alone can be used. On opening, the
 * focus goes to the element with `data-autofocus`, else to the title; on closing, it returns to the opener.
 *
 * Not a `<dialog>`: the browser would put it over the toasts, and would show it in a page of the server only without
 * its veil. Not the library's dialog: it weighs 13 kB, for what `inert` does (decision 0053).
 */
export function Modal({ open, ...rest }: ModalProps) {
  const [isShown, setShown] = useState(open);
  // A modal may be opened again before its closing animation is over.
  if (open && !isShown) setShown(true);
  return isShown ? <ShownModal open={open} onGone={() => setShown(false)} {...rest} /> : null;
}

interface ShownModalProps extends ModalProps {
  /** Called when the closing animation is over. */
  readonly onGone: () => void;
}

function ShownModal({
  open,
  onOpenChange,
  onGone,
  focusFallback,
  openerLeaves = false,
  titleId,
  descriptionId,
  isPage = false,
  className,
  children,
}: ShownModalProps) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const close = () => onOpenChange(false);
  const closeNow = useEffectEvent(close);
  const gone = useEffectEvent(onGone);
  const returnFocus = useEffectEvent(() =>
    focusAfterClose(openerLeaves ? null : opener.current, focusFallback),
  );
  const takeFocus = useEffectEvent((element: HTMLElement) => {
    if (element.contains(document.activeElement)) return;
    opener.current = document.activeElement;
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]');
    (wanted ?? document.getElementById(titleId))?.focus({ preventScroll: true });
  });
  useLayoutEffect(lockScrolling, []);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    if (!open) return afterAnimations(element, gone);
    const end = openModal(element, { takeFocus: () => takeFocus(element), onEscape: closeNow });
    return () => {
      end();
      // Runs after React has changed the whole page, because the opener may be gone by then.
      queueMicrotask(() => isOpenModal(element) || returnFocus());
    };
  }, [open]);
  const state = open ? 'open' : 'closed';
  const modal = (
    <>
      {/* A press that begins or ends in the panel is no click on the veil, which lies beside it. */}
      <div
        role="presentation"
        data-over-dialogs
        data-state={state}
        onClick={open ? close : undefined}
        className={clsx(
          'fixed inset-0 z-50 touch-pinch-zoom bg-veil print:hidden',
          !isPage && 'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
        )}
      />
      {/* Without `aria-modal`: some screen readers would then not find the toasts. */}
      <div
        ref={panel}
        role="dialog"
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={descriptionId}
        data-state={state}
        className={clsx('fixed z-50 bg-raised shadow-floating outline-none', className)}
      >
        {children}
      </div>
    </>
  );
  return isPage ? modal : createPortal(modal, document.body);
}

/** Calls back when an element's animations are over, which may be at once. */
function afterAnimations(element: HTMLElement, callback: () => void): void {
  // The simulated browser of the tests has no animations.
  const running = 'getAnimations' in element ? element.getAnimations().map(({ finished }) => finished) : [];
  if (running.length === 0) callback();
  else void Promise.allSettled(running).then(callback);
}
