import { distanceBetween, type Coordinates } from '../shared/coordinates.ts';
import { normaliseText } from '../shared/normalise.ts';

/** Groups of three letters of each word, which begins with two spaces and ends with one. */
function trigramsOf(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of normaliseText(name).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = [' ', ' ', ...word, ' '];
    for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''));
  }
  return found;
}

/** The share of two names' trigrams that both have, 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [some, others] = [trigramsOf(one), trigramsOf(other)];
  const shared = [...some].filter((each) => others.has(each)).length;
  const all = some.size + others.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** A place's name and point. */
export interface NamedPoint {
  readonly name: string;
  readonly coordinates: Coordinates | null;
}

/** Metres between two places, to the metre; null where one has no coordinates. */
export const metresBetween = (one: NamedPoint, other: NamedPoint): number | null =>
  one.coordinates === null || other.coordinates === null
    ? null
    : Math.round(distanceBetween(one.coordinates, other.coordinates));

const similarFrom = 0.5;
const similarFromNearby = 0.3;
/** Metres. */
const nearby = 150;

/** Whether two places of one city may be the same: their names are similar, or less so and they are close together. */
export function mayBeSame(one: NamedPoint, other: NamedPoint): boolean {
  // A name of more than three times the other's length shares less than a third of its trigrams.
  const [short, long] = [one.name.length, other.name.length].sort((a, b) => a - b);
  if ((short ?? 0) * 4 < (long ?? 0)) return false;
  const metres = metresBetween(one, other);
  return (
    similarityOf(one.name, other.name) >=
    (metres !== null && metres <= nearby ? similarFromNearby : similarFrom)
  );
}
