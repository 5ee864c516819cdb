import { useEffect, useRef, type RefObject } from 'react';

interface GalleryKeys {
  /** -1 for the previous photo, 1 for the next. */
  readonly onTurn: (by: -1 | 1) => void;
  /** In full screen: Tab then stays inside. */
  readonly isFull: boolean;
}

/** Elements that use the arrow keys themselves. */
const takesArrows =
  'input, textarea, select, [contenteditable], [role="slider"], [role="tablist"], [role="menu"]';

/** The left and right arrow keys change the photo, wherever the focus is in the gallery's dialog. */
export function useGalleryKeys(gallery: RefObject<HTMLElement | null>, keys: GalleryKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const dialog = gallery.current?.closest<HTMLElement>('[role="dialog"]');
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      // Dialogs above this one are beside it in the document. After a click on an element that takes no focus, the body
      // has it.
      const { target } = event;
      if (target !== document.body && !(target instanceof Node && dialog?.contains(target))) return;
      if (event.key === 'Tab' && latest.current.isFull) return stayWithin(gallery.current, event);
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
      if (by === null || event.shiftKey) return;
      if (target instanceof Element && target.closest(takesArrows)) return;
      event.preventDefault();
      latest.current.onTurn(by);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [gallery]);
}

function stayWithin(gallery: HTMLElement | null, event: KeyboardEvent): void {
  const stops = [...(gallery?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])') ?? [])];
  if (stops.length === 0) return;
  event.preventDefault();
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at === -1 ? 0 : (at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length;
  stops[next]?.focus();
}
