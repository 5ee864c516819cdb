import { setTimeout as delay } from 'node:timers/promises';

import type { Change, ReadModelDeclaration, ReadModelReader, ReadStore } from '#projections/read-store/index';

/** One read model as this process knows it: its documents, and what of its changes has arrived here. */
export interface ModelFeed extends AsyncDisposable {
  readonly name: string;
  readonly reader: ReadModelReader;
  /** Every change up to this log position has been taken in. */
  readonly position: bigint;
  /** Even while settled, odd while a change is being taken in. An answer made between two equal, even stamps is fresh. */
  readonly stamp: number;
  /** Fulfilled once the position is reached; false when `signal` is aborted before. */
  reached(position: bigint, signal: AbortSignal): Promise<boolean>;
  /** Tells of every change after it was taken in. Returns the function that ends it. */
  listen(listener: (change: Change) => void): () => void;
}

export interface ModelFeedOptions {
  readonly store: ReadStore;
  readonly model: ReadModelDeclaration;
  /** Takes a change in, before anyone is told that its position is reached. */
  readonly take: (change: Change) => void | Promise<void>;
  readonly onError: (error: Error) => void;
}

const retryAfter = 250;

/** Follows a read model's changes until disposed of; a lost store counts as a change of everything. */
export async function openModelFeed(options: ModelFeedOptions): Promise<ModelFeed> {
  const { store, model, take, onError } = options;
  const stop = new AbortController();
  const listeners = new Set<(change: Change) => void>();
  const waiting = new Set<{ readonly position: bigint; readonly wake: () => void }>();
  let position = 0n;
  let stamp = 1;
  const reader = await store.reader(model);

  const settle = (reachedPosition: bigint) => {
    if (reachedPosition > position) position = reachedPosition;
    stamp += 1;
    for (const waiter of waiting) if (waiter.position <= position) waiter.wake();
  };
  const follow = async (changes: AsyncIterable<Change>) => {
    for await (const change of changes) {
      stamp += 1;
      await take(change);
      settle(change.position);
      for (const listener of listeners) listener(change);
    }
  };
  // Changes first, the checkpoint after: nothing falls between the two.
  const connect = async () => {
    const changes = store.changes(model, stop.signal);
    const everything = { model: model.name, version: model.version, position: 0n, ids: {}, everything: true };
    await take(everything);
    settle((await reader.checkpoint())?.position ?? 0n);
    return changes;
  };
  const run = async (first: AsyncIterable<Change>) => {
    for (let changes: AsyncIterable<Change> | undefined = first; !stop.signal.aborted;) {
      try {
        changes ??= await connect();
        await follow(changes);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
      }
      if (stamp % 2 === 0) stamp += 1;
      changes = undefined;
      if (stop.signal.aborted) return;
      await delay(retryAfter, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run(await connect());

  return {
    name: model.name,
    reader,
    get position() {
      return position;
    },
    get stamp() {
      return stamp;
    },
    reached: (wanted, signal) =>
      new Promise((resolve) => {
        if (wanted <= position || signal.aborted) return resolve(wanted <= position);
        const end = () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', end);
          resolve(wanted <= position);
        };
        const waiter = { position: wanted, wake: end };
        waiting.add(waiter);
        signal.addEventListener('abort', end);
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
