import type { City } from '#contracts/city/views';

import { counted, nouns } from '../../lib/words.ts';

/** '1 location', '14 locations'. */
export const locationsIn = ({ locationCount }: Pick<City, 'locationCount'>): string =>
  counted(locationCount, nouns.location);
