import { LRUCache } from 'lru-cache';

export interface FairSemaphoreOptions {
  /** How many keys may hold a slot at once; each key holds at most one. Without it, keys do not wait for each other. */
  readonly atOnce?: number;
  /** The newest of equal rank is served first: under a flood, the oldest have mostly given up. */
  readonly newestFirst?: boolean;
  /** Limits to waiting; without them every caller waits as long as it takes. */
  readonly waiting?: WaitingLimits;
}

interface WaitingLimits {
  /** How many may wait for one key; beyond that, the last in the queue is refused. */
  readonly most: number;
  /** How long a caller waits before it is refused; checked whenever a slot of its key is freed. */
  readonly time?: { readonly milliseconds: number; readonly clock: () => number };
  /** The error that a refused caller gets. */
  readonly refusal: () => Error;
}

export interface FairSemaphore<Key = string> {
  /** Whether a caller holds the key's slot. */
  isHeld(key: Key): boolean;
  /** Takes the key's slot if it is free, without waiting; otherwise returns undefined. */
  takeIfFree(key: Key): Disposable | undefined;
  /**
   * Waits for the key's slot, which is held until it is disposed of. Within one key the lowest rank is served first,
   * then the oldest caller; among several keys, the key that was served longest ago. So a key with many waiting callers
   * does not delay others.
   * @throws the signal's reason if it is aborted before, or the refusal
   */
  take(key: Key, options?: { readonly rank?: number; readonly signal?: AbortSignal }): Promise<Disposable>;
}

interface Waiter {
  readonly rank: number;
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}

/** For how many keys the time of the last slot is remembered; any other key counts as new. */
const rememberedMost = 10_000;

/** A lock for each key; with `atOnce`, a semaphore that is fair among its keys. */
export function createFairSemaphore<Key extends string | object = string>(
  options: FairSemaphoreOptions = {},
): FairSemaphore<Key> {
  const { atOnce = Infinity, newestFirst = false, waiting: limits } = options;
  /** The waiting callers of each key; the next one to be served is last in its list. */
  const waiting = new Map<Key, Waiter[]>();
  const held = new Set<Key>();
  /** When each key was served last, as a number that rises with each slot taken. */
  const lastServed = new LRUCache<Key, number>({ max: rememberedMost });
  let served = 0;

  /** The waiting key to be served next, now that the slot of `freed` is free. */
  function nextKey(freed: Key): Key | undefined {
    if (atOnce === Infinity) return waiting.has(freed) ? freed : undefined;
    const lastOf = (key: Key): number => lastServed.peek(key) ?? 0;
    let next: Key | undefined;
    // The map keeps the order of arrival, so the first to arrive wins among equals.
    for (const key of waiting.keys()) {
      if (!held.has(key) && (next === undefined || lastOf(key) < lastOf(next))) next = key;
    }
    return next;
  }

  function refuseLate(key: Key): void {
    if (limits?.time === undefined) return;
    const oldest = limits.time.clock() - limits.time.milliseconds;
    for (const waiter of [...(waiting.get(key) ?? [])])
      if (waiter.since <= oldest) waiter.refuse(limits.refusal());
  }

  function hold(key: Key): Disposable {
    held.add(key);
    served += 1;
    if (atOnce !== Infinity) lastServed.set(key, served);
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        held.delete(key);
        refuseLate(key);
        const next = nextKey(key);
        if (next !== undefined) waiting.get(next)?.at(-1)?.begin();
      },
    };
  }

  function wait(key: Key, rank: number, signal: AbortSignal | undefined): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      const queue = waiting.get(key) ?? [];
      const leave = (): void => {
        signal?.removeEventListener('abort', giveUp);
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) waiting.delete(key);
      };
      // The reason of an aborted caller is an Error.
      const giveUp = (): void => waiter.refuse(signal?.reason as Error);
      const waiter: Waiter = {
        rank,
        since: limits?.time?.clock() ?? 0,
        begin() {
          leave();
          resolve(hold(key));
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const place = queue.findIndex((other) => (newestFirst ? other.rank < rank : other.rank <= rank));
      queue.splice(place < 0 ? queue.length : place, 0, waiter);
      waiting.set(key, queue);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (limits !== undefined && queue.length > limits.most) queue[0]?.refuse(limits.refusal());
    });
  }

  const takeIfFree = (key: Key): Disposable | undefined =>
    held.has(key) || held.size >= atOnce ? undefined : hold(key);

  return {
    isHeld: (key) => held.has(key),
    takeIfFree,
    async take(key, { rank = 0, signal } = {}) {
      signal?.throwIfAborted();
      return takeIfFree(key) ?? wait(key, rank, signal);
    },
  };
}
