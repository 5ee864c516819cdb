import { readMapKey } from '#contracts/location/map-key';

/** A public place by its own status, as the read model's index holds it. */
export interface IndexedPlace {
  readonly id: string;
  readonly mapKey: string;
  readonly cityId: string;
  readonly approved: number;
  readonly rating: number;
}

/** Steps of the grid, both ends included; `west` is never beyond `east`. */
export interface GridBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface PlaceConditions {
  readonly boxes: readonly GridBox[];
  /** Position in `categories`. */
  readonly category?: number | undefined;
  /** Positions in `bestTimes`, from 1. */
  readonly bestTimes?: readonly number[] | undefined;
  readonly minRating: number;
  readonly city?: string | undefined;
  /** Cities whose places are left out. */
  readonly without: ReadonlySet<string>;
  /** Only these places. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Small enough that most blocks lie in one cell of a map and in one city, and are then counted in one step. */
const blockSize = 256;
/** Of a place that is no longer there. */
const gone = 255;
const bestTimesMost = 8;
const facetOf = (category: number, bestTime: number): number => category * bestTimesMost + bestTime;

export interface Visitor {
  place(block: Block, slot: number): void;
  /** Takes all places of a block in one step, or returns false: then each is visited. */
  whole?(block: Block): boolean;
}

/** Up to 256 places, in columns, and the box that holds them. */
export interface Block {
  used: number;
  box: GridBox;
  sumX: number;
  sumY: number;
  /** Whether one of them is no longer there: then box and sums say too much. */
  hasGone: boolean;
  /** The number of the city that all of them are in; null if there are several. */
  city: number | null;
  readonly ids: string[];
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly facets: Uint8Array;
  readonly cities: Uint32Array;
  readonly approved: Float64Array;
  readonly ratings: Float64Array;
}

const nowhere: GridBox = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
const createBlock = (): Block => ({
  used: 0,
  box: nowhere,
  sumX: 0,
  sumY: 0,
  hasGone: false,
  city: null,
  ids: [],
  xs: new Int32Array(blockSize),
  ys: new Int32Array(blockSize),
  facets: new Uint8Array(blockSize),
  cities: new Uint32Array(blockSize),
  approved: new Float64Array(blockSize),
  ratings: new Float64Array(blockSize),
});

/**
 * Where all places are, in memory: 100 bytes each. Places that are added in the order of their keys stand in blocks of
 * neighbours, so that a small box reads few blocks. One that changes goes to the end.
 */
export interface PlaceIndex {
  put(place: IndexedPlace): void;
  remove(id: string): void;
  /** Visits each place that meets the conditions, once. */
  walk(conditions: PlaceConditions, visitor: Visitor): void;
  /** Places, and those that do not stand beside their neighbours, or are no longer there. */
  readonly size: number;
  readonly strays: number;
}

export function createPlaceIndex(): PlaceIndex {
  const blocks: Block[] = [];
  const slots = new Map<string, number>();
  const cityNumbers = new Map<string, number>();
  let strays = 0;
  const numberOf = (cityId: string): number => {
    const known = cityNumbers.get(cityId) ?? cityNumbers.size;
    cityNumbers.set(cityId, known);
    return known;
  };
  const remove = (id: string): void => {
    const slot = slots.get(id);
    if (slot === undefined) return;
    slots.delete(id);
    strays += 1;
    const block = blocks[Math.floor(slot / blockSize)];
    if (block === undefined) return;
    block.facets[slot % blockSize] = gone;
    block.hasGone = true;
  };
  const lastBlock = (): Block => {
    const last = blocks.at(-1);
    if (last !== undefined && last.used < blockSize) return last;
    const next = createBlock();
    blocks.push(next);
    return next;
  };
  return {
    put(place) {
      remove(place.id);
      const { x, y, category, bestTime } = readMapKey(place.mapKey);
      const block = lastBlock();
      const slot = block.used;
      block.used += 1;
      block.ids[slot] = place.id;
      block.xs[slot] = x;
      block.ys[slot] = y;
      block.facets[slot] = facetOf(category, bestTime);
      const city = numberOf(place.cityId);
      block.cities[slot] = city;
      if (slot === 0) block.city = city;
      else if (block.city !== city) block.city = null;
      block.approved[slot] = place.approved;
      block.ratings[slot] = place.rating;
      block.sumX += x;
      block.sumY += y;
      block.box = {
        west: Math.min(block.box.west, x),
        south: Math.min(block.box.south, y),
        east: Math.max(block.box.east, x),
        north: Math.max(block.box.north, y),
      };
      slots.set(place.id, (blocks.length - 1) * blockSize + slot);
    },
    remove,
    walk(conditions, visitor) {
      const { minRating, only, boxes, category, bestTimes } = conditions;
      const facets = facetsOf(conditions);
      const cities = citiesOf(conditions, cityNumbers);
      const isOpen =
        minRating === 0 && only === undefined && category === undefined && bestTimes === undefined;
      for (const block of blocks) {
        const near = boxes.filter((box) => overlaps(box, block.box));
        if (near.length === 0) continue;
        const isOfCity = cities === undefined || (block.city !== null && cities[block.city] === 1);
        if (!isOfCity && block.city !== null) continue;
        const isWhole = near.some((box) => contains(box, block.box));
        if (isWhole && isOpen && isOfCity && !block.hasGone && visitor.whole?.(block) === true) continue;
        const { used, xs, ys, ratings, ids } = block;
        for (let slot = 0; slot < used; slot += 1) {
          if (facets[block.facets[slot] ?? gone] !== 1) continue;
          if (!isWhole && !near.some((box) => holds(box, xs[slot] ?? 0, ys[slot] ?? 0))) continue;
          if (minRating > 0 && (ratings[slot] ?? 0) < minRating) continue;
          if (!isOfCity && cities[block.cities[slot] ?? 0] !== 1) continue;
          if (only !== undefined && !only.has(ids[slot] ?? '')) continue;
          visitor.place(block, slot);
        }
      }
    },
    get size() {
      return slots.size;
    },
    get strays() {
      return strays;
    },
  };
}

/** For each facet, 1 where a place with it is wanted. */
function facetsOf({ category, bestTimes }: PlaceConditions): Uint8Array {
  const wanted = new Uint8Array(gone + 1);
  for (let facet = 0; facet < gone; facet += 1) {
    const isCategory = category === undefined || Math.floor(facet / bestTimesMost) === category;
    const isTime = bestTimes === undefined || bestTimes.includes(facet % bestTimesMost);
    wanted[facet] = isCategory && isTime ? 1 : 0;
  }
  return wanted;
}

/** For each city's number, 1 where its places are wanted; undefined when those of all are. */
function citiesOf(
  { city, without }: PlaceConditions,
  numbers: ReadonlyMap<string, number>,
): Uint8Array | undefined {
  if (city === undefined && without.size === 0) return undefined;
  const wanted = new Uint8Array(numbers.size).fill(city === undefined ? 1 : 0);
  const set = (id: string, value: 0 | 1) => {
    const number = numbers.get(id);
    if (number !== undefined) wanted[number] = value;
  };
  if (city !== undefined) set(city, 1);
  for (const id of without) set(id, 0);
  return wanted;
}

const overlaps = (one: GridBox, other: GridBox): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;
const contains = (outer: GridBox, inner: GridBox): boolean =>
  outer.west <= inner.west &&
  outer.east >= inner.east &&
  outer.south <= inner.south &&
  outer.north >= inner.north;
const holds = ({ west, south, east, north }: GridBox, x: number, y: number): boolean =>
  x >= west && x <= east && y >= south && y <= north;
