import { fromGrid } from '#contracts/location/map-key';
import { distanceBetween, type Coordinates } from '#contracts/shared/coordinates';

import { createBest } from './best.ts';
import type { PlaceConditions, PlaceIndex } from './place-index.ts';

/** A place that a list by place has found. */
export interface FoundPlace {
  readonly id: string;
  readonly approved: number;
  /** Metres; null in a list that is not by distance. */
  readonly distance: number | null;
}

interface Wanted {
  /** By distance from this point and within it; otherwise the newest approved come first. */
  readonly from: { readonly point: Coordinates; readonly metres: number } | undefined;
  /** Only what comes after this one: its distance, or the negative position of its approval. */
  readonly start: { readonly order: number; readonly id: string } | undefined;
  readonly wanted: number;
}

const orderOf = ({ distance, approved }: Omit<FoundPlace, 'id'>): number => distance ?? -approved;
const compareIds = (one: FoundPlace, other: FoundPlace): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The first of the places that meet the conditions, in order, and how many there are in all. */
export function firstPlaces(
  index: PlaceIndex,
  conditions: PlaceConditions,
  { from, start, wanted }: Wanted,
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
  index.walk(conditions, {
    place(slot) {
      const { xs, ys } = places;
      const approved = places.approved[slot] ?? 0;
      const distance =
        from === undefined
          ? null
          : distanceBetween(from.point, fromGrid({ x: xs[slot] ?? 0, y: ys[slot] ?? 0 }));
      if (from !== undefined && distance !== null && distance > from.metres) return;
      count += 1;
      const order = distance ?? -approved;
      if (isBeyond(order)) return;
      const id = places.ids[slot] ?? '';
      if (start && (order < start.order || (order === start.order && id <= start.id))) return;
      best.add({ id, approved, distance });
    },
    // Where all are older than what is listed, they are only counted.
    whole(square, newest) {
      if (from !== undefined || !isBeyond(-newest)) return false;
      count += square.count;
      return true;
    },
  });
  return { first: best.all(), count };
}
