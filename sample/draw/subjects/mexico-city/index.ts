import { angelIndependencia } from './angel-independencia.ts';
import { bellasArtes } from './bellas-artes.ts';
import { mexicoSkyline } from './mexico-skyline.ts';
import { rosettaBakery } from './rosetta-bakery.ts';
import { unamLibrary } from './unam-library.ts';
import { xochimilco } from './xochimilco.ts';

export const mexicoCity = {
  'mexico skyline': mexicoSkyline,
  'bellas artes': bellasArtes,
  'angel independencia': angelIndependencia,
  xochimilco: xochimilco,
  'unam library': unamLibrary,
  'rosetta bakery': rosettaBakery,
};
