import { useState } from 'react';

import type { Openable } from './dialog.tsx';

/**
 * The content of a dialog and whether it is open. `wanted` is the content to show, null to close. While the dialog
 * fades out, it keeps its last content; null if it was never open.
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
