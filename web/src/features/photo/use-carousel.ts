import { useEffectEvent, useLayoutEffect, useRef, useState, type UIEvent } from 'react';

import { useHydrated } from '../../lib/use-hydrated.ts';
import { scrollBehavior } from '../../ui/scrolling.ts';

/**
 * One photo at a time, in a row of slides that the browser scrolls and that stops at each. Once the page's code runs,
 * the row has no end: slide -1, before the first, is a copy of the last, and the one after the last a copy of the first.
 * Where a copy comes to rest, the row jumps to its photo, which looks the same.
 */
export function useCarousel(ids: readonly string[]) {
  const row = useRef<HTMLDivElement>(null);
  const hasCopies = useHydrated() && ids.length > 1;
  const [shown, setShown] = useState({ id: ids[0] ?? '', index: 0 });
  const place = ids.indexOf(shown.id);
  // The photo may have been deleted a moment ago.
  const index = place === -1 ? Math.min(shown.index, ids.length - 1) : place;
  /** The slide that the row turns to by itself, until it is the nearest one. */
  const goal = useRef<number | null>(null);

  const before = hasCopies ? 1 : 0;
  const nearest = () =>
    row.current === null ? index : Math.round(row.current.scrollLeft / widthOf(row.current)) - before;
  const scroll = (slide: number, behavior: ScrollBehavior = 'instant') =>
    row.current?.scrollTo({ left: (slide + before) * widthOf(row.current), behavior });
  const photoAt = (slide: number) => (slide + ids.length) % ids.length;
  const select = (slide: number) => {
    const next = { id: ids[photoAt(slide)] ?? '', index: photoAt(slide) };
    setShown((was) => (was.id === next.id ? was : next));
  };

  const show = (slide: number) => {
    const isSmooth = scrollBehavior() === 'smooth';
    goal.current = isSmooth && slide !== nearest() ? slide : null;
    scroll(isSmooth ? slide : photoAt(slide), scrollBehavior());
    select(slide);
  };
  const turn = (by: -1 | 1) => {
    const from = goal.current ?? nearest();
    if (from !== photoAt(from)) scroll(photoAt(from));
    show(photoAt(from) + by);
  };
  /** Selects the nearest slide, unless the row is still on its way to another. */
  const follow = () => {
    const slide = nearest();
    if (goal.current !== null && goal.current !== slide) return null;
    goal.current = null;
    select(slide);
    return slide;
  };
  const onScrollEnd = () => {
    const slide = follow();
    if (slide !== null && slide !== photoAt(slide)) scroll(photoAt(slide));
  };
  const onScroll = ({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }: UIEvent<HTMLElement>) => {
    follow();
    // Older browsers do not say where the row comes to rest; its ends are copies.
    const isAtEnd = scrollLeft <= 0 || scrollLeft >= scrollWidth - clientWidth;
    if (isAtEnd && !('onscrollend' in window)) onScrollEnd();
  };

  const keepShown = useEffectEvent(() => {
    goal.current = null;
    // A rendered page may have been scrolled before its code ran.
    if (hasCopies) scroll(index);
    else select(nearest());
  });
  const order = ids.join(' ');
  useLayoutEffect(() => {
    const { current } = row;
    if (current === null) return;
    keepShown();
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      // Its height changes with each photo.
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      keepShown();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasCopies, order]);

  /** A person's own movement stops that of a button. */
  const stop = () => {
    goal.current = null;
  };
  const slides = ids.map((_, place) => ({ place, isCopy: false }));
  return {
    slides: hasCopies
      ? [{ place: ids.length - 1, isCopy: true }, ...slides, { place: 0, isCopy: true }]
      : slides,
    index,
    turn,
    show,
    /** The properties of the element around the slides. */
    row: { ref: row, onScroll, onScrollEnd, onPointerDown: stop, onWheel: stop },
  };
}

/** The width of each slide, in CSS pixels. */
const widthOf = ({ scrollWidth, childElementCount }: HTMLElement) => scrollWidth / childElementCount;
