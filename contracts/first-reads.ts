import { limits } from './limits.ts';

/** How many cities and locations the landing page shows of each. */
export const landingMost = 6;
/** Cities on the first page of home. */
export const homeCities = 48;
/** A city's locations that come at once. */
export const cityLocations = 24;

/**
 * What a screen asks the API for before anything else, letter by letter: its page says so, and the answers are on
 * their way while its code still loads.
 */
export const firstReads = {
  home: () => [
    `/api/cities?limit=${homeCities}`,
    `/api/locations/trending?limit=${limits.trending}`,
    '/api/stats',
  ],
  landing: () => [`/api/cities?limit=${landingMost}`, `/api/locations/trending?limit=${landingMost}`],
  /** `id`: as it stands in the page's address. */
  city: (id: string) => [`/api/cities/${id}`, `/api/locations?limit=${cityLocations}&city=${id}`],
} as const;
