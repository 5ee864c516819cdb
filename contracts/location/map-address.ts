import type { Coordinates } from '../shared/coordinates.ts';
import type { Box } from './queries.ts';

/** The part of the world that a map shows. */
export interface MapView {
  readonly box: Box;
  /** As MapLibre counts it, a whole number. */
  readonly zoom: number;
}

export const wholeWorld: Box = { west: -180, south: -90, east: 180, north: 90 };

const decimals = 4;
const highestZoom = 20;

/** The box around a point that reaches so many degrees to the north and south, and to the east and west. */
export const boxAround = ({ latitude, longitude }: Coordinates, north: number, east = north): Box => ({
  west: longitude - east,
  south: latitude - north,
  east: longitude + east,
  north: latitude + north,
});

/** The box around a point that reaches so many degrees to the north and south, and about as many metres to each side. */
export const squareAround = (at: Coordinates, north: number): Box =>
  boxAround(at, north, north / Math.max(0.05, Math.cos((at.latitude * Math.PI) / 180)));

/** Whether a point lies in a box, which may cross the date line. */
export const isInBox = ({ west, south, east, north }: Box, { latitude, longitude }: Coordinates): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);

/** A box as addresses have it: west, south, east, north, to about ten metres. */
export const boxText = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(decimals)))).join(',');

/** The box that the map's address names; undefined if it names none. */
export function boxIn(params: URLSearchParams): Box | undefined {
  const text = params.get('bbox') ?? '';
  if (!/^(?:-?\d{1,3}(?:\.\d{1,20})?(?:,(?!$)|$)){4}$/.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const isBox =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && south <= north && north <= 90;
  return isBox ? { west, south, east, north } : undefined;
}

/** The zoom that a map asks for. */
export const zoomOf = (zoom: number): number => Math.min(highestZoom, Math.max(0, Math.round(zoom)));

/**
 * A box that a map shows, as the API takes it: degrees may be counted beyond the date line, and then the east is smaller
 * than the west.
 */
export function boxOnEarth({ west, south, east, north }: Box): Box {
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  if (east - west >= 360) return { ...wholeWorld, south: low, north: high };
  const onEarth = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const right = onEarth(east);
  return { west: onEarth(west), south: low, east: right === -180 ? 180 : right, north: high };
}
