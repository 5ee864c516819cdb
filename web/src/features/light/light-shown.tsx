import type { Coordinates } from '#contracts/shared/coordinates';

import { CityLight } from './city-light.tsx';
import { PlaceLight } from './place-light.tsx';

export interface LightShownProps {
  /** A location, or a city for one line about it. */
  readonly of: {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly coordinates: Coordinates | null;
  };
  readonly isCity?: boolean;
}

/** The light at a place or in a city, if that is public. */
export function LightShown({ of, isCity = false }: LightShownProps) {
  if (of.status !== 'approved') return null;
  return isCity ? <CityLight key={of.id} id={of.id} /> : <PlaceLight key={of.id} place={of} />;
}
