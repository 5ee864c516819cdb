import { tags } from '#platform/queries/query-response';

export const allCities = tags.collection('places', 'cities');
export const allLocations = tags.collection('places', 'locations');
export const allPhotos = tags.collection('places', 'photos');
/** The public name of an account. It belongs to no read model: see `names.ts`. */
export const accountTag = (id: string) => `accounts/${id}`;
export const cityTag = (id: string) => tags.document('places', 'cities', id);
export const locationTag = (id: string) => tags.document('places', 'locations', id);
