import { describe, expect, it } from 'vitest';

import { CreateCity } from '#contracts/city/commands';

import { readCoordinates, withCoordinatesText } from './coordinates.ts';

const ribeira = { latitude: 41.1406, longitude: -8.6131 };

describe('Coordinates that somebody types or pastes', () => {
  it.each([
    '41.1406, -8.6131',
    ' 41.1406,-8.6131 ',
    '41.1406 -8.6131',
    '(41.1406; -8.6131)',
    '41.1406°, -8.6131°',
    '41,1406 -8,6131',
    '41,1406, -8,6131',
    '41,1406;-8,6131',
    'geo:41.1406,-8.6131?z=17',
    'https://www.google.com/maps/@41.1406,-8.6131,17z',
    'https://www.google.com/maps/place/Ribeira/@41.0,-8.0,17z/data=!3m1!4b1!4m6!3m5!8m2!3d41.1406!4d-8.6131',
    'https://maps.google.com/?q=41.1406,-8.6131',
    'https://www.google.com/maps/search/?api=1&query=41.1406%2C-8.6131',
    'https://www.openstreetmap.org/?mlat=41.1406&mlon=-8.6131#map=17/41.2/-8.7',
    'https://www.openstreetmap.org/#map=17/41.1406/-8.6131',
    'https://maps.apple.com/?ll=41.1406,-8.6131&q=Ribeira',
    'https://maps.apple.com/place?coordinate=41.1406,-8.6131&name=Ribeira',
    'https://www.google.com/maps/search/41.1406,+-8.6131?entry=tts',
    'https://www.google.com/maps/place/41.1406,-8.6131/@41.0,-8.0,17z',
    'https://www.google.com/maps/dir//41.1406,-8.6131/@41.0,-8.0,17z',
    'https://www.bing.com/maps?cp=41.1406~-8.6131&lvl=16',
    'https://wego.here.com/?map=41.1406,-8.6131,15,normal',
    'https://osmand.net/map/?pin=41.1406,-8.6131#15/41.0/-8.0',
    'https://opentopomap.org/#15/41.1406/-8.6131',
    'https://waze.com/ul?ll=41.1406%2C-8.6131&navigate=yes',
    'geo:0,0?q=41.1406,-8.6131(Ribeira)',
    '41.1406° N, 8.6131° W',
    '41.1406°N 8.6131°W',
    'N 41.1406, W 8.6131',
    '41,1406° N, 8,6131° W',
    `41°08'26.16"N 8°36'47.16"W`,
    '41° 8′ 26.16″ N, 8° 36′ 47.16″ W',
    `41°08.436'N, 8°36.786'W`,
  ])('are read: %s', (text) => {
    expect(readCoordinates(text)).toEqual(ribeira);
  });

  it('are read at the equator, the poles and the date line', () => {
    expect(readCoordinates('0, 0')).toEqual({ latitude: 0, longitude: 0 });
    expect(readCoordinates('90° S, 180° W')).toEqual({ latitude: -90, longitude: -180 });
    expect(readCoordinates('0° N 179° 59′ 59″ E')?.longitude).toBeCloseTo(179.999722, 6);
  });

  it.each([
    '',
    '41.1406',
    'Ribeira',
    '91, 0',
    '0, 181',
    '41, -8, 3',
    'https://example.org/',
    'https://example.org/2024/41,8 things',
    '41,1406',
    '8.6131° W, 41.1406° N',
    '-41.1406° N, 8.6131° W',
    `41°60'N 8°W`,
    '41° N',
    `41${' '.repeat(5000)}x`,
  ])('are no point: %s', (text) => {
    expect(readCoordinates(text)).toBeUndefined();
  });

  it('become a point, nothing, or a message in a form', () => {
    const schema = withCoordinatesText(CreateCity);
    const city = { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/porto.jpg' };
    expect(schema.parse({ ...city, coordinates: '41.1406, -8.6131' })).toEqual({
      ...city,
      coordinates: ribeira,
    });
    expect(schema.parse({ ...city, coordinates: ' ' })).toEqual({ ...city, coordinates: null });
    expect(schema.safeParse({ ...city, coordinates: 'there' }).error?.issues).toMatchObject([
      { path: ['coordinates'], message: 'Coordinates must be a latitude and a longitude' },
    ]);
  });
});
