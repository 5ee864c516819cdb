import { firstLimits } from './first-limits.ts';

/** How many cities, and how many locations, the landing page shows. */
export const landingMost = 6;
/** Cities on the first page of home. */
export const homeCities = 48;
/** A city's locations on its first page. */
export const cityLocations = 24;

/**
 * A screen's first requests to the API, letter for letter: the page announces them, so that the answers arrive while
 * the code still loads.
 */
export const firstReads = {
  home: () => [
    `/api/cities?limit=${homeCities}`,
    `/api/locations/trending?limit=${firstLimits.trending}`,
    '/api/stats',
  ],
  landing: () => [`/api/cities?limit=${landingMost}`, `/api/locations/trending?limit=${landingMost}`],
  /** `id`: as in the page's address. */
  city: (id: string) => [`/api/cities/${id}`, `/api/locations?limit=${cityLocations}&city=${id}`],
} as const;
