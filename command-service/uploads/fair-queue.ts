import { LRUCache } from 'lru-cache';

export interface FairQueue {
  /**
   * Waits for a turn, which lasts until it is disposed of. A person has one turn at a time; the next goes to the
   * waiting person whose last turn is longest ago. So a person with many waiting does not delay others.
   * @throws the signal's reason when it is aborted before
   */
  take(userId: string, signal: AbortSignal): Promise<Disposable>;
}

interface Waiting {
  readonly userId: string;
  readonly start: () => void;
}

/** People whose last turn is remembered; anybody else counts as new. */
const rememberedMost = 10_000;

/** A queue that gives `atOnce` turns at a time. */
export function createFairQueue(atOnce: number): FairQueue {
  const waiting = new Set<Waiting>();
  /** The number of each person's last turn. */
  const lastTurns = new LRUCache<string, number>({ max: rememberedMost });
  /** Who has a turn. */
  const running = new Set<string>();
  let turns = 0;

  function startNext(): void {
    if (running.size >= atOnce) return;
    let next: Waiting | undefined;
    const lastOf = ({ userId }: Waiting): number => lastTurns.peek(userId) ?? 0;
    // The set keeps the order of arrival, so the first to arrive wins among equals.
    for (const each of waiting) {
      if (running.has(each.userId)) continue;
      if (next === undefined || lastOf(each) < lastOf(next)) next = each;
    }
    if (next === undefined) return;
    running.add(next.userId);
    turns += 1;
    lastTurns.set(next.userId, turns);
    waiting.delete(next);
    next.start();
  }

  const turnOf = (userId: string): Disposable => {
    let over = false;
    return {
      [Symbol.dispose]() {
        if (over) return;
        over = true;
        running.delete(userId);
        startNext();
      },
    };
  };

  return {
    take: (userId, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = (): void => {
          waiting.delete(mine);
          // The reason of an aborted upload is an Error.
          reject(signal.reason as Error);
        };
        const mine: Waiting = {
          userId,
          start: () => {
            signal.removeEventListener('abort', leave);
            resolve(turnOf(userId));
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(mine);
        startNext();
      }),
  };
}
