import { bloubergstrand } from './bloubergstrand.ts';
import { boKaap } from './bo-kaap.ts';
import { bouldersBeach } from './boulders-beach.ts';
import { capeTownSkyline } from './cape-town-skyline.ts';
import { muizenberg } from './muizenberg.ts';
import { truthCoffee } from './truth-coffee.ts';
import { woodstockMural } from './woodstock-mural.ts';

export const capeTown = {
  'cape town skyline': capeTownSkyline,
  bloubergstrand: bloubergstrand,
  'bo kaap': boKaap,
  'boulders beach': bouldersBeach,
  muizenberg: muizenberg,
  'woodstock mural': woodstockMural,
  'truth coffee': truthCoffee,
};
