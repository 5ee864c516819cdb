import { ObjectId } from 'mongodb';

import { createChangeNotifier } from '../../mongodb/change-notifier.ts';
import { connect } from '../../mongodb/connection.ts';
import { createLeases } from '../../mongodb/lease.ts';
import { createChangeFeed } from './changes.ts';
import { createGenerations } from './generations.ts';
import { createReader } from './reader.ts';
import { createRegistry, everythingChanged, keyOf, type NumberedModel } from './registry.ts';
import { followingReads, followingWrites, nameOfGeneration, ofBuilding, type Store } from './targets.ts';
import { createWriter } from './writer.ts';
import {
  GenerationReplaced,
  StoreUnavailable,
  type ReadModelDeclaration,
  type ReadStore,
  type Rebuild,
} from '../port.ts';

export interface MongoReadStoreOptions {
  readonly url: string;
  readonly now?: () => number;
  /** Milliseconds that a generation is kept after another one has replaced it, because running queries still use it. */
  readonly keepReplacedMs?: number;
}

/**
 * The read models in a MongoDB database, which several processes may use. Each collection of each generation is a
 * MongoDB collection. One document per model and version names the live generation, and changes in single steps.
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
  const generations = createGenerations({ db, registry, now, keepReplacedMs });
  const publisher = new ObjectId().toHexString();
  const notifier = createChangeNotifier({
    connection,
    collection: registry.changes.collectionName,
    subjectOf: (change) => String(change['of']),
    watched: { 'fullDocument.by': { $ne: publisher } },
  });
  const feed = createChangeFeed({ run, registry, notifier, publisher });
  const store: Store = { run, runLong, registry, generations, feed, successors: new Map() };
  const leases = createLeases({ connection, collection: 'leases' });
  await connection.prepare(() => registry.makeIndexes());
  const numbered = (model: ReadModelDeclaration) => run(() => registry.numbered(model));

  return {
    reader: async (model) => createReader(await followingReads(store, await numbered(model))),
    writer: async (declared) => {
      const model = await numbered(declared);
      const target = await followingWrites(store, model);
      await runLong(() => generations.tidy(model));
      return createWriter(store, target);
    },
    rebuild: async (model) => startRebuild(store, await numbered(model)),
    changes: (model, stop) => feed.follow(model, stop),
    lease: (name, stop) => leases.acquire(`read-models/${name}`, stop),
    isLeased: (name) => leases.isHeld(`read-models/${name}`),
    ping: () => connection.ping(),
    async [Symbol.asyncDispose]() {
      await notifier[Symbol.asyncDispose]();
      generations[Symbol.dispose]();
      await leases[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}

/** Creates an empty generation beside the live one. */
async function startRebuild(store: Store, model: NumberedModel): Promise<Rebuild> {
  const { run, runLong, registry, generations, feed, successors } = store;
  const before = await runLong(() => generations.live(model));
  await runLong(() => generations.tidy(model));
  const generation = await runLong(() => generations.build(model));
  let swapped = false;

  /** Returns false when the model has changed meanwhile and must be read again. */
  const trySwap = async (): Promise<boolean> => {
    const row = await registry.read(keyOf(model));
    if (row?.live.copy === generation.number) {
      // An earlier attempt lost its response, or the server before the change was published.
      await registry.publish(row);
      return true;
    }
    if (row?.building?.copy !== generation.number) throw new GenerationReplaced(model.name);
    await registry.publish(row);
    const change = everythingChanged(row, row.building);
    const { matchedCount } = await registry.models.updateOne(
      { _id: row._id, 'building.copy': generation.number, changes: row.changes, 'live.copy': row.live.copy },
      {
        $set: { ...change, building: null },
        $push: { replaced: { copy: row.live.copy, at: generations.time() } },
      },
    );
    if (matchedCount === 0) return false;
    successors.set(nameOfGeneration({ ...before, number: row.live.copy }), generation);
    await registry.publish({ _id: row._id, changes: row.changes + 1, last: change.last ?? null });
    return true;
  };

  return {
    generation: createWriter(store, ofBuilding(store, generation)),

    async swap() {
      if (swapped) return;
      await feed.begun();
      while (!(await run(trySwap)));
      swapped = true;
      feed.notify();
      generations.tidyLater(model);
    },

    async [Symbol.asyncDispose]() {
      if (swapped) return;
      await runLong(async () => {
        const given = { _id: generation.key, 'building.copy': generation.number };
        await registry.models.updateOne(given, { $set: { building: null } });
        // Drops the generation unless it is live: a swap without a response may have succeeded.
        await generations.tidy(model);
      });
    },
  };
}
