import { useCallback, useSyncExternalStore, type RefObject } from 'react';

interface FullScreen {
  readonly isFull: boolean;
  /** Null where the browser gives the whole screen to nothing, or to videos alone. */
  readonly toggle: (() => void) | null;
}

/** Shows an element on the whole screen, and follows when the person leaves it by Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const subscribe = useCallback((listener: () => void) => {
    document.addEventListener('fullscreenchange', listener);
    return () => document.removeEventListener('fullscreenchange', listener);
  }, []);
  const isFull = useSyncExternalStore(
    subscribe,
    () => element.current !== null && document.fullscreenElement === element.current,
    () => false,
  );
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    done?.catch((error: unknown) => console.error('The whole screen was not given', error));
  };
  return { isFull, toggle: document.fullscreenEnabled ? toggle : null };
}
