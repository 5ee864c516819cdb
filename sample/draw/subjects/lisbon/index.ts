import { abrilBridge } from './abril-bridge.ts';
import { belemTower } from './belem-tower.ts';
import { bicaTram } from './bica-tram.ts';
import { brasileira } from './brasileira.ts';
import { lisbonSkyline } from './lisbon-skyline.ts';
import { lxBee } from './lx-bee.ts';
import { senhoraDoMonte } from './senhora-do-monte.ts';

export const lisbon = {
  'lisbon skyline': lisbonSkyline,
  'senhora do monte': senhoraDoMonte,
  'bica tram': bicaTram,
  'belem tower': belemTower,
  'abril bridge': abrilBridge,
  'lx bee': lxBee,
  brasileira: brasileira,
};
