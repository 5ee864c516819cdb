import { distanceBetween } from '#contracts/shared/coordinates';

import { type PlaceConditions, type PlaceIndex, pointOf } from './place-index.ts';

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
}

const orderOf = ({ distance, approved }: Omit<FoundPlace, 'id'>): number => distance ?? -approved;
const compareIds = (one: FoundPlace, other: FoundPlace): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The first of the places that meet the conditions, nearest or newest first, and the number of all of them. */
export function firstPlaces(
  index: PlaceIndex,
  conditions: PlaceConditions,
  { start, wanted }: Wanted,
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
  const { around } = conditions;
  index.walk(conditions, {
    place(slot) {
      const approved = places.approved[slot] ?? 0;
      const distance = around === undefined ? null : distanceBetween(around.point, pointOf(places, slot));
      count += 1;
      const order = distance ?? -approved;
      if (isBeyond(order)) return;
      const id = places.ids[slot] ?? '';
      if (start && (order < start.order || (order === start.order && id <= start.id))) return;
      best.add({ id, approved, distance });
    },
    // If all are older than the listed ones, they are only counted.
    whole(square, newest) {
      if (!isBeyond(-newest)) return false;
      count += square.count;
      return true;
    },
  });
  return { first: best.all(), count };
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
