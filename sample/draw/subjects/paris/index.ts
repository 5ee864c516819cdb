import { alexandreBridge } from './alexandre-bridge.ts';
import { buttesChaumont } from './buttes-chaumont.ts';
import { cafeDeFlore } from './cafe-de-flore.ts';
import { chatMural } from './chat-mural.ts';
import { louvre } from './louvre.ts';
import { parisSkyline } from './paris-skyline.ts';
import { trocadero } from './trocadero.ts';

export const paris = {
  'paris skyline': parisSkyline,
  trocadero: trocadero,
  louvre: louvre,
  'cafe de flore': cafeDeFlore,
  'chat mural': chatMural,
  'buttes chaumont': buttesChaumont,
  'alexandre bridge': alexandreBridge,
};
