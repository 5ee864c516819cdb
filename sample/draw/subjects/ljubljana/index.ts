import { dragonBridge } from './dragon-bridge.ts';
import { ljubljanaSkyline } from './ljubljana-skyline.ts';
import { metelkova } from './metelkova.ts';
import { riverCafes } from './river-cafes.ts';
import { tivoliPark } from './tivoli-park.ts';
import { tripleBridge } from './triple-bridge.ts';

export const ljubljana = {
  'ljubljana skyline': ljubljanaSkyline,
  'dragon bridge': dragonBridge,
  'triple bridge': tripleBridge,
  metelkova: metelkova,
  'river cafes': riverCafes,
  'tivoli park': tivoliPark,
};
