import { describe, expect, it } from 'vitest';

import { normaliseText, normaliseEmail } from './normalise.ts';

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
    ['Οδός', 'οδοσ'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['東京', '東京'],
    ['', ''],
  ])('turns %j into %j', (value, folded) => {
    expect(normaliseText(value)).toBe(folded);
    expect(normaliseText(normaliseText(value))).toBe(folded);
  });
  it('treats composed and decomposed accents alike', () =>
    expect(normaliseText('Cafe\u0301')).toBe(normaliseText('Caf\u00e9')));
});

describe('foldEmail', () => {
  it('ignores case and surrounding white space, but not accents', () => {
    expect(normaliseEmail(' Anna@Example.ORG ')).toBe('anna@example.org');
    expect(normaliseEmail('änna@example.org')).not.toBe(normaliseEmail('anna@example.org'));
    expect(normaliseEmail('ÄNNA@Пример.РФ')).toBe('änna@пример.рф');
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
    expect(normaliseEmail(email)).toBe(email);
    expect(normaliseEmail(email)).not.toMatch(/^[\x20-\x7e]*$/);
  });
  it('gives the same text when applied twice', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const once = normaliseEmail(String.fromCharCode(code));
      if (normaliseEmail(once) !== once) expect.fail(`U+${code.toString(16)}`);
    }
  });
});
