import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FeatureCollection, Position } from 'geojson';
import { feature } from 'topojson-client';
import { expect, it } from 'vitest';

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
