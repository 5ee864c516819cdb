import clsx from 'clsx';
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { Modal, type Openable } from './modal.tsx';

export type { Openable };

export interface DialogProps extends Openable {
  /** The dialog's name; always present, even while the content is loading or missing. */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  /**
   * Content above the title, from edge to edge; title and lead then scroll with the content. In a wide or low window (a
   * phone in landscape), the lead is at the left of both.
   */
  readonly lead?: ReactNode;
  /** Content below the main content, aligned to the end of the line. */
  readonly footer?: ReactNode;
  /** The page is this dialog: the server renders it in place, and it has no opening animation. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

const widths = { small: 'sm:max-w-[440px]', medium: 'sm:max-w-[560px]', large: 'sm:max-w-[680px]' } as const;
const headClass = 'shrink-0 px-5 pt-5 pb-4 sm:px-7 sm:pt-6';
const besideLead =
  'beside:grid beside:h-(--dialog-height) beside:max-w-[1320px]! beside:grid-cols-[60%_1fr] beside:grid-rows-[auto_1fr] short:mb-0! short:h-[calc(100dvh-var(--strip))]! short:max-h-dvh! short:w-full! short:grid-cols-[54%_1fr] short:rounded-none!';

/**
 * A modal dialog. On opening, the focus goes to the element with `data-autofocus`, else to the title; on closing, it
 * returns to the opener. On a phone it is a sheet that rises from the lower edge.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  isPage = false,
  lead,
  footer,
  children,
  ...rest
}: DialogProps) {
  const id = useId();
  const titleId = `${id}-title`;
  const descriptionId = description === undefined ? undefined : `${id}-description`;
  const heading = useRef<HTMLHeadingElement>(null);
  // The close button has its own place: scrolling content never passes beneath it.
  const isLed = lead !== undefined;
  const head = (
    <>
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className={clsx('text-2xl wrap-anywhere outline-none', isLed ? 'beside:pr-11' : 'pr-11')}
      >
        {title}
      </h2>
      {description !== undefined && (
        <p id={descriptionId} className="mt-1.5 text-md text-soft wrap-anywhere">
          {description}
        </p>
      )}
    </>
  );
  // When the lead appears or disappears, React renders the title in another place, and the title loses the focus.
  // Beside a lead the content begins at its top again, so the control that has the focus is scrolled into view.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body) heading.current?.focus({ preventScroll: true });
    else if (isLed && activeElement !== heading.current) activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isLed]);
  return (
    <Modal
      {...rest}
      open={open}
      onOpenChange={onOpenChange}
      isPage={isPage}
      titleId={titleId}
      {...(descriptionId !== undefined && { descriptionId })}
      className={clsx(
        'inset-x-0 bottom-0 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg',
        'sm:inset-y-0 sm:my-auto sm:h-fit sm:max-h-[calc(100dvh-48px)] sm:w-[calc(100%-48px)] sm:rounded-lg',
        'short:max-h-[calc(100dvh-max(16px,2*var(--strip)))]!',
        !isPage && 'data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in',
        widths[size],
        isLed && besideLead,
      )}
    >
      {isLed ? (
        <div className="h-13 shrink-0 beside:hidden print:hidden" />
      ) : (
        <div className={headClass}>{head}</div>
      )}
      <div className={clsx('overflow-y-auto overscroll-contain', isLed && 'beside:contents')}>
        {isLed && (
          <>
            <div className="beside:row-span-2 beside:overflow-y-auto beside:overscroll-contain beside:bg-paper short:pl-[env(safe-area-inset-left)]">
              {lead}
            </div>
            <div className="px-5 pt-5 pb-1 sm:px-7 sm:pt-6 beside:px-5 beside:pt-5 short:pt-3">{head}</div>
          </>
        )}
        <div
          className={clsx(
            'px-5 pt-1 pb-[max(20px,env(safe-area-inset-bottom))] sm:px-7 sm:pb-7 print:py-0',
            isLed && 'beside:overflow-y-auto beside:overscroll-contain beside:px-5',
          )}
        >
          {children}
          {footer !== undefined && <div className="mt-7 flex flex-wrap justify-end gap-3">{footer}</div>}
        </div>
      </div>
      <IconButton
        label="Close"
        data-close
        onClick={() => onOpenChange(false)}
        className={clsx('absolute! right-3', isLed ? 'top-1.5' : 'top-3')}
      >
        <X size={20} aria-hidden />
      </IconButton>
    </Modal>
  );
}
