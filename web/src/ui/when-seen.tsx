import { useCallback, useState, type ReactNode } from 'react';

/**
 * The end of a page that is rendered, and so loaded, once somebody has scrolled to it. It keeps its space while it loads,
 * and where it turns out to be empty: a shorter page would move under a click.
 */
export function WhenSeen({ children }: { readonly children: ReactNode }) {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      // Its edge alone does not count.
      { rootMargin: '-99px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={isSeen ? undefined : watch} className="min-h-72 print:min-h-0">
      {isSeen && children}
    </div>
  );
}
