import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After each navigation, removes the canonical address, which the server wrote for the first page. If the pressed link
 * has gone with its page, moves the focus to the new page, which would otherwise be nowhere.
 */
export function useNewPage(): void {
  const { pathname, search } = useLocation();
  const before = useRef({ pathname, search });
  useEffect(() => {
    const last = before.current;
    before.current = { pathname, search };
    if (last.pathname === pathname && last.search === search) return;
    document.querySelector('[rel=canonical]')?.remove();
    if (last.pathname !== pathname && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
}
