/** How many cities, and how many locations, the landing page shows. */
export const landingMost = 6;
/** How many cities the first page of home shows. */
export const homeCities = 48;
/** How many locations the first page of a city or of a search shows. */
export const cityLocations = 24;
/** How many favourites, and how many submissions, their first pages show. */
export const favoritesMost = 100;
export const submissionsMost = 50;
