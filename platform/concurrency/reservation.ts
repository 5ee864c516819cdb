/**
 * The right to do something that only one process at a time may do. Disposing of it releases it to the next process.
 */
export interface Lease extends AsyncDisposable {
  /** Aborted when another process has taken the lease because this one was stalled too long. The holder must stop. */
  readonly lost: AbortSignal;
}

/** Limits for places that are held for a while, in total and for each key. A limit that is not given is infinite. */
export interface ReservationLimits {
  readonly most?: number;
  readonly mostOfKey?: number;
}

export interface Reservation {
  /** Takes one place or `amount` of them until it is disposed of; undefined if not that many are free. */
  take(key: string, amount?: number): Disposable | undefined;
  /** Takes a place even beyond the limits, for what must not be refused. */
  takeAnyway(key: string): Disposable;
  /** Whether the key has all the places that its own limit allows. */
  isFull(key: string): boolean;
  /** How many places are taken. */
  readonly taken: number;
}

export function createReservation({ most = Infinity, mostOfKey = Infinity }: ReservationLimits): Reservation {
  /** How many places each key holds. */
  const ofKeys = new Map<string, number>();
  let taken = 0;

  const takenBy = (key: string): number => ofKeys.get(key) ?? 0;
  const count = (key: string, more: number): void => {
    const left = takenBy(key) + more;
    if (left > 0) ofKeys.set(key, left);
    else ofKeys.delete(key);
    taken += more;
  };
  const hold = (key: string, amount: number): Disposable => {
    count(key, amount);
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (!isOver) count(key, -amount);
        isOver = true;
      },
    };
  };

  return {
    take: (key, amount = 1) =>
      taken + amount > most || takenBy(key) + amount > mostOfKey ? undefined : hold(key, amount),
    takeAnyway: (key) => hold(key, 1),
    isFull: (key) => takenBy(key) >= mostOfKey,
    get taken() {
      return taken;
    },
  };
}
