import { gridBits } from '#contracts/location/map-key';

import type { GridBox, PlaceConditions, PlaceIndex, Visitor } from './place-index.ts';

/** The places of one cell of the grid. */
export interface Cluster extends GridBox {
  readonly count: number;
  /** The middle of its places. */
  readonly x: number;
  readonly y: number;
  /** The id of one of them. */
  readonly id: string;
}

/** While counting, more cells than this are joined: so the work is bounded by the places, whatever the zoom. */
const cellsMost = 4096;
/** A cell takes this many bits less than the world at zoom 0: 64 pixels of a map's tile of 512. */
const bitsPerTile = 3;
const columns = 2 ** gridBits;

/**
 * Counts the places that meet the conditions in the cells of a grid that suits the zoom (0 to 20), or in larger cells
 * where those would be more than `most`. Each place is in exactly one.
 */
export function clustersOf(
  index: PlaceIndex,
  conditions: PlaceConditions,
  { zoom, most }: { readonly zoom: number; readonly most: number },
): readonly Cluster[] {
  const cells = createCells(Math.max(0, gridBits - 1 - bitsPerTile - zoom));
  index.walk(conditions, cells);
  while (cells.size() > most) cells.coarsen();
  return cells.all();
}

interface Cells extends Required<Visitor> {
  size(): number;
  /** Joins the cells four by four. */
  coarsen(): void;
  all(): Cluster[];
}

/** `shift`: the bits of a point that say where in its cell it is. Numbers are in columns, so that adding makes no garbage. */
function createCells(shift: number): Cells {
  const column = () => new Float64Array(cellsMost + 1);
  const [counts, sumX, sumY] = [column(), column(), column()];
  const [wests, souths, easts, norths] = [column(), column(), column(), column()];
  const ids: string[] = [];
  let numbers = new Map<number, number>();
  let last = -1;
  let lastX = -1;
  let lastY = -1;

  const add = (box: GridBox, count: number, x: number, y: number, id: string): void => {
    const key = (box.west >> shift) * columns + (box.south >> shift);
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
    wests[at] = Math.min(wests[at] ?? 0, box.west);
    souths[at] = Math.min(souths[at] ?? 0, box.south);
    easts[at] = Math.max(easts[at] ?? 0, box.east);
    norths[at] = Math.max(norths[at] ?? 0, box.north);
    [last, lastX, lastY] = [at, box.west >> shift, box.south >> shift];
    if (numbers.size > cellsMost) coarsen();
  };
  const boxAt = (at: number): GridBox => ({
    west: wests[at] ?? 0,
    south: souths[at] ?? 0,
    east: easts[at] ?? 0,
    north: norths[at] ?? 0,
  });
  const coarsen = (): void => {
    shift += 1;
    const before = numbers.size;
    numbers = new Map();
    // A joined cell takes a place of one that was read already.
    for (let at = 0; at < before; at += 1)
      add(boxAt(at), counts[at] ?? 0, sumX[at] ?? 0, sumY[at] ?? 0, ids[at] ?? '');
    last = -1;
  };
  return {
    place(block, slot) {
      const x = block.xs[slot] ?? 0;
      const y = block.ys[slot] ?? 0;
      // Neighbours come one after the other, so most are in the last one's cell.
      if (last < 0 || x >> shift !== lastX || y >> shift !== lastY)
        return add({ west: x, south: y, east: x, north: y }, 1, x, y, block.ids[slot] ?? '');
      counts[last] = (counts[last] ?? 0) + 1;
      sumX[last] = (sumX[last] ?? 0) + x;
      sumY[last] = (sumY[last] ?? 0) + y;
      if (x < (wests[last] ?? 0)) wests[last] = x;
      if (x > (easts[last] ?? 0)) easts[last] = x;
      if (y < (souths[last] ?? 0)) souths[last] = y;
      if (y > (norths[last] ?? 0)) norths[last] = y;
    },
    whole({ used, box, sumX, sumY, ids }) {
      if (box.west >> shift !== box.east >> shift || box.south >> shift !== box.north >> shift) return false;
      add(box, used, sumX, sumY, ids[0] ?? '');
      return true;
    },
    size: () => numbers.size,
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
