import { describe, expect, it } from 'vitest';

import { fold, foldEmail } from './fold.ts';

describe('fold', () => {
  it.each([
    ['São Paulo', 'sao paulo'],
    ['KØBENHAVN', 'kobenhavn'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Kadıköy', 'kadikoy'],
    ['İstanbul', 'istanbul'],
    ['  a \t\n b  ', 'a b'],
    ['ﬁn', 'fin'],
    ['100% .*', '100% .*'],
    ['東京', '東京'],
    ['', ''],
  ])('%j to %j', (value, folded) => {
    expect(fold(value)).toBe(folded);
    expect(fold(fold(value))).toBe(folded);
  });
  it('does not tell composed from decomposed accents', () =>
    expect(fold('Cafe\u0301')).toBe(fold('Caf\u00e9')));
});

describe('foldEmail', () => {
  it('tells no case and no white space around apart, but accents', () => {
    expect(foldEmail(' Anna@Example.ORG ')).toBe('anna@example.org');
    expect(foldEmail('änna@example.org')).not.toBe(foldEmail('anna@example.org'));
  });
});
