import { Refusal } from '#contracts/errors';

export interface KeyedQueueOptions {
  /** How many callers may wait for one key. */
  readonly most: number;
  /** How long (milliseconds) a caller waits before it is refused; checked whenever a turn ends. */
  readonly timeout: number;
  readonly clock: () => number;
}

export interface KeyedQueue {
  /**
   * Waits until nobody else has the key, and gives the function that passes it on. The lowest rank goes first. Among
   * equal ranks the newest caller goes first, since under a flood the oldest have mostly given up. When too many wait,
   * the one whose turn is last is refused.
   * @throws Refusal `too-many-requests`
   */
  take(key: string, rank: number): Promise<() => void>;
}

interface Waiter {
  readonly rank: number;
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/** A queue for each key, in which one caller at a time has its turn. */
export function createKeyedQueue({ most, timeout, clock }: KeyedQueueOptions): KeyedQueue {
  /** The waiting callers of each key that is in use; the next one is last in its list. */
  const waiting = new Map<string, Waiter[]>();

  function passOn(key: string): void {
    const queue = waiting.get(key) ?? [];
    const oldest = clock() - timeout;
    const rest = queue.filter(({ since }) => since > oldest);
    for (const waiter of queue) if (waiter.since <= oldest) waiter.refuse(tooLong());
    const next = rest.pop();
    if (next === undefined) {
      waiting.delete(key);
      return;
    }
    waiting.set(key, rest);
    next.begin();
  }

  return {
    take: (key, rank) =>
      new Promise((resolve, reject) => {
        const begin = () => resolve(() => passOn(key));
        const queue = waiting.get(key);
        if (queue === undefined) {
          waiting.set(key, []);
          begin();
          return;
        }
        const place = queue.findIndex((other) => other.rank < rank);
        const waiter = { rank, since: clock(), begin, refuse: reject };
        queue.splice(place < 0 ? queue.length : place, 0, waiter);
        if (queue.length > most) queue.shift()?.refuse(tooLong());
      }),
  };
}

const tooLong = (): Refusal => new Refusal('too-many-requests', { retryAfter: 10 });
