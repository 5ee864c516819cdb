import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { randomCases } from '../../test/harness/random-cases.ts';
import { mergeWords } from './word-merge.ts';

describe('mergeWords', () => {
  const before = 'Mist lifts at dawn. The deck is wet, take the stairs.';

  it.each([
    ['apart', 'Fog lifts at dawn. The deck is wet, take the stairs.', `${before} Bring a tripod.`],
    ['apart, one of them removing', 'Mist lifts. The deck is wet, take the stairs.', `${before} Slowly.`],
  ])('takes both changes if they are %s', (_, one, other) => {
    const merged = mergeWords(before, one, other);
    expect(merged).toBe(`${one}${other.slice(before.length)}`);
    expect(mergeWords(before, other, one)).toBe(merged);
  });

  it('takes a change once if both made it', () => {
    const both = before.replace('wet', 'dry');
    expect(mergeWords(before, both, both)).toBe(both);
    expect(mergeWords(before, `A ${both}`, `${both} Slowly.`)).toBe(`A ${both} Slowly.`);
  });

  it.each([
    ['the same word', before.replace('dawn', 'dusk'), before.replace('dawn', 'noon')],
    ['words next to each other', before.replace('deck', 'roof'), before.replace('is wet', 'was wet')],
    ['what the other removed', before.replace(' The deck is wet,', ''), before.replace('wet', 'dry')],
    ['both the end', `${before} One.`, `${before} Two.`],
  ])('returns undefined if they changed %s', (_, one, other) => {
    expect(mergeWords(before, one, other)).toBeUndefined();
    expect(mergeWords(before, other, one)).toBeUndefined();
  });

  it('returns undefined for texts that are too long to compare', () => {
    const long = 'w '.repeat(700);
    expect(mergeWords(long, `${long}x`, long)).toBeUndefined();
  });

  it('returns the other change if one side changed nothing, in either order', () => {
    const text = fc
      .array(fc.constantFrom('a ', 'b ', 'c\n', 'd', 'ä. '), { maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, text, (from, one, other) => {
        expect(mergeWords(from, one, from)).toBe(one);
        expect(mergeWords(from, from, one)).toBe(one);
        expect(mergeWords(from, one, other)).toBe(mergeWords(from, other, one));
      }),
      randomCases(200),
    );
  });
});
