import { describe, expect, it } from 'vitest';

import { counted, countedTotal, nouns, ratingText, timeText } from './words.ts';

describe('numbers and times in words', () => {
  it.each([
    [0, '0 photos'],
    [1, '1 photo'],
    [2, '2 photos'],
    [1204, '1,204 photos'],
  ])('%i: %s', (count, text) => {
    expect(counted(count, nouns.photo)).toBe(text);
  });

  it.each([
    ['1', '1 city'],
    ['13', '13 cities'],
    ['1000+', '1,000+ cities'],
  ])('a total of %s: %s', (total, text) => {
    expect(countedTotal(total, nouns.city)).toBe(text);
  });

  it('gives a rating one decimal', () => {
    expect([4, 4.25, 4.96].map(ratingText)).toEqual(['4.0', '4.3', '5.0']);
  });

  it('leaves out today’s date and the current year, and lets no line break in a time', () => {
    const now = new Date(2026, 10, 21, 18, 0).getTime();
    const at = (...when: [number, number, number, number, number]) =>
      timeText(new Date(...when).toISOString(), now);
    expect(at(2026, 10, 21, 9, 5)).toBe('09:05');
    expect(at(2026, 10, 3, 10, 41)).toBe('3\u00a0Nov,\u00a010:41');
    expect(at(2025, 11, 31, 23, 59)).toBe('31\u00a0Dec\u00a02025,\u00a023:59');
  });
});
