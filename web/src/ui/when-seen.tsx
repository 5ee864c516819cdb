import { useCallback, useState, type ReactNode } from 'react';

/** The end of a page that is rendered, and so loaded, once somebody has scrolled to it. */
export function WhenSeen({ children }: { readonly children: ReactNode }) {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some((entry) => entry.isIntersecting)),
      // Its edge alone does not count.
      { rootMargin: '-99px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isSeen ? children : <div ref={watch} className="min-h-72" />;
}
