import { expect, test } from 'vitest';

import { mayBeSameAs, metresBetween, similarityOf, wordsOf, type NamedPoint } from './similar-names.ts';

const worded = ({ name, coordinates }: NamedPoint) => ({ words: wordsOf(name), coordinates });
const mayBeSame = (one: NamedPoint, other: NamedPoint) => mayBeSameAs(worded(one))(worded(other));

const at = (name: string, latitude: number | null = null) => ({
  name,
  coordinates: latitude === null ? null : { latitude, longitude: 13 },
});

test('names are as similar as their share of common trigrams', () => {
  expect(similarityOf('Old Mill', 'old  MÍLL')).toBe(1);
  expect(similarityOf('word', 'two words')).toBeCloseTo(4 / 11);
  expect(similarityOf('Old Mill', 'Harbour')).toBe(0);
  expect(similarityOf('', '')).toBe(0);
});

test('places may be the same if half of the trigrams are equal, or fewer if they are close together', () => {
  expect(mayBeSame(at('Old Mill Bridge'), at('Old Mill Bridges'))).toBe(true);
  expect(mayBeSame(at('Old Mill Bridge'), at('Bridge at the Old Station'))).toBe(false);
  const [one, other] = ['Old Mill Bridge', 'Mill Bridge of the North'];
  expect(similarityOf(one, other)).toBeGreaterThan(0.3);
  expect(similarityOf(one, other)).toBeLessThan(0.5);
  expect(mayBeSame(at(one, 52), at(other, 52.001))).toBe(true);
  expect(mayBeSame(at(one, 52), at(other, 52.002))).toBe(false);
  expect(mayBeSame(at(one, 52), at(other))).toBe(false);
  expect(metresBetween(at(one, 52), at(other, 52.001))).toBe(111);
});
