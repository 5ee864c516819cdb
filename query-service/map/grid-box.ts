import { fromGrid, toGrid } from '#contracts/location/map-key';
import type { Box } from '#contracts/location/queries';
import { type Coordinates, distanceBetween, metresPerDegree } from '#contracts/shared/coordinates';

/** Steps of the grid, both ends included; `west` is never greater than `east`. */
export interface GridBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const overlaps = (one: GridBox, other: GridBox): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;

export const contains = (outer: GridBox, inner: GridBox): boolean =>
  outer.west <= inner.west &&
  outer.east >= inner.east &&
  outer.south <= inner.south &&
  outer.north >= inner.north;

export const holds = ({ west, south, east, north }: GridBox, x: number, y: number): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/** The intersections of the boxes of two lists. */
export const intersections = (some: readonly GridBox[], others: readonly GridBox[]): readonly GridBox[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const [west, east] = [Math.max(one.west, other.west), Math.min(one.east, other.east)];
      const [south, north] = [Math.max(one.south, other.south), Math.min(one.north, other.north)];
      return west <= east && south <= north ? [{ west, south, east, north }] : [];
    }),
  );

/** Splits a box into one or two boxes that do not cross the date line. */
export function boxesOf({ west, south, east, north }: Box): readonly GridBox[] {
  const part = (from: number, to: number): GridBox => {
    const [low, high] = [
      toGrid({ latitude: south, longitude: from }),
      toGrid({ latitude: north, longitude: to }),
    ];
    return { west: low.x, south: low.y, east: high.x, north: high.y };
  };
  // A point on the date line may be stored with 180 or -180 degrees. A box that ends there includes both.
  const endsAtLine = (west === -180) !== (east === 180);
  if (east >= west && !endsAtLine) return [part(west, east)];
  return [part(west === -180 ? 180 : west, 180), part(-180, east === 180 ? -180 : east)];
}

/** Boxes that contain every point within this many metres of a point. */
export function boxesAround({ latitude, longitude }: Coordinates, metres: number): readonly GridBox[] {
  const reach = metres / metresPerDegree;
  const [south, north] = [Math.max(-90, latitude - reach), Math.min(90, latitude + reach)];
  // Meridians are closest together where the circle is closest to a pole.
  const narrowest = Math.cos((Math.max(Math.abs(latitude) + reach, 0) * Math.PI) / 180);
  const width = narrowest <= 0 ? 180 : Math.min(180, reach / narrowest);
  if (width >= 180) return boxesOf({ west: -180, south, east: 180, north });
  const wrapped = (degrees: number) =>
    degrees < -180 ? degrees + 360 : degrees > 180 ? degrees - 360 : degrees;
  return boxesOf({ west: wrapped(longitude - width), south, east: wrapped(longitude + width), north });
}

/** Distances in metres from a point to the points of a box. */
export interface Reach {
  readonly nearest: number;
  readonly farthest: number;
}

/** Boxes that are wider, or farther to the east or west, than these degrees get no greatest distance. */
const quarterTurn = 90;

/** How far a box is from a point. A box may extend beyond the grid's edges; no point is there. */
export function reachOf(point: Coordinates, { west, south, east, north }: GridBox): Reach {
  const low = fromGrid({ x: west, y: south });
  const corner = fromGrid({ x: east, y: north });
  const high = { latitude: Math.min(90, corner.latitude), longitude: Math.min(180, corner.longitude) };
  const width = high.longitude - low.longitude;
  if (width > quarterTurn) return { nearest: 0, farthest: Infinity };
  // Degrees from the point's meridian to the box's western and eastern edges, eastwards.
  const toWest = (low.longitude - point.longitude + 360) % 360;
  const toEast = toWest + width;
  const angleOf = (degrees: number) => Math.min(degrees % 360, 360 - (degrees % 360));
  const isAcross = toWest === 0 || toEast >= 360;
  const closest = isAcross ? 0 : Math.min(angleOf(toWest), angleOf(toEast));
  const widest = Math.max(angleOf(toWest), angleOf(toEast));
  const distanceTo = (latitude: number, angle: number) =>
    distanceBetween({ latitude: point.latitude, longitude: 0 }, { latitude, longitude: angle });
  const atEnds = (angle: number) => [distanceTo(low.latitude, angle), distanceTo(high.latitude, angle)];
  const between = nearestOnMeridian(point.latitude, closest);
  const isBetween = between > low.latitude && between < high.latitude;
  return {
    nearest: isBetween ? distanceTo(between, closest) : Math.min(...atEnds(closest)),
    farthest: widest > quarterTurn ? Infinity : Math.max(...atEnds(widest)),
  };
}

/** The latitude of a meridian's nearest point, in degrees; `angle`: degrees to that meridian. */
function nearestOnMeridian(latitude: number, angle: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians(latitude)), Math.cos(radians(latitude))];
  return (Math.atan2(sine, cosine * Math.cos(radians(angle))) * 180) / Math.PI;
}
