import { bondiIcebergs } from './bondi-icebergs.ts';
import { groundsCafe } from './grounds-cafe.ts';
import { harbourBridge } from './harbour-bridge.ts';
import { macquariesChair } from './macquaries-chair.ts';
import { newtownMural } from './newtown-mural.ts';
import { sydneySkyline } from './sydney-skyline.ts';
import { wendysGarden } from './wendys-garden.ts';

export const sydney = {
  'sydney skyline': sydneySkyline,
  'macquaries chair': macquariesChair,
  'harbour bridge': harbourBridge,
  'bondi icebergs': bondiIcebergs,
  'wendys garden': wendysGarden,
  'newtown mural': newtownMural,
  'grounds cafe': groundsCafe,
};
