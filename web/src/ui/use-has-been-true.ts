import { useState } from 'react';

/** Whether `now` has been true at any time: what was opened once stays mounted, so that it can close in peace. */
export function useHasBeenTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
