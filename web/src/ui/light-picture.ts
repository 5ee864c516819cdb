import { bestTimes, type BestTime } from '#contracts/location/words';

import afternoon from './light/afternoon.svg';
import evening from './light/evening.svg';
import morning from './light/morning.svg';
import night from './light/night.svg';

const pictures: Readonly<Record<BestTime, string>> = {
  'Any time': evening,
  'Morning (6-11 AM)': morning,
  'Afternoon (12-5 PM)': afternoon,
  'Evening (6-8 PM)': evening,
  'Night (9 PM+)': night,
};

/** The product's own picture for that hour: the stock picture of a place that has none. */
export const pictureOfBestTime = (time: string | null): string =>
  pictures[bestTimes.find((known) => known === time) ?? 'Any time'];
