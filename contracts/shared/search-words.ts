import { normaliseText } from './normalise.ts';

/**
 * The words of a search, folded, each once. Text in double quotes is one word, spaces included; other words end at
 * spaces. A quote without a partner is a letter like any other.
 */
export function searchWords(search: string): readonly string[] {
  const words = normaliseText(search).matchAll(/"([^"]*)"|(?:[^\s"]|"(?![^"]*"))+/g);
  return [...new Set(Array.from(words, ([word, quoted]) => quoted ?? word))].filter(
    (word) => word.trim() !== '',
  );
}

/** Precedes the beginning of each word in a marked text. No folded text that people type contains it. */
export const wordMark = '\u0001';

/**
 * Words begin with letters and digits in a row, or with a sign after a space. Scripts without spaces between words do
 * not show where a word begins, so each of their letters counts as a beginning.
 */
const spaceless =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const wordsIn = new RegExp(
  `[${spaceless}]|(?:(?![${spaceless}])[\\p{L}\\p{N}])+|(?<!\\S)[^\\p{L}\\p{N}\\s]`,
  'gu',
);

/**
 * The folded text with two marks before the beginning of each word. So every word of a search can be searched as a
 * fragment (see `sought`), and each beginning is in sequences of three letters, which indexes hold.
 */
export const markWords = (text: string): string =>
  text.replaceAll(wordMark, ' ').replace(wordsIn, `${wordMark}${wordMark}$&`);

/** A fragment shorter than this matches only the beginning of a word. */
const fragmentLetters = 3;

/**
 * The fragment that a marked text contains exactly if the text has the word of a search. It has three letters or more.
 */
export function sought(word: string): string {
  const marked = markWords(word);
  if ([...word].length < fragmentLetters) return marked;
  return marked.startsWith(wordMark) ? marked.slice(2 * wordMark.length) : marked;
}

/**
 * The search tier of a document with these folded fields, the most important first: 0 if the first field has all words
 * of a search, 1 if the first two have them together, and so on. Undefined if a word is missing.
 */
export function tierOf(words: readonly string[], fields: readonly string[]): number | undefined {
  const marked = fields.map(markWords);
  const tiers = words.map((word) => {
    const fragment = sought(word);
    return marked.findIndex((field) => field.includes(fragment));
  });
  return tiers.includes(-1) ? undefined : Math.max(0, ...tiers);
}
