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
  it('treats composed and decomposed accents alike', () =>
    expect(fold('Cafe\u0301')).toBe(fold('Caf\u00e9')));
});

describe('foldEmail', () => {
  it('ignores case and surrounding white space, but not accents', () => {
    expect(foldEmail(' Anna@Example.ORG ')).toBe('anna@example.org');
    expect(foldEmail('änna@example.org')).not.toBe(foldEmail('anna@example.org'));
    expect(foldEmail('ÄNNA@Пример.РФ')).toBe('änna@пример.рф');
  });
  it.each([
    ['a full-width letter', '\uff41dmin@example.com'],
    ['the Kelvin sign', 'admin@\u212aexample.com'],
    ['a capital I with a dot', 'adm\u0130n@example.com'],
    ['a ligature', 'o\ufb03ce@example.com'],
    ['a mathematical letter', '\u{1d41a}dmin@example.com'],
    ['a full-width at sign', 'admin\uff20example.com'],
    ['a Cyrillic letter', '\u0430dmin@example.com'],
    ['an accent apart from its letter', 'a\u0301dmin@example.com'],
  ])('does not make %s an ASCII or a composed letter', (_what, email) => {
    expect(foldEmail(email)).toBe(email);
    expect(foldEmail(email)).not.toMatch(/^[\x20-\x7e]*$/);
  });
  it('gives the same text when applied twice', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const once = foldEmail(String.fromCharCode(code));
      if (foldEmail(once) !== once) expect.fail(`U+${code.toString(16)}`);
    }
  });
});
