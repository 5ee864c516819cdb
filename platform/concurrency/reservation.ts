/** Places that are held for a while, limited in all and for each key. Both limits are infinite where they are not given. */
export interface ReservationLimits {
  readonly most?: number;
  readonly mostOfKey?: number;
}

export interface Reservation {
  /** Takes a place until it is disposed of; undefined when none is free. */
  take(key: string): Disposable | undefined;
  /** The same for what must not be refused: beyond the limits too. */
  takeAnyway(key: string): Disposable;
  /** Whether the key itself has all the places that it may have. */
  isFull(key: string): boolean;
  /** How many places are taken. */
  readonly taken: number;
}

export function createReservation({ most = Infinity, mostOfKey = Infinity }: ReservationLimits): Reservation {
  /** The places of each key that has any. */
  const ofKeys = new Map<string, number>();
  let taken = 0;

  const count = (key: string, more: 1 | -1): void => {
    const left = (ofKeys.get(key) ?? 0) + more;
    if (left > 0) ofKeys.set(key, left);
    else ofKeys.delete(key);
    taken += more;
  };
  const takeAnyway = (key: string): Disposable => {
    count(key, 1);
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (!isOver) count(key, -1);
        isOver = true;
      },
    };
  };
  const isFull = (key: string): boolean => (ofKeys.get(key) ?? 0) >= mostOfKey;

  return {
    take: (key) => (taken >= most || isFull(key) ? undefined : takeAnyway(key)),
    takeAnyway,
    isFull,
    get taken() {
      return taken;
    },
  };
}
