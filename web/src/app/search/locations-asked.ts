import type { Searched } from '#contracts/location/search-address';

import { pageAsked } from '../../lib/numbered-pages.ts';
import { bestTimesFor } from './light-picker.tsx';

/** What the results of a search ask for. */
export const locationsAsked = ({ text, category, minRating, light }: Searched, page: number | null) => ({
  ...(text !== '' ? { search: text } : {}),
  ...(category ? { category } : {}),
  ...(minRating !== undefined ? { minRating } : {}),
  ...(light === 'now' ? { light } : light ? { bestTime: bestTimesFor(light) } : {}),
  ...pageAsked(page),
});
