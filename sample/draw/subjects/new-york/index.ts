import { bowBridge } from './bow-bridge.ts';
import { brooklynBridge } from './brooklyn-bridge.ts';
import { bushwickMural } from './bushwick-mural.ts';
import { caffeReggio } from './caffe-reggio.ts';
import { dumbo } from './dumbo.ts';
import { flatiron } from './flatiron.ts';
import { newYorkSkyline } from './new-york-skyline.ts';

export const newYork = {
  'new york skyline': newYorkSkyline,
  dumbo: dumbo,
  'brooklyn bridge': brooklynBridge,
  flatiron: flatiron,
  'bow bridge': bowBridge,
  'bushwick mural': bushwickMural,
  'caffe reggio': caffeReggio,
};
