import { capeTown } from './places/cape-town.ts';
import { edinburgh } from './places/edinburgh.ts';
import { istanbul } from './places/istanbul.ts';
import { kyoto } from './places/kyoto.ts';
import { lisbon } from './places/lisbon.ts';
import { ljubljana } from './places/ljubljana.ts';
import { marrakesh } from './places/marrakesh.ts';
import { mexicoCity } from './places/mexico-city.ts';
import { newYork } from './places/new-york.ts';
import { paris } from './places/paris.ts';
import { prague } from './places/prague.ts';
import { sanFrancisco } from './places/san-francisco.ts';
import { sydney } from './places/sydney.ts';
import type { SampleCity } from './places/sample-city.ts';

export type { SampleCity, SampleSpot } from './places/sample-city.ts';

/** What a first start loads: real cities and spots, each with a picture that this project draws itself. */
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
