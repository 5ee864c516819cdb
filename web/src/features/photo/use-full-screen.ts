import { useEffect, useState, type RefObject } from 'react';

interface FullScreen {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * Shows an element over everything: in the whole window, and in full screen if the browser allows it. Escape leaves it
 * and closes nothing else.
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
    // Somebody left the full screen by the browser's own means.
    const onChange = () => {
      if (document.fullscreenElement === null) setFull(false);
    };
    // In the capture phase, before the dialog's listener on the document gets the key.
    window.addEventListener('keydown', onEscape, { capture: true });
    document.addEventListener('fullscreenchange', onChange);
    const given = document.fullscreenEnabled ? element.current?.requestFullscreen() : undefined;
    given?.catch((error: unknown) =>
      console.warn('Full screen is not available; the window is filled instead', error),
    );
    return () => {
      window.removeEventListener('keydown', onEscape, { capture: true });
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement === null) return;
      document
        .exitFullscreen()
        .catch((error: unknown) => console.warn('Full screen could not be left', error));
    };
  }, [isFull, element]);
  return { isFull, enter: () => setFull(true), leave: () => setFull(false) };
}
