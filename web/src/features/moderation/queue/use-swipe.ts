import { useRef, useState, type PointerEvent } from 'react';

/** Pixels after which a drag is a swipe, and after which letting go decides. */
const begins = 12;
const decides = 96;

export interface Swipe {
  /** How far it is drawn aside, in pixels: to the right above zero. */
  readonly by: number;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onClickCapture: (event: React.MouseEvent) => void;
  };
}

/** A finger that draws a row to the right or to the left, and lets go far enough. Up and down it scrolls. */
export function useSwipe(onRight: () => void, onLeft: () => void): Swipe {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const drawn = useRef(0);
  const swiped = useRef(false);
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
      onPointerDown(event) {
        swiped.current = false;
        if (event.pointerType === 'touch') start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event) {
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
      // The press that ends a swipe is no press.
      onClickCapture(event) {
        if (!swiped.current) return;
        swiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
