import type { Coordinates } from '../shared/coordinates.ts';

/**
 * Places are grouped into tiles, so that the places that are good now are found without checking each one. A tile is 10
 * degrees of latitude by 5 of longitude, which is 20 minutes of the sun.
 */
export const tall = 10;
export const wide = 5;
export const rows = 180 / tall;
export const columns = 360 / wide;

export const tileAt = (row: number, column: number): string => `${row}:${column}`;

/** The tile that contains a point. */
export const tileOf = ({ latitude, longitude }: Coordinates): string =>
  tileAt(
    Math.min(Math.floor((latitude + 90) / tall), rows - 1),
    Math.min(Math.floor((longitude + 180) / wide), columns - 1),
  );
