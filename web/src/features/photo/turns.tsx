import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, type RefObject } from 'react';

import { IconButton } from '../../ui/button.tsx';

export interface TurnButtonsProps {
  readonly onTurn: (by: -1 | 1) => void;
  /** A class for their distance from the top of the photo. */
  readonly className: string;
}

/** Buttons at the photo's edges for the previous and the next photo. */
export function TurnButtons({ onTurn, className }: TurnButtonsProps) {
  return (
    <>
      <IconButton
        label="Previous photo"
        tone="floating"
        onClick={() => onTurn(-1)}
        className={clsx('absolute! left-3 -mt-5', className)}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <IconButton
        label="Next photo"
        tone="floating"
        onClick={() => onTurn(1)}
        className={clsx('absolute! right-3 -mt-5', className)}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </>
  );
}

/** The photo's position among the others, in the corner and for screen readers; hidden when empty. */
export function PhotoPosition({ children }: { readonly children: ReactNode }) {
  return (
    <p
      aria-live="polite"
      className="print:hidden absolute right-3 bottom-3 rounded-full bg-black/65 border border-white/60 px-3 py-1 text-sm font-medium text-white tabular-nums empty:hidden"
    >
      {children}
    </p>
  );
}

interface GalleryKeys {
  /** -1 for the previous photo, 1 for the next. */
  readonly onTurn: (by: -1 | 1) => void;
  /** Whether the gallery is in full screen: Tab then stays inside. */
  readonly isFull: boolean;
}

/** Elements that use the arrow keys themselves. */
const takesArrows =
  'input, textarea, select, [contenteditable], [role="slider"], [role="tablist"], [role="menu"]';

/** The left and right arrow keys change the photo, wherever the focus is in the gallery's dialog. */
export function useGalleryKeys(
  gallery: RefObject<HTMLElement | null>,
  { onTurn, isFull }: GalleryKeys,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // Dialogs above this one are beside it in the document. After a click on an element that takes no focus, the body
    // has it.
    const dialog = gallery.current?.closest('[role="dialog"]');
    const { target } = event;
    if (target !== document.body && !(target instanceof Node && dialog?.contains(target))) return;
    if (event.key === 'Tab' && isFull) return stayWithin(gallery.current, event);
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (by === null || event.shiftKey) return;
    if (target instanceof Element && target.closest(takesArrows)) return;
    event.preventDefault();
    onTurn(by);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function stayWithin(gallery: HTMLElement | null, event: KeyboardEvent): void {
  const stops = [...(gallery?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])') ?? [])];
  if (stops.length === 0) return;
  event.preventDefault();
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at === -1 ? 0 : (at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length;
  stops[next]?.focus();
}
