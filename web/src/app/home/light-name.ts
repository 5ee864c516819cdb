import type { LightChoice } from '#contracts/location/search-address';

import { lightWords } from '../search/light-picker.tsx';

/** A light that is searched for, as it begins a title: 'Evening light'. */
export const lightName = (light: LightChoice): string =>
  light === 'now' ? 'Good right now' : `${lightWords[light]} light`;
