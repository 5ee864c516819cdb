import { emirganTulips } from './emirgan-tulips.ts';
import { galataBridge } from './galata-bridge.ts';
import { galataStreet } from './galata-street.ts';
import { istanbulSkyline } from './istanbul-skyline.ts';
import { kadikoyMural } from './kadikoy-mural.ts';
import { pierreLoti } from './pierre-loti.ts';
import { suleymaniye } from './suleymaniye.ts';

export const istanbul = {
  'istanbul skyline': istanbulSkyline,
  'galata bridge': galataBridge,
  suleymaniye: suleymaniye,
  'galata tower': galataStreet,
  'pierre loti': pierreLoti,
  'kadikoy mural': kadikoyMural,
  'emirgan tulips': emirganTulips,
};
