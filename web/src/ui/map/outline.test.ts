import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FeatureCollection, Position } from 'geojson';
import { feature } from 'topojson-client';
import { expect, it } from 'vitest';

import { outlineStyle } from './map-styles.ts';
import { unwrapped } from './outline.ts';

const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
const world = JSON.parse(readFileSync(file, 'utf8'));
const land = feature(world, world.objects.land) as unknown as FeatureCollection;

const ringsOf = ({ features }: FeatureCollection): Position[][] =>
  features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : geometry.type === 'Polygon'
        ? geometry.coordinates
        : [],
  );
const jumps = (ring: readonly Position[]): number =>
  ring.filter(([longitude = 0, latitude = 0], at) => {
    const before = ring[at - 1]?.[0] ?? longitude;
    return Math.abs(longitude - before) > 180 && Math.abs(latitude) < 89;
  }).length;

it('draws no line across the world, and closes the land around the pole', () => {
  const before = ringsOf(land);
  expect(before.filter((ring) => jumps(ring) > 0).length).toBeGreaterThan(0);
  const rings = ringsOf(unwrapped(land));
  expect(rings).toHaveLength(before.length);
  for (const ring of rings) {
    expect(jumps(ring)).toBe(0);
    expect(ring.at(-1)).toEqual(ring[0]);
  }
});

/** The pixels between a point and the nearest coast at a zoom of a map. */
function pixelsFromCoast(latitude: number, longitude: number, zoom: number): number {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const degrees = ringsOf(land).flatMap((ring) => {
    const near = ring.map(([x = 0, y = 0]) => [(x - longitude) * narrowing, y - latitude] as const);
    return near.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = near[index] ?? [x, y];
      const [right, up] = [x - fromX, y - fromY];
      const share = -(fromX * right + fromY * up) / (right ** 2 + up ** 2 || 1);
      const along = Math.min(1, Math.max(0, share));
      return Math.hypot(fromX + along * right, fromY + along * up);
    });
  });
  const tile = 512;
  return ((degrees.reduce((one, other) => Math.min(one, other)) / narrowing) * tile * 2 ** zoom) / 360;
}

it.each([
  ['New York', 40.7303, -74.0002],
  ['Lisbon', 38.7191, -9.1325],
  ['Istanbul', 40.9917, 29.0292],
])('fades before it draws a place of %s off the coast by more than a pin', (_, latitude, longitude) => {
  const colour = {
    water: '#0',
    land: '#1',
    green: '#2',
    building: '#3',
    road: '#4',
    border: '#5',
    text: '#6',
  };
  const [water] = outlineStyle({ land, borders: land }, colour).layers;
  const shade = water?.type === 'background' ? water.paint?.['background-color'] : undefined;
  const whole: unknown = Array.isArray(shade) ? shade[3] : undefined;
  expect(pixelsFromCoast(latitude, longitude, Number(whole))).toBeLessThan(20);
});
