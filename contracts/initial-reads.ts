import { initialLimits } from './initial.ts';
import type { Searched } from './location/search-address.ts';

/** How many cities, and how many locations, the landing page shows. */
export const landingMost = 6;
/** How many cities the first page of home shows. */
export const homeCities = 48;
/** How many locations the first page of a city or of a search shows. */
export const cityLocations = 24;
/** How many favourites, and how many submissions, their first pages show. */
export const favoritesMost = 100;
export const submissionsMost = 50;

/**
 * A screen's first requests to the API, exactly as the client writes them. The page announces them, so that the
 * answers arrive while the code still loads.
 */
export const initialReads = {
  home: () => [
    `/api/cities?limit=${homeCities}`,
    `/api/locations/trending?limit=${initialLimits.trending}`,
    '/api/stats',
  ],
  landing: () => [`/api/cities?limit=${landingMost}`, `/api/locations/trending?limit=${landingMost}`],
  /** `id`: as written in the page's address. */
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

/** Gives none if the search depends on the visitor's clock, which the server does not know. */
function placesFor({ text, category, minRating, light }: Searched): readonly string[] {
  if (light === 'now') return [];
  const bestTime = light === undefined ? [] : [light, 'any'];
  return [`/api/locations?${queryOf({ limit: cityLocations, search: text, category, minRating, bestTime })}`];
}

type Value = string | number | undefined;

/** A query as the client writes it: empty values are left out. */
function queryOf(values: Readonly<Record<string, Value | readonly Value[]>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat())
      if (each !== undefined && each !== '') query.append(name, String(each));
  return query.toString();
}
