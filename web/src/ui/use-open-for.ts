import { useState } from 'react';

import type { Openable } from './dialog.tsx';

/**
 * What a dialog shows, and whether it is open: `wanted` is what it is to show, null to be closed. While it fades out it
 * keeps what it showed last; null if it was never open.
 */
export function useOpenFor<T>(
  wanted: T | null,
  onClose: () => void,
): readonly [T | null, Pick<Openable, 'open' | 'onOpenChange'>] {
  const [last, setLast] = useState(wanted);
  if (wanted !== null && wanted !== last) setLast(wanted);
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  return [wanted ?? last, { open: wanted !== null, onOpenChange }];
}
