import { useLayoutEffect, useState, type RefObject } from 'react';

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
