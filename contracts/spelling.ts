/** Words of fewer letters are not forgiven a wrong one: too many others are as near. */
export const forgivenFrom = 4;
/** What a name is found by is bounded, however long it is. */
const wordsMost = 12;
const lettersMost = 24;
const beginsMost = 8;

/** The words of a text, as they are written. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The word, and the word without each of its letters. Two words that are one letter apart (another one, one missing, one
 * too many) have one of these in common; so do some that are two apart.
 */
export function spellings(word: string): string[] {
  const letters = [...word].slice(0, lettersMost);
  const without = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  return [...new Set([letters.join(''), ...without])];
}

/** Whether one letter is another one, missing or too many, or none is. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1) return false;
  const start = a.findIndex((letter, at) => letter !== b[at]);
  if (start === -1) return true;
  const from = (letters: readonly string[], skipped: number) => letters.slice(start + skipped).join('');
  return from(a, 1) === from(b, 1) || from(a, 1) === from(b, 0) || from(a, 0) === from(b, 1);
}

/** By which a folded name is found: what it begins with, 3 to 8 letters, and how its words may be spelled. */
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

/** The lookup of names that begin with the text (3 letters and more), as far as lookups tell. */
export const beginsWith = (text: string): string => `^${[...text].slice(0, beginsMost).join('')}`;
/** The lookup of names with a word that may be spelled so. */
export const spelled = (spelling: string): string => `~${spelling}`;
