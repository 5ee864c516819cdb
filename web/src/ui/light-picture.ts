import { bestTimes, type BestTime } from '#contracts/fields';

import afternoon from './light/afternoon.svg';
import evening from './light/evening.svg';
import morning from './light/morning.svg';
import night from './light/night.svg';

/** The product's own picture in the light of an hour (0 to 23): the same parts of the day as the best-time options. */
export function pictureOfHour(hour: number): string {
  if (hour >= 6 && hour < 12) return morning;
  if (hour >= 12 && hour < 18) return afternoon;
  if (hour >= 18 && hour < 21) return evening;
  return night;
}

const pictures: Readonly<Record<BestTime, string>> = {
  'Any time': evening,
  'Morning (6-11 AM)': morning,
  'Afternoon (12-5 PM)': afternoon,
  'Evening (6-8 PM)': evening,
  'Night (9 PM+)': night,
};

/** The stock picture of a place that has none of its own. */
export const pictureOfBestTime = (time: string | null): string =>
  pictures[bestTimes.find((known) => known === time) ?? 'Any time'];
