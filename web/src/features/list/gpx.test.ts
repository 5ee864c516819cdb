// @vitest-environment jsdom
import { expect, it } from 'vitest';

import { gpxOf } from './gpx.ts';

const place = (name: string, coordinates: { latitude: number; longitude: number } | null) => ({
  name,
  description: 'Stairs & <light>',
  coordinates,
});

it('writes all places with coordinates in order, with any characters in their names', () => {
  const hostile = `"><wpt lat="0" lon="0"/> ]]> & 'Co'`;
  const text = gpxOf('Porto & <b>', [
    place('Bridge', { latitude: 41.14, longitude: -8.61 }),
    place('Nowhere', null),
    place(hostile, { latitude: -0.5, longitude: 179.999999 }),
  ]);
  const gpx = new DOMParser().parseFromString(text, 'application/xml');
  expect(gpx.querySelector('parsererror')).toBeNull();
  expect(gpx.querySelector('metadata > name')?.textContent).toBe('Porto & <b>');
  const points = [...gpx.querySelectorAll('wpt')];
  expect(points.map((point) => point.querySelector('name')?.textContent)).toEqual(['Bridge', hostile]);
  expect(points.map((point) => [point.getAttribute('lat'), point.getAttribute('lon')])).toEqual([
    ['41.14', '-8.61'],
    ['-0.5', '179.999999'],
  ]);
  expect(points[0]?.querySelector('desc')?.textContent).toBe('Stairs & <light>');
});
