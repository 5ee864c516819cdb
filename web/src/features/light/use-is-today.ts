import { useEffect } from 'react';

import type { Light } from '#contracts/light/views';

import { isDuring } from './light-words.ts';

/**
 * Whether `now` (milliseconds since 1970) is in the day of this light at the place. If it is not, as on a page that
 * stayed open past midnight, it calls `askAgain` once.
 */
export function useIsToday(light: Light | undefined, now: number, askAgain?: () => unknown): boolean {
  const isToday = light && isDuring(light, now);
  useEffect(() => {
    if (isToday === false) askAgain?.();
  }, [isToday, askAgain]);
  return isToday === true;
}
