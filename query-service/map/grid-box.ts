/** Steps of the grid, both ends included; `west` is never beyond `east`. */
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

/** The parts that boxes of two kinds have in common. */
export const intersections = (some: readonly GridBox[], others: readonly GridBox[]): readonly GridBox[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const [west, east] = [Math.max(one.west, other.west), Math.min(one.east, other.east)];
      const [south, north] = [Math.max(one.south, other.south), Math.min(one.north, other.north)];
      return west <= east && south <= north ? [{ west, south, east, north }] : [];
    }),
  );
