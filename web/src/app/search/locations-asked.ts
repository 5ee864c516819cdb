import type { Searched } from '#contracts/location/search-address';

import { pageAsked } from '../../lib/numbered-pages.ts';

/** The query for the results of a search. */
export const locationsAsked = ({ text, category, minRating, light }: Searched, page: number | null) => ({
  ...(text !== '' ? { search: text } : {}),
  ...(category ? { category } : {}),
  ...(minRating !== undefined ? { minRating } : {}),
  // A place that is good at any time is also good at this one.
  ...(light === 'now' ? { light } : light ? { bestTime: [light, 'any'] as const } : {}),
  ...pageAsked(page),
});
