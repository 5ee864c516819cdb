import { useState } from 'react';

/**
 * Whether `now` has ever been true: a dialog that was opened once stays mounted, so that it can close with its
 * animation.
 */
export function useHasBeenTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
