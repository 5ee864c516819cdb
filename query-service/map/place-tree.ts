import type { GridBox } from './grid-box.ts';
import type { PlaceColumns } from './place-columns.ts';
import { addPlace, addTally, clear, createTally, type Tally } from './tally.ts';

/** A few places that are near each other. */
export interface Leaf {
  readonly slots: number[];
  /** With more places than this, the leaf is split. */
  most: number;
}

/**
 * A square of the grid with more places than a leaf holds, divided into four. At least two of its quarters have places.
 */
export interface Branch {
  /** The square is this many bits wide and high; `x` and `y` are the other bits. */
  readonly shift: number;
  readonly x: number;
  readonly y: number;
  readonly quarters: Array<Node | undefined>;
  readonly tally: Tally;
  /** Whether places were added or removed since they were counted. */
  isStale: boolean;
}

export type Node = Leaf | Branch;

export const isLeaf = (node: Node): node is Leaf => 'slots' in node;

const leafMost = 512;
/** Closer places are in one cell of a map at any zoom. */
const leastShift = 6;

/**
 * A tree of squares within squares. For each square it holds the number of places, their box and their mean, for every
 * category, best time and step of the rating, so that a map counts a square without visiting its places.
 */
export interface PlaceTree {
  readonly root: Node | undefined;
  put(slot: number): void;
  remove(slot: number): void;
  /** Counts what has changed. Otherwise the next read of `tallyOf` does. */
  count(): void;
  tallyOf(branch: Branch): Tally;
}

export function createPlaceTree(places: PlaceColumns): PlaceTree {
  let root: Node | undefined;
  const xOf = (slot: number): number => places.xs[slot] ?? 0;
  const yOf = (slot: number): number => places.ys[slot] ?? 0;
  const quarterOf = ({ shift }: Branch, slot: number): number =>
    ((xOf(slot) >> (shift - 1)) & 1) | (((yOf(slot) >> (shift - 1)) & 1) << 1);

  const put = (node: Node | undefined, slot: number): Node => {
    if (node === undefined) return { slots: [slot], most: leafMost };
    if (isLeaf(node)) {
      node.slots.push(slot);
      return node.slots.length > node.most ? split(node) : node;
    }
    const shift = sharedShift(node.shift, node.x << node.shift, node.y << node.shift, xOf(slot), yOf(slot));
    const branch = shift === node.shift ? node : branchOver(node, shift);
    branch.isStale = true;
    const quarter = quarterOf(branch, slot);
    branch.quarters[quarter] = put(branch.quarters[quarter], slot);
    return branch;
  };
  const split = (leaf: Leaf): Node => {
    const [first = 0] = leaf.slots;
    let shift = leastShift;
    for (const slot of leaf.slots) shift = sharedShift(shift, xOf(first), yOf(first), xOf(slot), yOf(slot));
    if (shift === leastShift) {
      leaf.most *= 2;
      return leaf;
    }
    const branch = createBranch(shift, xOf(first) >> shift, yOf(first) >> shift);
    for (const slot of leaf.slots) put(branch, slot);
    return branch;
  };
  const branchOver = (node: Branch, shift: number): Branch => {
    const up = shift - node.shift;
    const over = createBranch(shift, node.x >> up, node.y >> up);
    const [right, top] = [(node.x >> (up - 1)) & 1, (node.y >> (up - 1)) & 1];
    over.quarters[right | (top << 1)] = node;
    return over;
  };
  const remove = (node: Node | undefined, slot: number): Node | undefined => {
    if (node === undefined) return undefined;
    if (isLeaf(node)) {
      const at = node.slots.indexOf(slot);
      if (at !== -1) node.slots.splice(at, 1);
      return node.slots.length === 0 ? undefined : node;
    }
    node.isStale = true;
    const quarter = quarterOf(node, slot);
    node.quarters[quarter] = remove(node.quarters[quarter], slot);
    const left = node.quarters.filter((each) => each !== undefined);
    return left.length > 1 ? node : left[0];
  };
  const tallyOf = (branch: Branch): Tally => {
    const { tally } = branch;
    if (!branch.isStale) return tally;
    clear(tally);
    for (const node of branch.quarters) {
      if (node === undefined) continue;
      if (isLeaf(node)) for (const slot of node.slots) addPlace(tally, places, slot);
      else addTally(tally, tallyOf(node));
    }
    branch.isStale = false;
    return tally;
  };
  return {
    get root() {
      return root;
    },
    put: (slot) => {
      root = put(root, slot);
    },
    remove: (slot) => {
      root = remove(root, slot);
    },
    count: () => {
      if (root !== undefined && !isLeaf(root)) tallyOf(root);
    },
    tallyOf,
  };
}

const createBranch = (shift: number, x: number, y: number): Branch => ({
  shift,
  x,
  y,
  quarters: [undefined, undefined, undefined, undefined],
  tally: createTally(),
  isStale: true,
});

/** The bits of the smallest square, of at least this many bits, that contains two points. */
function sharedShift(least: number, x: number, y: number, otherX: number, otherY: number): number {
  const differing = 32 - Math.clz32((x ^ otherX) | (y ^ otherY));
  return Math.max(least, differing);
}

/** The square of a branch's quarter. */
export function quarterBox({ shift, x, y }: Branch, quarter: number): GridBox {
  const side = 2 ** (shift - 1);
  const west = (2 * x + (quarter & 1)) * side;
  const south = (2 * y + (quarter >> 1)) * side;
  return { west, south, east: west + side - 1, north: south + side - 1 };
}
