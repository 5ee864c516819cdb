import { useEffect } from 'react';

import type { Light } from '#contracts/light/views';

/**
 * Whether it is the day of this light there at `now`, in milliseconds since 1970. When it is not, as on a page that
 * stayed open over midnight, it calls `askAgain` once.
 */
export function useIsToday(light: Light | undefined, now: number, askAgain?: () => unknown): boolean {
  const isToday = light !== undefined && isDayOf(light, now);
  const isOver = light !== undefined && !isToday;
  useEffect(() => {
    if (isOver) askAgain?.();
  }, [isOver, askAgain]);
  return isToday;
}

const isDayOf = ({ sun }: Light, now: number): boolean => {
  const begins = Date.parse(sun[0]?.at ?? '');
  return now >= begins && now < begins + sun.length * 600_000;
};
