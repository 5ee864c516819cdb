import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';

const mapOf = (MAP_TILES?: string, MAP_ATTRIBUTION?: string) =>
  readConfig({ MAP_TILES, MAP_ATTRIBUTION }).map;

describe('MAP_TILES', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['/srv/europe.pmtiles', { file: '/srv/europe.pmtiles' }],
    ['europe.pmtiles', { file: 'europe.pmtiles' }],
    ['https://tiles.example/style.json?key=k%3B', { style: 'https://tiles.example/style.json?key=k%3B' }],
  ])('may be %j', (value, tiles) => {
    expect(mapOf(value)).toEqual({ tiles, attribution: null });
  });

  it.each([
    'http://tiles.example/style.json',
    'https://user:secret@tiles.example/style.json',
    'https://',
    'https:tiles.example/style.json',
    'https://tiles;img-src.example/style.json',
    'javascript:alert(1)',
    's3://bucket/europe.pmtiles',
    '/srv/europe.mbtiles',
    `https://tiles.example/${'x'.repeat(3000)}`,
  ])('is refused if it is %j', (value) => {
    expect(() => mapOf(value)).toThrow(
      'MAP_TILES: must be the path of a .pmtiles file, or the https address of a style',
    );
  });

  it('comes with MAP_ATTRIBUTION, a text without hidden characters, of at most 300 characters', () => {
    expect(mapOf(undefined, ' © OpenStreetMap ').attribution).toBe('© OpenStreetMap');
    expect(() => mapOf(undefined, 'x'.repeat(301))).toThrow(
      'MAP_ATTRIBUTION: It must be at most 300 characters',
    );
    expect(() => mapOf(undefined, 'An\u202eother')).toThrow('MAP_ATTRIBUTION: It contains characters');
  });
});
