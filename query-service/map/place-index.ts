import { fromGrid } from '#contracts/location/map-key';
import { distanceBetween, type Coordinates } from '#contracts/shared/coordinates';

import { contains, holds, intersections, overlaps, reachOf, type GridBox, type Reach } from './grid-box.ts';
import {
  bestTimeOf,
  categoryOf,
  createColumns,
  writeSlot,
  type IndexedPlace,
  type PlaceColumns,
} from './place-columns.ts';
import { createPlaceTree, isLeaf, quarterBox, type Node } from './place-tree.ts';
import { boxOf, rowsOf, severalCities, summaryOf, type Summary } from './tally.ts';

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
  /** Only places within this many metres of a point; `boxes` must contain all of them. */
  readonly around?: { readonly point: Coordinates; readonly metres: number } | undefined;
  /** Only these places. */
  readonly only?: ReadonlySet<string> | undefined;
}

export interface Visitor {
  /** `distance`: in metres, if the places around a point are visited. */
  place(slot: number, distance: number | undefined): void;
  /**
   * Takes all places of a square in one step, or returns false: then its quarters are visited. None was approved after
   * `newest`. `distances`: if the places around a point are visited.
   */
  whole?(places: Summary, newest: number, distances: Reach | undefined): boolean;
  /** Whether the places at these distances need not be visited, whichever of them meet the conditions. */
  skips?(distances: Reach): boolean;
}

/** An index of the positions of all places, in memory: about 100 bytes each. */
export interface PlaceIndex {
  readonly places: PlaceColumns;
  put(place: IndexedPlace): void;
  remove(id: string): void;
  /** Counts what has changed, so that the next query need not. */
  count(): void;
  /** Visits each place that meets the conditions, once; around a point, the nearest squares first. */
  walk(conditions: PlaceConditions, visitor: Visitor): void;
  readonly size: number;
}

