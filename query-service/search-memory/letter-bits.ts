import { letterHash } from '#contracts/shared/letter-hash';
import { wordMark } from '#contracts/shared/search-words';

/** Documents in one block, which share one set of bits. */
export const blockSize = 4096;
/** Words of 32 bits, one bit for each document of a block. */
export const wordsPerBlock = blockSize / 32;

/**
 * For each of a fixed number of hashes, the documents of a block that contain letters with that hash. It takes the same
 * memory for any texts, and finds all documents with some letters, and a few others.
 */
export interface LetterBits {
  add(slot: number, text: string): void;
  /** Keeps only the documents that may contain all these letters. */
  narrow(documents: Uint32Array, letters: Letters): void;
}

/** Hashes of successive letters, with the number of letters: three or four. */
export type Letters = ReadonlyMap<number, number>;

/** The number of hashes of three letters is two to the power of `threes`, and so on; 0 for none. */
export interface LetterBitsSize {
  readonly threes: number;
  /** These tell a phrase from a long text that has all its three-letter sequences in other places. */
  readonly fours: number;
}

export function createLetterBits({ threes, fours }: LetterBitsSize): LetterBits {
  const ofThrees = 2 ** threes;
  const ofFours = fours === 0 ? 0 : 2 ** fours;
  const rows = new Uint32Array(wordsPerBlock * (ofThrees + ofFours));
  const isHeld = (count: number): boolean => count === 3 || ofFours > 0;
  const rowOf = (hash: number, count: number): number =>
    wordsPerBlock * (count === 3 ? hash >>> (32 - threes) : ofThrees + (hash >>> (32 - fours)));
  return {
    add(slot, text) {
      eachHash(text, (hash, count) => {
        if (!isHeld(count)) return;
        const at = rowOf(hash, count) + (slot >>> 5);
        rows[at] = (rows[at] ?? 0) | (1 << (slot & 31));
      });
    },
    narrow(documents, letters) {
      for (const [hash, count] of letters) {
        if (!isHeld(count)) continue;
        const row = rowOf(hash, count);
        let left = 0;
        for (let word = 0; word < wordsPerBlock; word += 1) {
          const both = (documents[word] ?? 0) & (rows[row + word] ?? 0);
          documents[word] = both;
          left |= both;
        }
        if (left === 0) return;
      }
    },
  };
}

/** The letters that a text must contain if it contains the fragments. */
export function lettersOf(fragments: readonly string[]): Letters {
  const found = new Map<number, number>();
  for (const fragment of fragments) eachHash(fragment, (hash, count) => found.set(hash, count));
  return found;
}

/**
 * Passes the hashes of a marked text to `take`: of three and of four letters in a row, without the marks between them,
 * and of the marked beginnings of words. A phrase is rare because of the letters across its words, and marks would be
 * between these.
 */
function eachHash(marked: string, take: (hash: number, count: number) => void): void {
  const plain = marked.replaceAll(wordMark, '');
  for (let at = 0; at + 4 <= plain.length; at += 1) take(letterHash(plain, at, 4), 4);
  for (let at = 0; at + 3 <= plain.length; at += 1) take(letterHash(plain, at, 3), 3);
  for (let at = 0; at + 3 <= marked.length; at += 1)
    if (marked[at] === wordMark) take(letterHash(marked, at, 3), 3);
}
