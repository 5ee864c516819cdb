import { setTimeout as delay } from 'node:timers/promises';

import { asError } from '#contracts/as-error';

/** Lets callers wait until something has happened that this process is told of, or notices by looking now and then. */
export interface Notifier extends Disposable {
  /**
   * How many notifications there were. Read it before an asynchronous look, and pass it to `after`: what happens
   * during the look is not missed.
   */
  readonly count: number;
  /** Disposed of: nothing is waited for any more. */
  readonly ended: boolean;
  /** Something may have happened. */
  readonly notify: () => void;
  /** Fulfilled once there have been more notifications than `count`, or the signal is aborted, or this has ended. */
  after(count: number, signal: AbortSignal): Promise<void>;
  /**
   * Fulfilled once `isSo`, which is asked at once and at every notification, or the signal is aborted, or this has
   * ended.
   * @throws what `isSo` throws
   */
  until(isSo: () => boolean, signal?: AbortSignal): Promise<void>;
}

/** Looks while anybody waits, for what nobody tells this process. */
export interface Polling {
  /** Milliseconds until the next look, asked before each. */
  readonly every: () => number;
  /**
   * Whether something may have happened. Without it, every look is a notification. When it throws, those who wait
   * are woken: their own look meets the same error and reports it.
   */
  readonly hasNews?: () => boolean;
}

interface Waiter {
  /** Ends the waiting if it is over. */
  readonly look: () => void;
  readonly end: () => void;
}

export function createNotifier(polling?: Polling): Notifier {
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  let ended = false;

  function notify(): void {
    count += 1;
    for (const waiter of waiting) waiter.look();
  }

  function poll(): void {
    timer = undefined;
    if (mayHaveNews(polling)) notify();
    startTimer();
  }

  function startTimer(): void {
    if (polling !== undefined && waiting.size > 0) timer ??= setTimeout(poll, polling.every());
  }

  function remove(waiter: Waiter): void {
    waiting.delete(waiter);
    if (waiting.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  const wait = (isSo: () => boolean, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (ended || signal?.aborted === true || isSo()) return resolve();
      const leave = (): void => {
        remove(waiter);
        signal?.removeEventListener('abort', waiter.end);
      };
      const waiter: Waiter = {
        look() {
          try {
            if (isSo()) waiter.end();
          } catch (error) {
            leave();
            reject(asError(error));
          }
        },
        end() {
          leave();
          resolve();
        },
      };
      signal?.addEventListener('abort', waiter.end);
      waiting.add(waiter);
      startTimer();
    });

  return {
    get count() {
      return count;
    },
    get ended() {
      return ended;
    },
    notify,
    after: (seen, signal) => wait(() => count > seen, signal),
    until: wait,
    [Symbol.dispose]() {
      ended = true;
      for (const waiter of waiting) waiter.end();
    },
  };
}

function mayHaveNews(polling: Polling | undefined): boolean {
  try {
    return polling?.hasNews?.() ?? true;
  } catch {
    return true;
  }
}

/** Waits that many milliseconds. False when the signal ended it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(milliseconds, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