export function createPlaceIndex(): PlaceIndex {
  const places = createColumns();
  const tree = createPlaceTree(places);
  const slots = new Map<string, number>();
  const free: number[] = [];
  const cityNumbers = new Map<string, number>();
  /** By city number: a box that contains the city's places. */
  const cityBoxes: GridBox[] = [];

  const numberOf = (cityId: string): number => {
    const known = cityNumbers.get(cityId) ?? cityNumbers.size;
    cityNumbers.set(cityId, known);
    return known;
  };
  const remove = (id: string): void => {
    const slot = slots.get(id);
    if (slot === undefined) return;
    tree.remove(slot);
    slots.delete(id);
    places.ids[slot] = '';
    free.push(slot);
  };
  /** By city number: 1 for these cities. */
  const numbersOf = (ids: Iterable<string>): Uint8Array => {
    const found = new Uint8Array(cityNumbers.size);
    for (const id of ids) found[cityNumbers.get(id) ?? found.length] = 1;
    return found;
  };
  const boxesOfCities = (ids: Iterable<string>): GridBox[] =>
    [...ids].flatMap((id) => cityBoxes[cityNumbers.get(id) ?? -1] ?? []);

  return {
    places,
    put(place) {
      remove(place.id);
      const slot = free.pop() ?? slots.size;
      const city = numberOf(place.cityId);
      writeSlot(places, slot, place, city);
      slots.set(place.id, slot);
      cityBoxes[city] = widened(cityBoxes[city], places.xs[slot] ?? 0, places.ys[slot] ?? 0);
      tree.put(slot);
    },
    remove,
    count: () => tree.count(),
    walk(conditions, visitor) {
      const { only, city, without, around } = conditions;
      const metres = around?.metres ?? Infinity;
      // Ratings start at 1, so any lower minimum means that a place has a rating at all.
      const minRating = conditions.minRating > 0 ? Math.max(1, conditions.minRating) : 0;
      const facets = facetsOf(conditions);
      const wantedCity = city === undefined ? undefined : cityNumbers.get(city);
      if (city !== undefined && (wantedCity === undefined || without.has(city))) return;
      const boxes =
        city === undefined ? conditions.boxes : intersections(conditions.boxes, boxesOfCities([city]));
      const leftOut = without.size === 0 ? undefined : numbersOf(without);

      /** `within` is undefined if all places are in the boxes. */
      const { xs, ys, ratings, cities, facets: kinds } = places;
      const look = (slot: number, within: readonly GridBox[] | undefined): void => {
        if (minRating > 0 && (ratings[slot] ?? 0) < minRating) return;
        if (facets !== undefined && facets[kinds[slot] ?? 0] !== 1) return;
        if (leftOut !== undefined && leftOut[cities[slot] ?? 0] === 1) return;
        if (wantedCity !== undefined && cities[slot] !== wantedCity) return;
        if (within !== undefined) {
          const [x, y] = [xs[slot] ?? 0, ys[slot] ?? 0];
          if (!within.some((box) => holds(box, x, y))) return;
        }
        const distance = around && distanceBetween(around.point, pointOf(places, slot));
        if (distance !== undefined && distance > metres) return;
        visitor.place(slot, distance);
      };
      if (only !== undefined) {
        for (const id of only) {
          const slot = slots.get(id);
          if (slot !== undefined) look(slot, boxes);
        }
        return;
      }
      const rows = rowsOf(facets, minRating);
      const visit = (
        node: Node,
        within: readonly GridBox[] | undefined,
        closed: readonly GridBox[],
        distances: Reach | undefined,
      ): void => {
        if (isLeaf(node)) {
          for (const slot of node.slots) look(slot, within);
          return;
        }
        const tally = tree.tallyOf(node);
        const summary = summaryOf(tally, rows);
        if (summary?.count === 0) return;
        const box = boxOf(tally);
        const near = inside(within, box);
        if (near?.length === 0) return;
        if (wantedCity !== undefined && tally.city !== wantedCity && tally.city !== severalCities) return;
        const isOfCity = wantedCity === undefined || tally.city === wantedCity;
        const closedNear = closed.length === 0 ? closed : closed.filter((each) => overlaps(each, box));
        const isInCircle = around === undefined || (distances !== undefined && distances.farthest <= metres);
        // A single place is visited, so that its slot is known.
        const isWhole = isInCircle && near === undefined && isOfCity && closedNear.length === 0;
        if (
          isWhole &&
          summary !== undefined &&
          summary.count > 1 &&
          visitor.whole?.(summary, tally.newest, distances) === true
        )
          return;
        const enter = (quarter: number, reach: Reach | undefined): void => {
          const child = node.quarters[quarter];
          if (child === undefined) return;
          const left = near === undefined ? near : inside(near, quarterBox(node, quarter));
          if (left?.length !== 0) visit(child, left, closedNear, reach);
        };
        if (around === undefined) {
          for (const quarter of node.quarters.keys()) enter(quarter, undefined);
          return;
        }
        const byDistance = [...node.quarters.keys()]
          .map((quarter) => ({ quarter, reach: reachOf(around.point, quarterBox(node, quarter)) }))
          .sort((one, other) => one.reach.nearest - other.reach.nearest);
        for (const { quarter, reach } of byDistance)
          if (reach.nearest <= metres && visitor.skips?.(reach) !== true) enter(quarter, reach);
      };
      if (tree.root !== undefined) visit(tree.root, boxes, boxesOfCities(without), undefined);
    },
    get size() {
      return slots.size;
    },
  };
}

const pointOf = ({ xs, ys }: PlaceColumns, slot: number): Coordinates =>
  fromGrid({ x: xs[slot] ?? 0, y: ys[slot] ?? 0 });

/** Those of the boxes that overlap with another box; undefined if one of them contains it. */
function inside(boxes: readonly GridBox[] | undefined, box: GridBox): readonly GridBox[] | undefined {
  if (boxes === undefined || boxes.some((each) => contains(each, box))) return undefined;
  return boxes.filter((each) => overlaps(each, box));
}

const widened = (box: GridBox | undefined, x: number, y: number): GridBox =>
  box === undefined
    ? { west: x, south: y, east: x, north: y }
    : holds(box, x, y)
      ? box
      : {
          west: Math.min(box.west, x),
          south: Math.min(box.south, y),
          east: Math.max(box.east, x),
          north: Math.max(box.north, y),
        };

/** For each facet, 1 if a place with it is wanted; undefined if all facets are wanted. */
function facetsOf({ category, bestTimes }: PlaceConditions): Uint8Array | undefined {
  if (category === undefined && bestTimes === undefined) return undefined;
  const wanted = new Uint8Array(256);
  for (let facet = 0; facet < wanted.length; facet += 1) {
    const isCategory = category === undefined || categoryOf(facet) === category;
    const isTime = bestTimes === undefined || bestTimes.includes(bestTimeOf(facet));
    wanted[facet] = isCategory && isTime ? 1 : 0;
  }
  return wanted;
}
