import type { Coordinates } from '../shared/coordinates.ts';
import type { Box } from './queries.ts';

/** The part of the world that a map shows. */
export interface MapView {
  readonly box: Box;
  /** A whole number, on MapLibre's scale. */
  readonly zoom: number;
}

export const wholeWorld: Box = { west: -180, south: -90, east: 180, north: 90 };

const decimals = 4;
const highestZoom = 20;

/** The box around a point that extends so many degrees to the north and south, and to the east and west. */
export const boxAround = ({ latitude, longitude }: Coordinates, north: number, east = north): Box => ({
  west: longitude - east,
  south: latitude - north,
  east: longitude + east,
  north: latitude + north,
});

/**
 * The box around a point that extends so many degrees to the north and south, and about as many metres to each side.
 */
export const squareAround = (at: Coordinates, north: number): Box =>
  boxAround(at, north, north / Math.max(0.05, Math.cos((at.latitude * Math.PI) / 180)));

/** Whether a point is in a box, which may cross the date line. */
export const isInBox = ({ west, south, east, north }: Box, { latitude, longitude }: Coordinates): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);

/** A box as URLs contain it: west, south, east, north, to about ten metres. */
export const boxText = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(decimals)))).join(',');

/** The box in the map's URL; undefined if there is no valid one. */
export function boxIn(params: URLSearchParams): Box | undefined {
  const text = params.get('bbox') ?? '';
  if (!/^(?:-?\d{1,3}(?:\.\d{1,20})?(?:,(?!$)|$)){4}$/.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const isBox =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && south <= north && north <= 90;
  return isBox ? { west, south, east, north } : undefined;
}

/** The zoom that a map requests. */
export const zoomOf = (zoom: number): number => Math.min(highestZoom, Math.max(0, Math.round(zoom)));

/**
 * A box that a map shows, as the API takes it: a map may count degrees beyond the date line; in the result, the east is
 * then smaller than the west.
 */
export function boxOnEarth({ west, south, east, north }: Box): Box {
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  if (east - west >= 360) return { ...wholeWorld, south: low, north: high };
  const onEarth = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const right = onEarth(east);
  return { west: onEarth(west), south: low, east: right === -180 ? 180 : right, north: high };
}
