import { useEffect, useState, type RefObject } from 'react';

interface FullScreen {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * Shows an element over everything: it fills the window, and the whole screen where the browser gives that. Escape
 * leaves it, and nothing else that Escape would close.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      setFull(false);
    };
    // The browser's own way out of the whole screen.
    const onChange = () => {
      if (document.fullscreenElement === null) setFull(false);
    };
    // Before the dialog hears of the key, which listens at the document.
    window.addEventListener('keydown', onEscape, { capture: true });
    document.addEventListener('fullscreenchange', onChange);
    const given = document.fullscreenEnabled ? element.current?.requestFullscreen() : undefined;
    given?.catch((error: unknown) => console.warn('The window is filled, not the screen', error));
    return () => {
      window.removeEventListener('keydown', onEscape, { capture: true });
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement === null) return;
      document.exitFullscreen().catch((error: unknown) => console.warn('The screen was not left', error));
    };
  }, [isFull, element]);
  return { isFull, enter: () => setFull(true), leave: () => setFull(false) };
}
