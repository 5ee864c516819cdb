import { firstLimits } from './first-limits.ts';
import type { Searched } from './search-address.ts';

/** How many cities, and how many locations, the landing page shows. */
export const landingMost = 6;
/** Cities on the first page of home. */
export const homeCities = 48;
/** A city's locations, or a search's, on its first page. */
export const cityLocations = 24;
/** Favourites, and things that were sent in, on the first page of theirs. */
export const favoritesMost = 100;
export const submissionsMost = 50;

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
  location: (id: string) => [`/api/locations/${id}`, `/api/locations/${id}/photos?imageData=omit`],
  search: (searched: Searched) => [
    `/api/cities?${queryOf({ limit: homeCities, search: searched.text })}`,
    ...placesFor(searched),
    '/api/stats',
  ],
  favorites: () => [`/api/favorites?limit=${favoritesMost}`],
  submissions: () => [`/api/submissions?limit=${submissionsMost}`],
  ownPage: (name: string) => [`/api/pages/${name}`, '/api/about'],
} as const;

/** None where the visitor's clock, which nobody else knows, has a say. */
function placesFor({ text, category, minRating, light }: Searched): readonly string[] {
  if (light === 'now') return [];
  const bestTime = light === undefined ? [] : [light, 'any'];
  return [`/api/locations?${queryOf({ limit: cityLocations, search: text, category, minRating, bestTime })}`];
}

type Value = string | number | undefined;

/** As the client writes it: what is empty is left out. */
function queryOf(values: Readonly<Record<string, Value | readonly Value[]>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat())
      if (each !== undefined && each !== '') query.append(name, String(each));
  return query.toString();
}
