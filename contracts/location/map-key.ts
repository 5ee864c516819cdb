import type { Coordinates } from '../shared/coordinates.ts';
import { bestTimes, categories } from './words.ts';

/** A point in millionths of a degree, from the western end of the date line and from the South Pole. */
export interface GridPoint {
  readonly x: number;
  readonly y: number;
}

const perDegree = 1e6;
/** The number of bits in each coordinate of a point. */
export const gridBits = 30;

export const toGrid = ({ latitude, longitude }: Coordinates): GridPoint => ({
  x: Math.round((longitude + 180) * perDegree),
  y: Math.round((latitude + 90) * perDegree),
});
export const fromGrid = ({ x, y }: GridPoint): Coordinates => ({
  latitude: degreesOf(y, 90),
  longitude: degreesOf(x, 180),
});
const degreesOf = (steps: number, origin: number): number =>
  Math.round(steps - origin * perDegree) / perDegree;

/** Two bits with a gap beside each: in a digit, the bits of x and y alternate. */
const spread = [0, 1, 4, 5] as const;
const gathered = (digit: number): number => (digit & 1) | ((digit >> 1) & 2);

/** The data of a place that a map needs, besides its rating. */
export interface MapKey extends GridPoint {
  /** Positions in `categories` and, from 1, in `bestTimes`; 0 without a best time. */
  readonly category: number;
  readonly bestTime: number;
}

/**
 * A place's point, category and best time as one text for an index. Places whose texts sort next to each other are near
 * each other (a Z-order curve). Null without coordinates.
 */
export function mapKeyOf(place: {
  readonly coordinates: Coordinates | null;
  readonly category: string;
  readonly bestTimeToVisit: string | null;
}): string | null {
  if (place.coordinates === null) return null;
  const { x, y } = toGrid(place.coordinates);
  let key = '';
  for (let at = gridBits - 2; at >= 0; at -= 2)
    key += ((spread[(x >> at) & 3] ?? 0) | ((spread[(y >> at) & 3] ?? 0) << 1)).toString(16);
  const category = categories.findIndex((each) => each === place.category);
  const bestTime = bestTimes.findIndex((each) => each === place.bestTimeToVisit) + 1;
  return `${key}${category.toString(36)}${bestTime.toString(36)}`;
}

export function readMapKey(key: string): MapKey {
  let [x, y] = [0, 0];
  for (let at = 0; at < gridBits / 2; at += 1) {
    const digit = parseInt(key.charAt(at), 16);
    x = (x << 2) | gathered(digit);
    y = (y << 2) | gathered(digit >> 1);
  }
  const rest = gridBits / 2;
  return { x, y, category: parseInt(key.charAt(rest), 36), bestTime: parseInt(key.charAt(rest + 1), 36) };
}
