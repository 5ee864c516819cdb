import { asError } from '#contracts/shared/as-error';
import type { Change, ReadModelDeclaration, ReadModelReader, ReadStore } from '#platform/read-store/index';
import { createNotifier, isAborted, pause } from '#platform/concurrency/waiting';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';

/** One read model as this process sees it: its documents, and the position of the changes that have arrived here. */
export interface ModelFeed extends AsyncDisposable {
  readonly name: string;
  readonly reader: ReadModelReader;
  /** Every change up to this log position has been processed. */
  readonly position: bigint;
  /**
   * Even if settled, odd while a change is being processed. A response is fresh if the version was the same even number
   * before and after it was made.
   */
  readonly version: number;
  /** Counts the changes of documents; other events only change the position. */
  readonly contentVersion: number;
  /** Fulfilled once the position is reached; false if `signal` is aborted before. */
  reached(position: bigint, signal: AbortSignal): Promise<boolean>;
  /** Calls the listener with every change after it is processed. Returns a function that removes the listener. */
  listen(listener: (change: Change) => void): () => void;
}

export interface ModelFeedOptions {
  readonly store: ReadStore;
  /** Documents of another log count as missing. */
  readonly logId: string;
  readonly model: ReadModelDeclaration;
  /** By default the reader of the store. */
  readonly reader?: ReadModelReader;
  /** Processes a change before its position counts as reached. */
  readonly take: (change: Change) => void | Promise<void>;
  readonly onError: (error: Error) => void;
}

const retryAfter = 250;

const hasDocuments = ({ everything, ids }: Change): boolean =>
  everything || Object.values(ids).some(({ length }) => length > 0);

/**
 * Follows a read model's changes until it is disposed of. A lost connection to the store counts as a change of
 * everything.
 */
export async function openModelFeed(options: ModelFeedOptions): Promise<ModelFeed> {
  const { store, logId, model, take, onError } = options;
  const stop = new AbortController();
  const listeners = new Set<(change: Change) => void>();
  const arrivals = createNotifier();
  let position = 0n;
  let version = 1;
  let contentVersion = 0;
  const reader = options.reader ?? (await store.reader(model));

  /**
   * The position of the documents; 0 for a copy of another log or of an older state of this one, which is about to be
   * replaced.
   */
  const positionNow = async () => {
    const checkpoint = await reader.checkpoint();
    return checkpoint?.logId === logId ? checkpoint.position : 0n;
  };
  const settle = (reachedPosition: bigint) => {
    position = reachedPosition;
    version += 1;
    arrivals.notify();
  };
  const follow = async (changes: AsyncIterable<Change>) => {
    for await (const change of changes) {
      version += 1;
      if (hasDocuments(change)) contentVersion += 1;
      await take(change);
      // Another copy may have replaced the previous one, at any position.
      if (change.everything) settle(await positionNow());
      else settle(change.position > position ? change.position : position);
      for (const listener of listeners) listener(change);
    }
  };
  // Subscribes before reading the checkpoint, so that no change is missed in between.
  const connect = async () => {
    const changes = store.changes(model, stop.signal);
    const everything = {
      model: model.name,
      version: model.version,
      position: 0n,
      ids: {},
      everything: true,
      shown: 'everything',
    } as const;
    contentVersion += 1;
    await take(everything);
    settle(await positionNow());
    return changes;
  };
  const run = async (first: AsyncIterable<Change>) => {
    for (let changes: AsyncIterable<Change> | undefined = first; !stop.signal.aborted;) {
      try {
        changes ??= await connect();
        await follow(changes);
      } catch (error) {
        onError(asError(error));
      }
      if (version % 2 === 0) version += 1;
      changes = undefined;
      if (isAborted(stop.signal)) return;
      await pause(retryAfter, stop.signal);
    }
  };
  const running = run(await connect());

  return {
    name: model.name,
    reader,
    get position() {
      return position;
    },
    get version() {
      return version;
    },
    get contentVersion() {
      return contentVersion;
    },
    async reached(wanted, signal) {
      await arrivals.until(() => wanted <= position, signal);
      return wanted <= position;
    },
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

/**
 * Returns a function that tells whether the sources have not changed since this call and are not changing now. Only
 * then may a result made from them be cached.
 */
export function unchangedSince(sources: readonly Pick<ModelFeed, 'version'>[]): () => boolean {
  const before = sources.map(({ version }) => version);
  return () => sources.every(({ version }, at) => version === before[at] && version % 2 === 0);
}

export interface Readiness {
  /** Position of the log's last event. */
  readonly head: bigint;
  readonly models: ReadonlyArray<{
    readonly name: string;
    /** The log position that this process knows the model's documents to have reached. */
    readonly position: bigint;
    readonly isAtHead: boolean;
  }>;
}

export interface ReadinessOptions {
  readonly models: readonly ModelFeed[];
  readonly readStore: ReadStore;
  readonly photos: PhotoStore;
  readonly records: RecordStore;
  readonly head: () => Promise<bigint>;
}

/** Pings all stores, then compares each read model with the log's head. */
export function createReadiness({ models, readStore, photos, records, head }: ReadinessOptions) {
  return async (): Promise<Readiness> => {
    const [at] = await Promise.all([head(), readStore.ping(), photos.ping(), records.ping()]);

    return {
      head: at,
      models: models.map(({ name, position }) => ({ name, position, isAtHead: position >= at })),
    };
  };
}
