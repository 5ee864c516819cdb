import type { Reach } from './grid-box.ts';
import type { PlaceConditions, PlaceIndex } from './place-index.ts';

/** A place found by a list by place. */
export interface FoundPlace {
  readonly id: string;
  readonly approved: number;
  /** Metres; null in a list that is not by distance. */
  readonly distance: number | null;
}

interface Wanted {
  /** Only places after this one: its distance, or the negative position of its approval. */
  readonly start: { readonly order: number; readonly id: string } | undefined;
  readonly wanted: number;
  /** Counting stops at this number. */
  readonly countTo: number;
}

const orderOf = ({ distance, approved }: Omit<FoundPlace, 'id'>): number => distance ?? -approved;
const compareIds = (one: FoundPlace, other: FoundPlace): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/**
 * The first of the places that meet the conditions, nearest or newest first, and the number of all of them, `countTo` at
 * most.
 */
export function firstPlaces(
  index: PlaceIndex,
  conditions: PlaceConditions,
  { start, wanted, countTo }: Wanted,
): { readonly first: readonly FoundPlace[]; readonly count: number } {
  const compare = (one: FoundPlace, other: FoundPlace) =>
    orderOf(one) - orderOf(other) || compareIds(one, other);
  const best = createBest<FoundPlace>(wanted, compare);
  const isBeyond = (order: number): boolean => {
    const last = best.last();
    return last !== undefined && order > orderOf(last);
  };
  let count = 0;
  const { places } = index;
  /** Whether the page has no place at these distances. */
  const isElsewhere = ({ nearest, farthest }: Reach): boolean =>
    isBeyond(nearest) || (start !== undefined && farthest < start.order);
  index.walk(conditions, {
    place(slot, metres) {
      const distance = metres ?? null;
      const approved = places.approved[slot] ?? 0;
      count += 1;
      const order = distance ?? -approved;
      if (isBeyond(order)) return;
      const id = places.ids[slot] ?? '';
      if (start && (order < start.order || (order === start.order && id <= start.id))) return;
      best.add({ id, approved, distance });
    },
    // Places that are not on the page are only counted.
    whole(summary, newest, distances) {
      if (distances === undefined ? !isBeyond(-newest) : !isElsewhere(distances)) return false;
      count += summary.count;
      return true;
    },
    skips: (distances) => count >= countTo && isElsewhere(distances),
  });
  return { first: best.all(), count: Math.min(count, countTo) };
}

/** Finds the first `most` of any number of items, in an order, without holding all of them. */
export interface Best<T> {
  add(item: T): void;
  /** An item after this one is not among the first; undefined while any item may be. */
  last(): T | undefined;
  /** The items in order. */
  all(): readonly T[];
}

export function createBest<T>(most: number, compare: (one: T, other: T) => number): Best<T> {
  let items: T[] = [];
  /** The last of the first `most`, once there are that many: items after it are left out. */
  let worst: T | undefined;
  const cut = () => {
    items = items.sort(compare).slice(0, most);
    if (items.length === most) worst = items.at(-1);
  };
  return {
    add(item) {
      if (worst !== undefined && compare(item, worst) > 0) return;
      items.push(item);
      if (items.length >= 2 * most + 64) cut();
    },
    last: () => worst,
    all() {
      cut();
      return items;
    },
  };
}
