/**
 * The form in which text is searched: lower case, without accents, runs of white space as one blank.
 * 'Café  Łódź' and 'cafe lodz' fold to the same text.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœþı]/g, (letter) => plain[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
};

/** An email as it is compared and kept unique. */
export const foldEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
