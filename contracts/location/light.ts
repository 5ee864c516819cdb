import type { DayPeriod } from '../light/light-now.ts';
import { bestTimes, type BestTime } from './words.ts';

export const anyTime: BestTime = 'Any time';
const periods: Readonly<Record<BestTime, DayPeriod | null>> = {
  'Any time': null,
  'Morning (6-11 AM)': 'morning',
  'Afternoon (12-5 PM)': 'afternoon',
  'Evening (6-8 PM)': 'evening',
  'Night (9 PM+)': 'night',
};

/** The part of the day for a best time to visit; null for any time. */
const periodOf = (bestTime: string): DayPeriod | null | undefined => {
  const known = bestTimes.find((each) => each === bestTime);
  return known === undefined ? undefined : periods[known];
};

/** Whether a place with this best time to visit is good in these parts of the day. */
export function isGoodIn(bestTime: string | null, now: readonly DayPeriod[]): boolean {
  const period = periodOf(bestTime ?? '');
  return period === null || (period !== undefined && now.includes(period));
}

/** The key by which search finds places by their light: empty without a best time to visit or a tile. */
export function lightKey(bestTime: string, tile: string): string {
  const period = periodOf(bestTime);
  if (tile === '' || period === undefined) return '';
  return period === null ? anyTime : `${period}@${tile}`;
}
