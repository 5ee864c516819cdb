import { bakerBeach } from './baker-beach.ts';
import { caffeTrieste } from './caffe-trieste.ts';
import { clarionAlley } from './clarion-alley.ts';
import { goldenGate } from './golden-gate.ts';
import { hydeStreet } from './hyde-street.ts';
import { landsEnd } from './lands-end.ts';
import { paintedLadies } from './painted-ladies.ts';
import { sanFranciscoSkyline } from './san-francisco-skyline.ts';

export const sanFrancisco = {
  'san francisco skyline': sanFranciscoSkyline,
  'golden gate': goldenGate,
  'baker beach': bakerBeach,
  'painted ladies': paintedLadies,
  'hyde street': hydeStreet,
  'clarion alley': clarionAlley,
  'lands end': landsEnd,
  'caffe trieste': caffeTrieste,
};
