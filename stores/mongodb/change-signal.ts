import { setTimeout as delay } from 'node:timers/promises';

import type { ChangeStream, Document } from 'mongodb';

import type { Connection } from './connection.ts';

/** Wakes those who wait for changes in a collection. What changed they look up: a spurious wake does no harm. */
export interface ChangeSignal extends AsyncDisposable {
  /** Tells of a change made in this process, at once. */
  raise(): void;
  /** Fulfilled when there may be a change, when the signal is aborted or when this is disposed of. */
  next(signal: AbortSignal): Promise<void>;
  readonly ended: boolean;
}

export interface ChangeSignalOptions {
  readonly connection: Connection;
  readonly collection: string;
  /** Milliseconds between looks where there is no change stream. */
  readonly pollMs?: number;
}

/** A change stream that is open may still be cut unnoticed. */
const slowPoll = 5000; // milliseconds
const reopenAfter = 1000; // milliseconds

/** Changes of other processes are noticed by a change stream where there is one, otherwise by looking again and again. */
export function createChangeSignal(options: ChangeSignalOptions): ChangeSignal {
  const { connection, collection, pollMs = 50 } = options;
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stream: ChangeStream<Document> | undefined;
  let isStreaming = false;
  let watching: Promise<void> | undefined;

  const raise = (): void => {
    for (const wake of waiting) wake();
  };

  const watchOnce = async (): Promise<void> => {
    stream = connection.db.collection(collection).watch([], { maxAwaitTimeMS: 1000 });
    try {
      for await (const _change of openedFirst(stream)) raise();
    } finally {
      isStreaming = false;
      // It may be closed, or lost with its connection.
      await stream.close().catch(() => undefined);
    }
  };
  /** What happened before the stream was open nobody tells: those who wait look once more. */
  async function* openedFirst(opened: ChangeStream<Document>): AsyncIterable<unknown> {
    await opened.tryNext();
    isStreaming = true;
    raise();
    yield* opened;
  }
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // Until it is open again, looking does.
      await watchOnce().catch(() => undefined);
      await delay(reopenAfter, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };
  const startTimer = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        raise();
      },
      isStreaming ? slowPoll : pollMs,
    ).unref();
  };

  return {
    raise,
    get ended() {
      return closing.signal.aborted;
    },
    next: (signal) =>
      new Promise((resolve) => {
        if (closing.signal.aborted || signal.aborted) return resolve();
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
        if (connection.hasChangeStreams) watching ??= watch();
        startTimer();
      }),
    async [Symbol.asyncDispose]() {
      closing.abort();
      clearTimeout(timer);
      raise();
      await stream?.close().catch(() => undefined);
      await watching;
    },
  };
}
