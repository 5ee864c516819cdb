import { wordMark } from '#contracts/shared/search-words';

/** Documents in one block, which share one set of bits. */
export const blockSize = 4096;
/** Words of 32 bits, one bit for each document of a block. */
export const wordsPerBlock = blockSize / 32;

/**
 * For each of a fixed number of hashes, which documents of a block contain letters with that hash. So it takes the same
 * memory whatever the texts are, and finds all documents with some letters, and a few others.
 */
export interface LetterBits {
  add(slot: number, text: string): void;
  /** Keeps only the documents that may contain all these letters. */
  narrow(documents: Uint32Array, letters: Letters): void;
}

/** Hashes of three successive letters each. */
export type Letters = readonly number[];

/** `bits`: the number of hashes is two to the power of this. */
export function createLetterBits(bits: number): LetterBits {
  const rows = new Uint32Array(wordsPerBlock << bits);
  const shift = 32 - bits;
  const set = (slot: number, hash: number): void => {
    const at = (hash >>> shift) * wordsPerBlock + (slot >>> 5);
    rows[at] = (rows[at] ?? 0) | (1 << (slot & 31));
  };
  return {
    add(slot, text) {
      eachHash(text, (hash) => set(slot, hash));
    },
    narrow(documents, letters) {
      for (const hash of letters) {
        const row = (hash >>> shift) * wordsPerBlock;
        for (let word = 0; word < wordsPerBlock; word += 1)
          documents[word] = (documents[word] ?? 0) & (rows[row + word] ?? 0);
      }
    },
  };
}

/** The letters that a text contains wherever the fragments are in it. */
export function lettersOf(fragments: readonly string[]): Letters {
  const found = new Set<number>();
  for (const fragment of fragments) eachHash(fragment, (hash) => found.add(hash));
  return [...found];
}

/**
 * Gives `take` the hashes of a marked text: of three letters in a row, without the marks between them, and of the marked
 * beginnings of words. A phrase is rare because of the letters across its words, and marks would stand between these.
 */
function eachHash(marked: string, take: (hash: number) => void): void {
  const plain = marked.replaceAll(wordMark, '');
  for (let at = 0; at + 3 <= plain.length; at += 1) take(hashAt(plain, at));
  for (let at = 0; at + 3 <= marked.length; at += 1) if (marked[at] === wordMark) take(hashAt(marked, at));
}

const hashAt = (text: string, at: number): number =>
  hash(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));

function hash(one: number, two: number, three: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(one, 0x9e3779b1) + two, 0x85ebca6b) + three, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}
