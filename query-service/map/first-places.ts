import { distanceBetween } from '#contracts/shared/coordinates';

import { createBest } from './best.ts';
import { pointOf, type PlaceConditions, type PlaceIndex } from './place-index.ts';

/** A place that a list by place has found. */
export interface FoundPlace {
  readonly id: string;
  readonly approved: number;
  /** Metres; null in a list that is not by distance. */
  readonly distance: number | null;
}

interface Wanted {
  /** Only what comes after this one: its distance, or the negative position of its approval. */
  readonly start: { readonly order: number; readonly id: string } | undefined;
  readonly wanted: number;
}

const orderOf = ({ distance, approved }: Omit<FoundPlace, 'id'>): number => distance ?? -approved;
const compareIds = (one: FoundPlace, other: FoundPlace): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The first of the places that meet the conditions, the nearest or else the newest first, and how many there are in all. */
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
    // Where all are older than what is listed, they are only counted.
    whole(square, newest) {
      if (!isBeyond(-newest)) return false;
      count += square.count;
      return true;
    },
  });
  return { first: best.all(), count };
}
