import { describe, expect, it } from 'vitest';

import { coordinates } from './coordinates.ts';

const issuesOf = (value: unknown) =>
  coordinates.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('coordinates that people send', () => {
  it.each([
    { latitude: 0, longitude: 0 },
    { latitude: 90, longitude: 180 },
    { latitude: -90, longitude: -180 },
    null,
  ])('are accepted up to the poles and the date line: %o', (value) => {
    expect(coordinates.parse(value)).toEqual(value);
  });

  it('keep 6 decimals, and no negative zero', () => {
    expect(coordinates.parse({ latitude: 41.14058649, longitude: -8.6130285 })).toEqual({
      latitude: 41.140586,
      longitude: -8.613028,
    });
    expect(coordinates.parse({ latitude: -1e-9, longitude: -0 })).toEqual({ latitude: 0, longitude: 0 });
  });

  it('are refused beyond these, with one part missing, and in any other form', () => {
    expect(issuesOf({ latitude: 90.0001, longitude: 0 })).toEqual([
      ['latitude', 'Latitude must be a number from -90 to 90'],
    ]);
    expect(issuesOf({ latitude: 0, longitude: -180.5 })).toEqual([
      ['longitude', 'Longitude must be a number from -180 to 180'],
    ]);
    expect(issuesOf({ latitude: 41 })).toEqual([
      ['longitude', 'Longitude must be a number from -180 to 180'],
    ]);
    expect(issuesOf({ latitude: '41', longitude: null })).toHaveLength(2);
    expect(issuesOf({ latitude: NaN, longitude: Infinity })).toHaveLength(2);
    for (const value of ['41, -8', 5, [], undefined])
      expect(coordinates.safeParse(value).success, String(value)).toBe(false);
  });
});
