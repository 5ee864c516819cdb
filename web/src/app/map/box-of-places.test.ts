import { expect, it } from 'vitest';

import { boxOfPlaces } from './box-of-places.ts';

const boxOf = (...points: readonly (readonly [latitude: number, longitude: number])[]) =>
  boxOfPlaces(
    { places: points.map(([latitude, longitude]) => ({ latitude, longitude })), clusters: [] },
    0.02,
  );

it('leaves room around places, so that no pin is cut at the edge of the map', () => {
  expect(boxOf()).toBeNull();
  expect(boxOf([41, -8])).toEqual({ west: -8.02, south: 40.98, east: -7.98, north: 41.02 });
  expect(boxOf([30, -10], [50, 20])).toEqual({ west: -13, south: 28, east: 23, north: 52 });
  expect(boxOf([-89, -179], [89, 179])).toEqual({ west: -180, south: -90, east: 180, north: 90 });
});
