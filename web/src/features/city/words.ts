import type { City } from '#contracts/views/city';

/** '1 location', '14 locations'. */
export const locationsIn = ({ locationCount }: Pick<City, 'locationCount'>): string =>
  `${locationCount} ${locationCount === 1 ? 'location' : 'locations'}`;
