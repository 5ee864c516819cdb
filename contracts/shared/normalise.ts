/**
 * The form in which text is searched: lower case, without accents, each run of white space as one space. 'Café Łódź'
 * and 'cafe lodz' fold to the same text.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœþıς]/g, (letter) => plain[letter] ?? letter)
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
  ς: 'σ',
};

/**
 * The form in which emails are compared and stored as unique: trimmed and in lower case, and nothing else. Letters that
 * only look alike stay different: nothing is normalised, no locale is used, and the two capitals whose lower case
 * contains an ASCII letter (U+212A, the Kelvin sign, and U+0130, I with a dot) are unchanged.
 */
export const normaliseEmail = (email: string): string =>
  email.trim().replace(/[^\u0130\u212a]+/g, (part) => part.toLowerCase());
