import type { ChangeStream, ChangeStreamDocument, Document } from 'mongodb';
import { type Notifier, createNotifier, pause } from '../concurrency/waiting.ts';
import type { Connection } from './connection.ts';

/**
 * Notifies of changes in a collection. Callers query what has changed, so an extra notification does no harm. Documents
 * may have a subject: a caller that waits for one is not woken for another.
 */
export interface ChangeNotifier extends Pick<Notifier, 'ended'>, AsyncDisposable {
  /** The number of notifications so far that concern the subject; without a subject, of all. */
  count(subject?: string): number;
  /** Call it when documents of the subject may have changed; without a subject, any documents. */
  notify(subject?: string): void;
  /**
   * Fulfilled once there were more than `count` such notifications, the signal is aborted, or the notifier has ended.
   */
  after(count: number, signal: AbortSignal, subject?: string): Promise<void>;
}

export interface ChangeNotifierOptions {
  readonly connection: Connection;
  readonly collection: string;
  /** Milliseconds between two checks where there is no change stream. */
  readonly pollMs?: number;
  /** The subject of a new document. */
  readonly subjectOf?: (document: Document) => string;
  /** Which events of the change stream count; by default all. */
  readonly watched?: Document;
}

/** Polling continues slowly while a change stream is open, because its connection may be cut unnoticed. */
const slowPoll = 5000; // milliseconds
const reopenAfter = 1000; // milliseconds

/** Notices changes by other processes through a change stream where there is one, otherwise by polling. */
export function createChangeNotifier(options: ChangeNotifierOptions): ChangeNotifier {
  const { connection, collection, pollMs = 50, subjectOf, watched } = options;
  const notifier = createNotifier({ every: () => (isStreaming ? slowPoll : pollMs) });
  const closing = new AbortController();
  let stream: ChangeStream | undefined;
  let isStreaming = false;
  let watching: Promise<void> | undefined;
  /** The number of notifications with a subject, in total and for each subject. */
  let withSubject = 0;
  const bySubject = new Map<string, number>();

  const count = (subject?: string): number =>
    subject === undefined ? notifier.count : notifier.count - withSubject + (bySubject.get(subject) ?? 0);
  const notify = (subject?: string): void => {
    if (subject !== undefined) {
      withSubject += 1;
      bySubject.set(subject, (bySubject.get(subject) ?? 0) + 1);
    }
    notifier.notify();
  };
  const changed = (change: ChangeStreamDocument): void =>
    notify(change.operationType === 'insert' ? subjectOf?.(change.fullDocument) : undefined);

  const watchOnce = async (): Promise<void> => {
    const stages = watched === undefined ? [] : [{ $match: watched }];
    stream = connection.db.collection(collection).watch(stages, { maxAwaitTimeMS: 1000 });
    try {
      for await (const change of openedFirst(stream)) changed(change);
    } finally {
      isStreaming = false;
      // Waiting callers query again, and from now on polling is frequent.
      notifier.notify();
      // It may already be closed, or lost with its connection.
      await stream.close().catch(() => undefined);
    }
  };
  /** The stream does not report what happened before it was open, so waiting callers query once more. */
  async function* openedFirst(opened: ChangeStream): AsyncIterable<ChangeStreamDocument> {
    await opened.tryNext();
    isStreaming = true;
    notifier.notify();
    yield* opened;
  }
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // Until the stream is open again, polling notices changes.
      await watchOnce().catch(() => undefined);
      await pause(reopenAfter, closing.signal);
    }
  };

  return {
    get ended() {
      return notifier.ended;
    },
    count,
    notify,
    after(seen, signal, subject) {
      if (connection.hasChangeStreams && !notifier.ended) watching ??= watch();
      return notifier.until(() => count(subject) > seen, signal);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      notifier[Symbol.dispose]();
      await stream?.close().catch(() => undefined);
      await watching;
    },
  };
}

/** Feeds that report what happens after they were requested. */
interface Feeds {
  /**
   * Returns a feed. It is not a generator function, because it must begin at the call, not at the first `next`.
   * `newest` returns the number of the latest item; `after` yields the items after a number until `stop` or the
   * notifier ends it.
   */
  follow<T>(
    newest: () => Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncIterable<T>;
  /** Fulfilled once all requested feeds have begun: they report everything that happens after this call. */
  begun(): Promise<unknown>;
}

/** The feeds wait for the notifier, and end with it. */
export function createFeeds(notifier: ChangeNotifier): Feeds {
  /** Feeds that do not know their first number yet. */
  const beginning = new Set<Promise<unknown>>();

  async function* read<T>(
    begin: Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncGenerator<T, void> {
    try {
      yield* after(await begin);
    } catch (error) {
      // Closing the store during a query just ends the feed.
      if (!stop.aborted && !notifier.ended) throw error;
    }
  }

  return {
    begun: () => Promise.all(beginning),
    follow(newest, after, stop) {
      const begin = newest();
      const begun = begin.catch(() => undefined).finally(() => beginning.delete(begun));
      beginning.add(begun);
      return read(begin, after, stop);
    },
  };
}
