import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '#contracts/shared/as-error';
import { BroadcastChannel } from 'node:worker_threads';

/** Lets callers wait for something that this process is notified of or detects by polling. */
export interface Notifier extends Disposable {
  /**
   * The number of notifications so far. Read it before an asynchronous query, and pass it to `after`: then nothing that
   * happens during the query is missed.
   */
  readonly count: number;
  /** True once the notifier is disposed of: waits end at once. */
  readonly ended: boolean;
  /** Call it when something may have happened. */
  readonly notify: () => void;
  /**
   * Fulfilled once there were more than `count` notifications, the signal is aborted, or the notifier is disposed of.
   */
  after(count: number, signal: AbortSignal): Promise<void>;
  /**
   * Fulfilled once `isSo` returns true, the signal is aborted, or the notifier is disposed of. Calls `isSo` at once and
   * at every notification.
   * @throws what `isSo` throws
   */
  until(isSo: () => boolean, signal?: AbortSignal): Promise<void>;
}

/** Checks for changes of which this process gets no notification, as long as a caller waits. */
export interface Polling {
  /** Milliseconds until the next check. Called before each check. */
  readonly every: () => number;
  /**
   * Whether something may have happened. Without it, every check counts as a notification. If it throws, all waiting
   * callers wake up: their own query fails with the same error and reports it.
   */
  readonly hasNews?: () => boolean;
}

interface Waiter {
  /** Ends the wait if its condition is met. */
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

/**
 * Whether the signal is aborted now. The type checker assumes that a value read before an `await` still holds after it.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** Waits that many milliseconds. Returns false if the signal ended the wait. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(milliseconds, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

/** Notifies the other threads of this process that one of them has written to a file that all of them have open. */
export interface ThreadChannel extends Disposable {
  /** Notifies all other threads. */
  readonly tell: () => void;
}

/** `name` identifies the file. `heard` is called for each notification by another thread. Keeps no thread alive. */
export function openThreadChannel(name: string, heard: () => void): ThreadChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = heard;
  // Node has had `unref` since version 18, but the types lack it.
  (channel as BroadcastChannel & { unref(): void }).unref();
  return {
    tell: () => channel.postMessage(null),
    [Symbol.dispose]: () => channel.close(),
  };
}
