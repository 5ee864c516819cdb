import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The browser's last change into or out of full screen. Each takes a while, so the next one waits for it: an exit that
 * finishes after the next entry would look as if the person left.
 */
let lastChange: Promise<void> = Promise.resolve();

function changeInTurn(change: () => Promise<void>, failure: string): void {
  lastChange = lastChange.then(change).catch((error: unknown) => console.warn(failure, error));
}

/** The state of the history entry that is the full screen. */
const entry = { isFullScreen: true } as const;

const isEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFullScreen' in state;

/**
 * Shows an element over everything: in the whole window, and in full screen if the browser allows it. It has its own
 * history entry, so Back leaves it, as Escape does, and closes nothing else.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const location = useLocation();
  const navigate = useNavigate();
  const isFull = isEntry(location.state);
  const isLeaving = useRef(false);
  const enter = () => {
    const { pathname, search, mask } = location;
    void navigate({ pathname, search }, { state: entry, preventScrollReset: true, ...(mask && { mask }) });
  };
  // A second step back would close the place, too.
  const leave = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    void navigate(-1);
  };
  const leaveNow = useEffectEvent(leave);
  // Together with the buttons, so that once they say that full screen is over, the next Escape is the dialog's.
  useLayoutEffect(() => {
    isLeaving.current = false;
    if (!isFull) return;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      leaveNow();
    };
    // The person left full screen with the browser's own controls.
    let wasGiven = false;
    const onChange = () => {
      if (wasGiven && document.fullscreenElement === null) leaveNow();
    };
    // In the capture phase, before the dialog's listener on the document gets the key.
    window.addEventListener('keydown', onEscape, { capture: true });
    document.addEventListener('fullscreenchange', onChange);
    let isOver = false;
    changeInTurn(async () => {
      if (isOver || !document.fullscreenEnabled) return;
      await element.current?.requestFullscreen();
      wasGiven = true;
    }, 'Full screen is not available; the window is filled instead');
    return () => {
      isOver = true;
      window.removeEventListener('keydown', onEscape, { capture: true });
      document.removeEventListener('fullscreenchange', onChange);
      changeInTurn(async () => {
        if (document.fullscreenElement !== null) await document.exitFullscreen();
      }, 'Full screen could not be left');
    };
  }, [isFull, element]);
  return { isFull, enter, leave };
}
