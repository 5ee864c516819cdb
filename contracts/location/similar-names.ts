import { distanceBetween, type Coordinates } from '../shared/coordinates.ts';
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

/** Gives the share of trigrams that both names (as `wordsOf` gives them) have, 0 to 1; 0 where it is below `least`. */
function similarityTo(words: string): (others: string, least?: number) => number {
  const trigrams = trigramsOf(words);
  const some = [...trigrams];
  return (others, least = 0) => {
    const shared = some.filter((each) => others.includes(each)).length;
    // The share is at most that of the shared ones in these alone. Most names share nothing.
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
/** A place's name and point. */
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
/** Metres within which two places may be the same though their names differ. */
export const nearbyMetres = 150;

/**
 * Tells which places of one city may be the same as this one: their names are similar, or less so and they are close
 * together.
 */
export function mayBeSameAs(place: WordedPoint): (other: WordedPoint) => boolean {
  const similarity = similarityTo(place.words);
  return (other) => {
    const metres = metresBetween(place, other);
    const least = metres !== null && metres <= nearbyMetres ? similarFromNearby : similarFrom;
    return similarity(other.words, least) > 0;
  };
}
