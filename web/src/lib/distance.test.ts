import { expect, it } from 'vitest';

import { directionText, distanceText } from './distance.ts';

it.each([
  [0, '0 m'],
  [7.4, '7 m'],
  [142, '140 m'],
  [994, '990 m'],
  [999, '1.0 km'],
  [9999, '10 km'],
  [1049, '1.0 km'],
  [9940, '9.9 km'],
  [130_400, '130 km'],
])('%d metres are %s', (metres, text) => {
  expect(distanceText(metres)).toBe(text);
});

const porto = { latitude: 41.1406, longitude: -8.6131 };
it.each([
  ['north', { ...porto, latitude: 42 }],
  ['east', { ...porto, longitude: -8.5 }],
  ['south-west', { latitude: 41.1, longitude: -8.67 }],
  ['north-west', { latitude: 52, longitude: -40 }],
])('is seen in the %s', (direction, to) => {
  expect(directionText(porto, to)).toBe(direction);
});

it('gives the direction across the date line', () => {
  expect(directionText({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBe('east');
});
