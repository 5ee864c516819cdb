import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After each navigation, removes the canonical address, which the server wrote for the first page. If the pressed link
 * disappears with its page, moves the focus to the new page, which would otherwise be lost.
 */
export function useNewPage(): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    document.querySelector('[rel=canonical]')?.remove();
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [address]);
}
