import type { Kit } from './kit.ts';
import * as istanbul from './subjects/istanbul.ts';

type Painter = (kit: Kit) => string;

/** Everything that can be painted, by the name that scenes use. */
export const subjects = {
  'istanbul skyline': istanbul.istanbulSkyline,
  'galata bridge': istanbul.galataBridge,
  suleymaniye: istanbul.suleymaniye,
  'galata tower': istanbul.galataStreet,
  'pierre loti': istanbul.pierreLoti,
  'kadikoy mural': istanbul.kadikoyMural,
  'emirgan tulips': istanbul.emirganTulips,
} satisfies Record<string, Painter>;

export type Subject = keyof typeof subjects;
