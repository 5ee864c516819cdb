import { gridBits } from '#contracts/location/map-key';

import type { GridBox } from './grid-box.ts';
import type { PlaceColumns } from './place-columns.ts';
import type { PlaceConditions, PlaceIndex, Visitor } from './place-index.ts';

/** The places in one cell of the grid. */
export interface Cluster extends GridBox {
  readonly count: number;
  /** The mean of the places' coordinates. */
  readonly x: number;
  readonly y: number;
  /** The id of its place, if it has only one. */
  readonly id: string;
}

/**
 * If counting gives more cells than this, they are joined, and counting continues in larger cells: so the work is
 * limited, whatever the zoom.
 */
const cellsMost = 600;
/** A cell has this many bits less than the world at zoom 0: 64 pixels of a map's tile of 512. */
const bitsPerTile = 3;
const columns = 2 ** gridBits;

/**
 * Counts the places that meet the conditions in the cells of a grid for the zoom (0 to 20), or in larger cells if those
 * would be more than `most`. Each place is in exactly one cell.
 */
export function clustersOf(
  index: PlaceIndex,
  conditions: PlaceConditions,
  { zoom, most }: { readonly zoom: number; readonly most: number },
): readonly Cluster[] {
  const finest = Math.max(0, gridBits - 1 - bitsPerTile - zoom);
  for (let shift = firstShift(conditions.boxes, most); ; shift -= bitsAtOnce) {
    const cells = createCells(index.places, Math.max(finest, shift));
    index.walk(conditions, cells);
    const isFinest = shift <= finest || cells.isJoined();
    if (!isFinest && cells.size() <= most) continue;
    while (cells.size() > most) cells.coarsen();
    return cells.all();
  }
}

/**
 * Counting begins with cells that are this many bits smaller than those that are never too many; then with smaller
 * ones.
 */
const bitsAtOnce = 4;

/** The bits of cells that would be too many in most boxes if places were everywhere. */
function firstShift(boxes: readonly GridBox[], most: number): number {
  const cellsAt = (shift: number) =>
    boxes.reduce(
      (sum, { west, south, east, north }) =>
        sum + ((east >> shift) - (west >> shift) + 1) * ((north >> shift) - (south >> shift) + 1),
      0,
    );
  let shift = 0;
  while (shift < gridBits && cellsAt(shift) > most) shift += 1;
  return shift - bitsAtOnce;
}

interface Cells extends Required<Omit<Visitor, 'skips'>> {
  size(): number;
  /** Whether there were too many cells, so that they were joined. */
  isJoined(): boolean;
  /** Joins the cells four by four. */
  coarsen(): void;
  all(): Cluster[];
}

/**
 * `shift`: the bits of a point that give its position in its cell. Numbers are in columns, so that adding creates no
 * garbage.
 */
function createCells(places: PlaceColumns, shift: number): Cells {
  const { xs, ys } = places;
  const column = () => new Float64Array(cellsMost + 1);
  const [counts, sumX, sumY] = [column(), column(), column()];
  const [wests, souths, easts, norths] = [column(), column(), column(), column()];
  const ids: string[] = [];
  let numbers = new Map<number, number>();
  let last = -1;
  let lastX = -1;
  let lastY = -1;

  const add = (
    west: number,
    south: number,
    east: number,
    north: number,
    count: number,
    x: number,
    y: number,
    id: string,
  ): void => {
    const key = (west >> shift) * columns + (south >> shift);
    let at = numbers.get(key);
    if (at === undefined) {
      at = numbers.size;
      numbers.set(key, at);
      counts[at] = sumX[at] = sumY[at] = 0;
      wests[at] = souths[at] = Infinity;
      easts[at] = norths[at] = -Infinity;
      ids[at] = id;
    }
    counts[at] = (counts[at] ?? 0) + count;
    sumX[at] = (sumX[at] ?? 0) + x;
    sumY[at] = (sumY[at] ?? 0) + y;
    wests[at] = Math.min(wests[at] ?? 0, west);
    souths[at] = Math.min(souths[at] ?? 0, south);
    easts[at] = Math.max(easts[at] ?? 0, east);
    norths[at] = Math.max(norths[at] ?? 0, north);
    last = at;
    lastX = west >> shift;
    lastY = south >> shift;
    if (numbers.size > cellsMost) coarsen();
  };
  const boxAt = (at: number): GridBox => ({
    west: wests[at] ?? 0,
    south: souths[at] ?? 0,
    east: easts[at] ?? 0,
    north: norths[at] ?? 0,
  });
  let joined = false;
  const coarsen = (): void => {
    joined = true;
    shift += 1;
    const before = numbers.size;
    numbers = new Map();
    // A joined cell takes the index of a cell that was already read.
    for (let at = 0; at < before; at += 1)
      add(
        wests[at] ?? 0,
        souths[at] ?? 0,
        easts[at] ?? 0,
        norths[at] ?? 0,
        counts[at] ?? 0,
        sumX[at] ?? 0,
        sumY[at] ?? 0,
        ids[at] ?? '',
      );
    last = -1;
  };
  return {
    place(slot) {
      const x = xs[slot] ?? 0;
      const y = ys[slot] ?? 0;
      // Neighbours follow each other, so most are in the same cell as the previous place.
      if (last < 0 || x >> shift !== lastX || y >> shift !== lastY)
        return add(x, y, x, y, 1, x, y, places.ids[slot] ?? '');
      counts[last] = (counts[last] ?? 0) + 1;
      sumX[last] = (sumX[last] ?? 0) + x;
      sumY[last] = (sumY[last] ?? 0) + y;
      if (x < (wests[last] ?? 0)) wests[last] = x;
      if (x > (easts[last] ?? 0)) easts[last] = x;
      if (y < (souths[last] ?? 0)) souths[last] = y;
      if (y > (norths[last] ?? 0)) norths[last] = y;
    },
    whole(summary) {
      const { west, south, east, north, count } = summary;
      if (west >> shift !== east >> shift || south >> shift !== north >> shift) return false;
      add(west, south, east, north, count, summary.sumX, summary.sumY, '');
      return true;
    },
    size: () => numbers.size,
    isJoined: () => joined,
    coarsen,
    all: () =>
      Array.from({ length: numbers.size }, (_, at) => {
        const count = counts[at] ?? 0;
        return {
          ...boxAt(at),
          count,
          x: (sumX[at] ?? 0) / count,
          y: (sumY[at] ?? 0) / count,
          id: ids[at] ?? '',
        };
      }),
  };
}
