import { expect, test } from 'vitest';

import { isDuplicateName, nameKeyOf } from './duplicates.ts';
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
  expect(mayBeSame(at(one, 52), at('Harbour', 52))).toBe(false);
  expect(metresBetween(at(one, 52), at(other, 52.001))).toBe(111);
});

test('equal names of three letters or more are duplicates, whatever their case and accents', () => {
  expect(isDuplicateName('Bar', 'BÁR')).toBe(true);
  expect(isDuplicateName('Ba', 'Ba')).toBe(false);
  expect(nameKeyOf('city', 'Bar')).toBe(nameKeyOf('city', 'BÁR'));
  expect(nameKeyOf('city', 'Ba')).toBe('');
});
