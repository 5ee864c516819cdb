import type { Searched } from '#contracts/location/search-address';

import { pageAsked } from '../../lib/numbered-pages.ts';
import { bestTimesFor, lightOf } from './light-picker.tsx';

/** What the results of a search ask for. `now`: for places that are good right now. */
export const locationsAsked = (
  { text, category, minRating, light }: Searched,
  now: Date,
  page: number | null,
) => ({
  ...(text !== '' ? { search: text } : {}),
  ...(category ? { category } : {}),
  ...(minRating !== undefined ? { minRating } : {}),
  ...(light ? { bestTime: bestTimesFor(lightOf(light, now)) } : {}),
  ...pageAsked(page),
});
