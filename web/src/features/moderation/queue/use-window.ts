import {
  useLayoutEffect,
  useState,
  useEffect,
  type RefObject,
  type FocusEvent,
  type PointerEvent,
} from 'react';

import type { Review } from '../review/use-review.ts';

export interface Window {
  /** The lines to render: from the first, up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  /** Pixels. */
  readonly lineHeight: number;
}

/** How many lines are rendered beyond each edge of the screen. */
const beyond = 6;

/**
 * The lines of a long list that are on or near the screen. All lines are `rem` rem high, so that a list of 10,000 costs
 * as much to render as a list of twenty.
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number, rem: number): Window {
  const [seen, setSeen] = useState<Window>({ from: 0, to: 30, lineHeight: rem * 16 });
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const { current } = list;
      if (current === null) return;
      const lineHeight = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { top } = current.getBoundingClientRect();
      const from = Math.max(Math.floor(-top / lineHeight) - beyond, 0);
      const to = Math.max(Math.ceil((window.innerHeight - top) / lineHeight) + beyond, from + 1);
      setSeen((before) =>
        before.from === from && before.to === to && before.lineHeight === lineHeight
          ? before
          : { from, to, lineHeight },
      );
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, [list, count, rem]);
  return seen;
}

/** The least width of a picture in pixels. */
const least = 168;

/** How many pictures fit side by side. */
export function useColumns(list: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setColumns(Math.max(Math.floor(current.clientWidth / least), 2)),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [list]);
  return columns;
}

/** Loads more when fewer than this many rows remain. */
const readOnBefore = 40;

/** Loads more once the screen or the chosen row is near the last loaded row. `to`: the last row on the screen. */
export function useReadOn({ queue: { state, responses, readOn } }: Review, to: number): void {
  const { rows, chosen, complete } = state;
  const isChosenNear = rows.slice(-readOnBefore).some(({ key }) => key === chosen);
  const isNear = !complete && (to > rows.length - readOnBefore || isChosenNear);
  useEffect(() => {
    if (isNear) void readOn();
    // Runs after every response, because loading must continue after one with no new row and after a failure.
  }, [isNear, responses, readOn]);
}

/** Handlers that report whether the pointer or the focus is in the list. */
export const attention = (act: Review['queue']['act']) => ({
  onPointerEnter: (event: PointerEvent) => {
    // A lifted finger no longer points at anything.
    if (event.pointerType === 'mouse') act({ type: 'pointed', on: true });
  },
  onPointerLeave: () => act({ type: 'pointed', on: false }),
  onFocus: () => act({ type: 'focused', on: true }),
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) act({ type: 'focused', on: false });
  },
});
