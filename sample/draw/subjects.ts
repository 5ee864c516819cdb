import { capeTown } from './subjects/cape-town/index.ts';
import { edinburgh } from './subjects/edinburgh/index.ts';
import { istanbul } from './subjects/istanbul/index.ts';
import { kyoto } from './subjects/kyoto/index.ts';
import { lisbon } from './subjects/lisbon/index.ts';
import { ljubljana } from './subjects/ljubljana/index.ts';
import { marrakesh } from './subjects/marrakesh/index.ts';
import { mexicoCity } from './subjects/mexico-city/index.ts';
import { newYork } from './subjects/new-york/index.ts';
import { paris } from './subjects/paris/index.ts';
import { prague } from './subjects/prague/index.ts';
import { sanFrancisco } from './subjects/san-francisco/index.ts';
import { sydney } from './subjects/sydney/index.ts';
import type { Kit } from './kit.ts';

type Painter = (kit: Kit) => string;

/** Everything that can be painted, by the name that scenes use. */
export const subjects = {
  ...edinburgh,
  ...istanbul,
  ...kyoto,
  ...lisbon,
  ...newYork,
  ...paris,
  ...sanFrancisco,
  ...prague,
  ...marrakesh,
  ...capeTown,
  ...sydney,
  ...mexicoCity,
  ...ljubljana,
} satisfies Record<string, Painter>;

export type Subject = keyof typeof subjects;
