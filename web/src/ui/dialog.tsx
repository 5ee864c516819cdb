import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { focusAfterClose } from './floating.ts';

/** The properties that the opener of a dialog passes. */
export interface Openable {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Where the focus goes if the opener is gone. */
  readonly focusFallback?: () => HTMLElement | null;
  /** The opener is about to disappear: the focus moves to the fallback although the opener still exists. */
  readonly openerLeaves?: boolean;
}

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
  ...rest
}: DialogProps) {
  // A portal renders nothing on the server.
  const Place = isPage ? Fragment : Radix.Portal;
  const opener = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // The close button has its own place: scrolling content never passes beneath it.
  const isLed = rest.lead !== undefined;
  const head = (
    <>
      <Radix.Title
        ref={heading}
        tabIndex={-1}
        className={clsx('text-2xl wrap-anywhere outline-none', isLed ? 'beside:pr-11' : 'pr-11')}
      >
        {title}
      </Radix.Title>
      {description !== undefined && (
        <Radix.Description className="mt-1.5 text-md text-soft wrap-anywhere">
          {description}
        </Radix.Description>
      )}
    </>
  );
  // When the lead appears or disappears, React renders the title in another place, and the title loses the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isLed]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Place>
        <Radix.Overlay
          className={clsx(
            'fixed inset-0 z-50 bg-veil print:hidden',
            !isPage && 'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
          )}
        />
        <Radix.Content
          ref={content}
          // While the dialog closes it takes no input: Enter in a form that was just sent would send it again.
          inert={!open}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement;
            const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]');
            (wanted ?? heading.current)?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfterClose(rest.openerLeaves === true ? null : opener.current, rest.focusFallback);
          }}
          // Radix does not scroll when Tab moves from the last control back to the first.
          onKeyUp={({ key }) => {
            if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest' });
          }}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg bg-raised shadow-floating outline-none',
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
                  {rest.lead}
                </div>
                <div className="px-5 pt-5 pb-1 sm:px-7 sm:pt-6 beside:px-5 beside:pt-5 short:pt-3">
                  {head}
                </div>
              </>
            )}
            <div
              className={clsx(
                'px-5 pt-1 pb-[max(20px,env(safe-area-inset-bottom))] sm:px-7 sm:pb-7',
                isLed && 'beside:overflow-y-auto beside:overscroll-contain beside:px-5',
              )}
            >
              {rest.children}
              {rest.footer !== undefined && (
                <div className="mt-7 flex flex-wrap justify-end gap-3">{rest.footer}</div>
              )}
            </div>
          </div>
          <Radix.Close asChild>
            <IconButton
              label="Close"
              data-close
              className={clsx('absolute! right-3', isLed ? 'top-1.5' : 'top-3')}
            >
              <X size={20} aria-hidden />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Place>
    </Radix.Root>
  );
}
