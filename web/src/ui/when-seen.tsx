import { useCallback, useState, type ReactNode } from 'react';

/**
 * The end of a page, rendered (and its data loaded) when somebody scrolls to it. It reserves its space while it loads
 * and if it is empty: a page that gets shorter would move under a click.
 */
export function WhenSeen({ children }: { readonly children: ReactNode }) {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      // Seeing only its edge is not enough.
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
