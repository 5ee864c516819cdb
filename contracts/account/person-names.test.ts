import { describe, expect, it } from 'vitest';

import { ChangeAccount, Register } from './commands.ts';
import { cleanPersonName, isReservedName, personName } from './person-names.ts';

const name = personName('Name');
const isTaken = (value: string): boolean => name.safeParse(value).success;
const strange = 'Name contains characters that cannot be shown';

describe("a person's name may be", () => {
  it.each([
    'Anna',
    'Åsa von Öberg',
    'Jean-Baptiste',
    'O’Neill',
    "D'Angelo",
    'Nguyễn Thị Minh Khai',
    'Nguye\u0302\u0303n', // the same with separate marks
    'Łukasz Żółć',
    'Þóra Björnsdóttir',
    'Ελένη Παπαδοπούλου',
    'Алёна Щербакова',
    'Оксана Ґудзь',
    'Գեւորգ',
    'გიორგი',
    'יוֹסֵף בֶּן־דָּוִד',
    'مُحَمَّد عَلِيّ',
    'علی\u200cرضا', // Persian, with a non-joiner
    'अनुष्का शर्मा',
    'क्\u200dष', // Devanagari, with a joiner
    'শ্রেয়া',
    'ਗੁਰਪ੍ਰੀਤ',
    'தமிழ்ச்செல்வி',
    'ශ්\u200dරී', // Sinhala, with a joiner
    'ณัฐพงษ์',
    'ຄຳໃບ',
    'မြင့်မြတ်ကြွယ်',
    'བསྟན་འཛིན་རྒྱ་མཚོ',
    'ᠪᠣᠷᠵᠢᠭᠢᠨ',
    '王小明',
    '渡邉\u{e0100}', // a variant of a Chinese character
    '山田 太郎',
    'ヨハネス',
    '김민준',
    'አበበ ቢቂላ',
    'ᏎᏉᏯ',
    'X Æ A-12',
    'Anna 🌸',
    'Admina',
    'Staffan',
    'Systema Petrova',
    'Moderata Fonte',
    'Supporta',
  ])('%s', (value) => {
    expect(name.parse(value)).toBe(value);
    expect(isReservedName(value, null)).toBe(false);
    expect(cleanPersonName(value)).toBe(value);
  });
});

describe('a person’s name', () => {
  it.each([
    ['an Arabic letter mark', 'An\u061cna'],
    ['a blank without width', 'An\u200bna'],
    ['a soft hyphen', 'An\u00adna'],
    ['a word joiner', 'An\u2060na'],
    ['a joiner between Latin letters', 'An\u200dna'],
    ['a non-joiner between Latin letters', 'An\u200cna'],
    ['a non-joiner at the end', 'علی\u200c'],
    ['two joiners', 'क्\u200d\u200dष'],
    ['a line separator', 'An\u2028na'],
    ['a paragraph separator', 'An\u2029na'],
    ['a tag character', 'Anna\u{e0041}'],
    ['private use', 'Anna\ue000'],
    ['the last plane', 'Anna\u{10ffff}'],
    ['a code point without a character', 'Anna\u{2ffff}'],
    ['an unassigned code point', 'Anna\u0378'],
    ['half a pair', 'Anna\ud800'],
    ['a variation of nothing', 'Anna\ufe0f'],
    ['a Hangul filler', 'Anna\u3164'],
    ['an empty Braille cell', 'Anna\u2800'],
    ['a combining grapheme joiner', 'An\u034fna'],
    ['a musical format character', 'Anna\u{1d173}'],
    ['a flood of marks', `Anna${'\u0301'.repeat(20)}`],
    ['an override', 'Anna\u202e'],
  ])('contains no %s', (_what, value) => {
    expect(name.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([strange]);
    const cleaned = cleanPersonName(value) ?? '';
    expect(cleaned).not.toBe('');
    expect(isTaken(cleaned)).toBe(true);
  });

  it('from a provider loses what is not allowed, and is dropped if it is invisible', () => {
    expect(cleanPersonName('  Anna \n\t Lena ')).toBe('Anna Lena');
    expect(cleanPersonName('x'.repeat(100))).toBe('x'.repeat(60));
    expect(cleanPersonName('🌸'.repeat(40))).toBe('🌸'.repeat(30));
    for (const nothing of ['', ' ', '\u200b\u2060', '\u3164', '\u0301'])
      expect(cleanPersonName(nothing)).toBe(null);
  });
});

describe('a reserved name', () => {
  it.each([
    ['Site', 'Administrator'],
    ['Administrator', null],
    [null, 'admin'],
    ['ADMIN', ''],
    ['A. D. M. I. N.', ''],
    ['Admin', 'Istrator'],
    ['Admin 1', ''],
    ['4dm1n', ''],
    ['Adm\u0456n', ''], // a Cyrillic i
    ['\u0410dmin', ''], // a Cyrillic A
    ['\uff21dmin', ''], // full width
    ['\u{1d400}dmin', ''], // mathematical
    ['Ádmïn', ''],
    ['Adrnin', ''],
    ['Admın', ''],
    ['Former', 'member'],
    ['former', 'MEMBER'],
    ['F0rmer', 'Member'],
    ['Lightfall', ''],
    ['Lightfall', 'Support'],
    ['Lightfa11', 'Team'],
    ['The', 'Moderators'],
    ['Moderator', 'Team'],
    ['Staff', ''],
    ['System', ''],
    ['Sy\u0455tem', ''],
    ['Support', 'Team'],
    ['Official', 'Lightfall Account'],
    ['👑 Admin', '👑'],
  ])('may be %s %s', (first, last) => expect(isReservedName(first, last)).toBe(true));

  it.each([
    ['Anna', 'Staff'],
    ['Guy', 'Support'],
    ['The', 'Site'],
    ['Admina', 'Kovač'],
    ['Former', 'Memberton'],
    ['Админа', 'Петрова'],
  ])('is not %s %s', (first, last) => expect(isReservedName(first, last)).toBe(false));

  it('is refused at sign-up, checked over both parts and reported for the first', () => {
    const person = { email: 'a@example.org', password: 'a good password' };
    const against = (firstName: string, lastName: string) =>
      Register.safeParse({ ...person, firstName, lastName }).error?.issues.map(({ path, message }) => [
        path,
        message,
      ]);
    expect(against('Site', 'Administrator')).toEqual([
      [['firstName'], 'This name is reserved. Please choose another one.'],
    ]);
    expect(against('Sita', 'Administrata')).toBeUndefined();
  });

  it('is checked quickly, however long and repetitive it is', () => {
    for (const piece of ['admin', 'administrator ', 'the site ', 'a', 'ad', '\u0301', 'm', 'formermember'])
      expect(typeof isReservedName(piece.repeat(10_000), piece)).toBe('boolean');
  });

  it('a last name may be omitted', () => {
    expect(ChangeAccount.parse({ lastName: ' ' })).toEqual({ lastName: null });
    expect(ChangeAccount.safeParse({ firstName: 'An\u200bna' }).success).toBe(false);
  });
});
