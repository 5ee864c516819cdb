import { useEffect, useEffectEvent, useRef } from 'react';

import { nameInAddress } from '../review/filter.ts';
import type { Review } from '../review/use-review.ts';

/** Milliseconds before an item counts as opened, so that moving past it does not. */
const openedAfter = 250;

/**
 * Tells which item is open, by its name in the address: that of a dialog, or the chosen one once somebody is at the
 * list; null once there is none.
 */
export function useItemInAddress(
  { open, chosen, queue: { state } }: Review,
  onOpened: ((name: string | null) => void) | undefined,
): void {
  const inDialog = open !== null && 'item' in open ? open.item : null;
  const item = inDialog ?? chosen;
  const name = item === null ? null : nameInAddress(item);
  const isThere = inDialog !== null || state.focused;
  const began = useRef(false);
  const tell = useEffectEvent(() => onOpened?.(name));
  useEffect(() => {
    began.current ||= isThere;
    if (!began.current) return;
    const timer = setTimeout(tell, openedAfter);
    return () => clearTimeout(timer);
  }, [name, isThere]);
}
