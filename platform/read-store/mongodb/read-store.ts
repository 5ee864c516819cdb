import { createChangeNotifier } from '../../mongodb/change-notifier.ts';
import { connect } from '../../mongodb/connection.ts';
import { createLeases } from '../../mongodb/lease.ts';
import { createChangeFeed } from './changes.ts';
import { createCopies } from './copies.ts';
import { createReader } from './reader.ts';
import { startRebuild } from './rebuild.ts';
import { createRegistry } from './registry.ts';
import { followingReads, followingWrites, type Store } from './targets.ts';
import { createWriter } from './writer.ts';
import { StoreUnavailable, type ReadModelDeclaration, type ReadStore } from '../port.ts';

export interface MongoReadStoreOptions {
  readonly url: string;
  readonly now?: () => number;
  /** Milliseconds that a copy is kept after another one has replaced it, because running queries still use it. */
  readonly keepReplacedMs?: number;
}

/**
 * The read models in a MongoDB database, which several processes may use. Each collection of each copy is a MongoDB
 * collection. One document per model and version names the live copy, and changes in single steps.
 * @throws StoreUnavailable when the server does not answer
 */
export async function openMongoReadStore(options: MongoReadStoreOptions): Promise<ReadStore> {
  const { url, now = Date.now, keepReplacedMs = 60_000 } = options;
  const connection = await connect({
    url,
    appName: 'lightfall-read-models',
    unavailable: (message, cause) => new StoreUnavailable(message, cause),
  });
  const { db, run, runLong } = connection;
  const registry = createRegistry(connection);
  const copies = createCopies({ db, registry, now, keepReplacedMs });
  const notifier = createChangeNotifier({ connection, collection: registry.changes.collectionName });
  const feed = createChangeFeed({ run, registry, notifier });
  const store: Store = { run, runLong, registry, copies, feed, successors: new Map() };
  const leases = createLeases({ connection, collection: 'leases' });
  await connection.prepare(() => registry.makeIndexes());
  const numbered = (model: ReadModelDeclaration) => run(() => registry.numbered(model));

  return {
    reader: async (model) => createReader(await followingReads(store, await numbered(model))),
    writer: async (declared) => {
      const model = await numbered(declared);
      const target = await followingWrites(store, model);
      await runLong(() => copies.tidy(model));
      return createWriter(store, target);
    },
    rebuild: async (model) => startRebuild(store, await numbered(model)),
    changes: (model, stop) => feed.follow(model, stop),
    lease: (name, stop) => leases.acquire(`read-models/${name}`, stop),
    isLeased: (name) => run(() => leases.isHeld(`read-models/${name}`)),
    ping: () => connection.ping(),
    async [Symbol.asyncDispose]() {
      await notifier[Symbol.asyncDispose]();
      copies[Symbol.dispose]();
      await leases[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
