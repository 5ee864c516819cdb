import { firstCharacters } from './first-characters.ts';

/** Shorter words are not corrected: too many others are equally near. */
export const forgivenFrom = 4;
/** Limits on the lookups of a name, however long the name is. */
const wordsMost = 12;
const lettersMost = 24;
const beginsMost = 8;

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The word, and the word without each of its letters. Two words that differ by one letter (replaced, missing or added)
 * have one of these in common; so do some words that differ by two.
 */
export function spellings(word: string): string[] {
  const letters = [...word].slice(0, lettersMost);
  const without = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  return [...new Set([letters.join(''), ...without])];
}

/** Whether the words differ by at most one letter: replaced, missing, added, or swapped with its neighbour. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1) return false;
  const start = a.findIndex((letter, at) => letter !== b[at]);
  if (start === -1) return true;
  const from = (letters: readonly string[], skipped: number) => letters.slice(start + skipped).join('');
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start] && from(a, 2) === from(b, 2);
  return isSwapped || from(a, 1) === from(b, 1) || from(a, 1) === from(b, 0) || from(a, 0) === from(b, 1);
}

/** The lookups that find a folded name: its beginnings of 3 to 8 letters, and the spellings of its words. */
export function lookupsOf(name: string): string[] {
  const letters = [...name];
  const begins: string[] = [];
  for (let length = 3; length <= Math.min(beginsMost, letters.length); length += 1) {
    begins.push(beginsWith(letters.slice(0, length).join('')));
  }
  const words = wordsOf(name)
    .filter((word) => [...word].length >= forgivenFrom - 1)
    .slice(0, wordsMost);
  return [...new Set([...begins, ...words.flatMap(spellings).map(spelled)])];
}

/** The lookup of names that begin with this text (at least 3 letters; only the first 8 count). */
export const beginsWith = (text: string): string => `^${firstCharacters(text, beginsMost)}`;
/** The lookup of names with a word that may have this spelling. */
export const spelled = (spelling: string): string => `~${spelling}`;
