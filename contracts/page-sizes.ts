import { initialLimits } from './initial.ts';

/**
 * The page number in a URL: 1 if there is none; null for an invalid number, or for a page beyond the depth to which
 * lists are read.
 */
export function pageIn(params: URLSearchParams, size: number): number | null {
  const text = params.get('page');
  if (text === null) return 1;
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  return page !== null && (page - 1) * size < initialLimits.countMost ? page : null;
}

/** How many cities, and how many locations, the landing page shows. */
export const landingMost = 6;
/** How many cities the first page of home shows. */
export const homeCities = 48;
/** How many locations the first page of a city or of a search shows. */
export const cityLocations = 24;
/** How many photos, and how many places, a page of a person shows. */
export const personPhotos = 24;
/** How many places the first page of the map's list shows. */
export const mapLocations = 48;
/** How many favourites, and how many submissions, the first page of each list shows. */
export const favoritesMost = 100;
export const submissionsMost = 50;
