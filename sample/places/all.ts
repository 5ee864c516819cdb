import { capeTown } from './cape-town.ts';
import { edinburgh } from './edinburgh.ts';
import { istanbul } from './istanbul.ts';
import { kyoto } from './kyoto.ts';
import { lisbon } from './lisbon.ts';
import { ljubljana } from './ljubljana.ts';
import { marrakesh } from './marrakesh.ts';
import { mexicoCity } from './mexico-city.ts';
import { newYork } from './new-york.ts';
import { paris } from './paris.ts';
import { prague } from './prague.ts';
import { sanFrancisco } from './san-francisco.ts';
import { sydney } from './sydney.ts';
import type { SampleCity } from './sample-city.ts';

export type { SampleCity, SampleSpot } from './sample-city.ts';

/** What a first start loads: real cities and spots, each with pictures that this project has drawn itself. */
export const sampleCities: readonly SampleCity[] = [
  istanbul,
  lisbon,
  edinburgh,
  kyoto,
  paris,
  newYork,
  sanFrancisco,
  prague,
  marrakesh,
  capeTown,
  sydney,
  mexicoCity,
  ljubljana,
];
