import { arashiyamaCafe } from './arashiyama-cafe.ts';
import { bambooGrove } from './bamboo-grove.ts';
import { fushimiInari } from './fushimi-inari.ts';
import { goldenPavilion } from './golden-pavilion.ts';
import { kyotoSkyline } from './kyoto-skyline.ts';
import { yasakaStreet } from './yasaka-street.ts';

export const kyoto = {
  'kyoto skyline': kyotoSkyline,
  'fushimi inari': fushimiInari,
  'bamboo grove': bambooGrove,
  'golden pavilion': goldenPavilion,
  'yasaka street': yasakaStreet,
  'arashiyama cafe': arashiyamaCafe,
};
