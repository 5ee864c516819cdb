import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** If the pressed link has gone with its page, moves the focus to the new page, which would otherwise be nowhere. */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
