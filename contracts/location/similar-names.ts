import { distanceBetween, type Coordinates } from '../shared/coordinates.ts';
import { letterHash } from '../shared/letter-hash.ts';
import { normaliseText } from '../shared/normalise.ts';

/** The words of a name as they are compared: each begins with two spaces and ends with one. */
export const wordsOf = (name: string): string =>
  (normaliseText(name).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `  ${word} `).join('');

/** Groups of three letters of each word. No group spans two words, since none has two spaces after a letter. */
function trigramsOf(words: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at + 3 <= words.length; at += 1) {
    const trigram = words.slice(at, at + 3);
    if (!trigram.endsWith('  ')) found.add(trigram);
  }
  return found;
}

/** Bits of the hashes with which names are first compared. */
const hashBits = 12;
const hashAt = (words: string, at: number): number => letterHash(words, at, 3) >>> (32 - hashBits);

/**
 * Returns the share of trigrams (0 to 1) that both names, in the form of `wordsOf`, have in common; 0 if it is below
 * `least`.
 */
function similarityTo(words: string): (others: string, least?: number) => number {
  const trigrams = trigramsOf(words);
  const some = [...trigrams];
  const isHashOfOne = new Uint8Array(2 ** hashBits);
  for (const trigram of some) isHashOfOne[hashAt(trigram, 0)] = 1;
  /**
   * An upper bound for the shared trigrams. Most names share almost nothing, and comparing numbers shows that faster
   * than comparing letters.
   */
  const sharedMost = (others: string): number => {
    let count = 0;
    for (let at = 0; at + 3 <= others.length; at += 1) count += isHashOfOne[hashAt(others, at)] ?? 0;
    return count;
  };
  return (others, least = 0) => {
    // The whole share cannot be greater than that of these few.
    if (sharedMost(others) < least * some.length) return 0;
    const shared = some.filter((each) => others.includes(each)).length;
    if (shared === 0 || shared < least * some.length) return 0;
    const share = shared / (some.length + trigramsOf(others).size - shared);
    return share >= least ? share : 0;
  };
}

export const similarityOf = (one: string, other: string): number =>
  similarityTo(wordsOf(one))(wordsOf(other));

interface Point {
  readonly coordinates: Coordinates | null;
}
export interface NamedPoint extends Point {
  readonly name: string;
}
/** The same with its name as `wordsOf` gives it. */
export interface WordedPoint extends Point {
  readonly words: string;
}

/** Metres between two places, to the metre; null where one has no coordinates. */
export const metresBetween = (one: Point, other: Point): number | null =>
  one.coordinates === null || other.coordinates === null
    ? null
    : Math.round(distanceBetween(one.coordinates, other.coordinates));

const similarFrom = 0.5;
const similarFromNearby = 0.3;
/** Metres within which two places may be the same although their names differ. */
export const nearbyMetres = 150;

/**
 * Returns a function that tells whether another place of the city may be the same: their names are similar, or less
 * similar and they are close together.
 */
export function mayBeSameAs(place: WordedPoint): (other: WordedPoint) => boolean {
  const similarity = similarityTo(place.words);
  return (other) => {
    const share = similarity(other.words, similarFromNearby);
    return share >= similarFrom || (share > 0 && (metresBetween(place, other) ?? Infinity) <= nearbyMetres);
  };
}
