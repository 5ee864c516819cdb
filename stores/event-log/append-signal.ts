import { asError } from '#contracts/as-error';

import { LogUnavailable } from './port.ts';

/** Lets subscriptions wait for a log to grow. */
export interface AppendSignal extends Disposable {
  /**
   * Fulfilled once the log's end is beyond the position, or the signal is aborted.
   * @throws LogUnavailable when the log cannot be read, or is closed meanwhile
   */
  waitBeyond(position: number, signal: AbortSignal): Promise<void>;
  /** To be called after this process appended: those who wait need not wait for the next poll. */
  appended(): void;
}

interface Waiting {
  readonly position: number;
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
}

/** `end` gives the position of the log's last event. It is asked every `pollMs` milliseconds while anyone waits. */
export function createAppendSignal(end: () => number, pollMs: number): AppendSignal {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  function look() {
    if (waiting.size === 0) return;
    try {
      const position = end();
      for (const one of waiting) if (one.position < position) one.wake();
    } catch (error) {
      for (const one of waiting) one.fail(error);
    }
  }

  function add(one: Waiting) {
    waiting.add(one);
    timer ??= setInterval(look, pollMs);
  }

  function remove(one: Waiting) {
    waiting.delete(one);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    waitBeyond(position, signal) {
      return new Promise<void>((resolve, reject) => {
        // Looked at after the caller's last read and in the same turn as waiting begins: no append slips between.
        if (signal.aborted || end() > position) {
          resolve();
          return;
        }
        const settle = (finish: () => void) => {
          remove(one);
          signal.removeEventListener('abort', one.wake);
          finish();
        };
        const one: Waiting = {
          position,
          wake: () => settle(resolve),
          fail: (error) => settle(() => reject(asError(error))),
        };
        signal.addEventListener('abort', one.wake, { once: true });
        add(one);
      });
    },
    appended: look,
    [Symbol.dispose]() {
      for (const one of waiting) one.fail(new LogUnavailable('The event log is closed'));
    },
  };
}
