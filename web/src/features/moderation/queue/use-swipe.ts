import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** Pixels after which a drag is a swipe, and after which releasing it decides. */
const begins = 12;
const decides = 96;

/** Handlers that run an action when a row is swiped far enough to the right or left. Vertical movement scrolls. */
export function useSwipe(onRight: () => void, onLeft: () => void) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const drawn = useRef(0);
  const swiped = useRef(false);
  /** The current drag in pixels; positive to the right. */
  const [by, setBy] = useState(0);
  const draw = (to: number) => {
    drawn.current = to;
    setBy(to);
  };
  const end = () => {
    start.current = null;
    if (drawn.current !== 0) draw(0);
  };
  return {
    by,
    handlers: {
      onPointerDown(event: PointerEvent) {
        swiped.current = false;
        if (event.pointerType === 'touch') start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent) {
        if (start.current === null) return;
        const x = event.clientX - start.current.x;
        if (drawn.current === 0 && Math.abs(x) < begins) return;
        if (drawn.current === 0 && Math.abs(event.clientY - start.current.y) > Math.abs(x)) return end();
        swiped.current = true;
        draw(x);
      },
      onPointerUp() {
        const to = drawn.current;
        end();
        if (to >= decides) onRight();
        else if (to <= -decides) onLeft();
      },
      onPointerCancel: end,
      // The click that ends a swipe is ignored.
      onClickCapture(event: MouseEvent) {
        if (!swiped.current) return;
        swiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
