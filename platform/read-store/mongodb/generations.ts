import {
  MongoServerError,
  type Collection,
  type CreateIndexesOptions,
  type Db,
  type IndexDescription,
} from 'mongodb';

import type { CollectionDeclaration, Document, Index } from '../port.ts';
import {
  freshState,
  keyOf,
  everythingChanged,
  type ModelRow,
  type NumberedModel,
  type Registry,
} from './registry.ts';
import type { Searchable } from './grams.ts';

/** A stored document; without `doc`, a tombstone that keeps older writes out. */
export interface StoredDocument extends Partial<Searchable> {
  readonly _id: string;
  /** Position of the last event that it includes. */
  readonly position: bigint;
  readonly live: boolean;
  /** Only on a tombstone: when it was created. */
  readonly goneAt?: Date;
  readonly doc?: Document;
}

export interface GenerationCollection {
  readonly declaration: CollectionDeclaration;
  readonly documents: Collection<StoredDocument>;
}

/** One stored generation of a read model. */
export interface Generation {
  readonly key: string;
  readonly number: number;
  readonly model: string;
  collection(name: string): GenerationCollection;
}

/** Seconds. A write that the tombstone must block arrives sooner than this. */
const tombstonesKeptFor = 24 * 60 * 60;

export const baseIndex = 'all';
export const gramsIndex = 'grams';
export const indexName = (number: number): string => `declared-${number}`;
export const pathOf = (field: string): string => (field === 'id' ? '_id' : `doc.${field}`);

/** A declared index with the store's additions: only live documents, and the id at the end of every order. */
const keyOfIndex = (index: Index): Record<string, 1 | -1> => ({
  live: 1,
  ...Object.fromEntries(index.map(([field, direction]) => [pathOf(field), direction])),
  _id: 1,
});

function indexesOf({ indexes, search }: CollectionDeclaration): (IndexDescription & CreateIndexesOptions)[] {
  return [
    { name: baseIndex, key: { live: 1, _id: 1 } },
    // The server itself removes old tombstones.
    { name: 'tombstones', key: { goneAt: 1 }, sparse: true, expireAfterSeconds: tombstonesKeptFor },
    ...indexes.map((index, number) => ({ name: indexName(number), key: keyOfIndex(index) })),
    ...(search === undefined
      ? []
      : [{ name: gramsIndex, key: { grams: 1, [pathOf(search.order)]: -1 as const } }]),
  ];
}

export interface GenerationsOptions {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: () => number;
  readonly keepReplacedMs: number;
}

export interface Generations extends Disposable {
  /** The live generation with all of its indexes. Created if there is none, or if its declaration has changed. */
  live(model: NumberedModel): Promise<Generation>;
  /** Creates a generation beside the live one, and gives up an earlier unfinished one. */
  build(model: NumberedModel): Promise<Generation>;
  /** Drops replaced generations, forgotten versions, and the collections of abandoned rebuilds. */
  tidy(model: NumberedModel): Promise<void>;
  /** Calls `tidy` once the generation that was just replaced may be dropped. */
  tidyLater(model: NumberedModel): void;
  time(): Date;
}

export function createGenerations({ db, registry, now, keepReplacedMs }: GenerationsOptions): Generations {
  const timers = new Set<NodeJS.Timeout>();

  const generationOf = (number: number, declared: NumberedModel): Generation => {
    const { name: model, collections } = declared;
    const key = keyOf(declared);
    const known = new Map(
      collections.map((declaration): [string, GenerationCollection] => [
        declaration.name,
        { declaration, documents: db.collection(`${key}.${number}.${declaration.name}`) },
      ]),
    );
    return {
      key,
      number,
      model,
      collection(name) {
        const found = known.get(name);
        if (found === undefined) throw new Error(`Read model ${model} declares no collection ${name}`);
        return found;
      },
    };
  };

  /** Creates the missing indexes, which is quick on empty collections. */
  const withIndexes = async (number: number, model: NumberedModel): Promise<Generation> => {
    const generation = generationOf(number, model);
    for (const declaration of model.collections) {
      await generation.collection(declaration.name).documents.createIndexes(indexesOf(declaration));
    }
    return generation;
  };

  const dropNumber = async (key: string, number: number): Promise<void> => {
    const names = await namesBeginning(db, `${key}.${number}.`);
    for (const name of names) await drop(db, name);
  };

  /** Another release may have forgotten the version. Undefined when another process added its row at the same moment. */
  const rowOf = async (model: NumberedModel): Promise<ModelRow | undefined> =>
    (await registry.read(keyOf(model))) ?? registry.register(model);

  const tidy = async (model: NumberedModel): Promise<void> => {
    // List the collections first: if the generation of one is unknown afterwards, its rebuild was abandoned.
    const names = await namesBeginning(db, `${model.name}.v`);
    await forgetVersions(registry, model);
    const rows = await registry.models.find({ model: model.name }).sort({ version: 1 }).toArray();
    const kept = new Set<string>();
    for (const row of rows) {
      for (const number of keptGenerations(row, now() - keepReplacedMs)) kept.add(`${row._id}.${number}`);
    }
    for (const name of names) {
      const generation = /^.*\.v\d+\.\d+(?=\.)/.exec(name)?.[0];
      if (generation !== undefined && !kept.has(generation)) await drop(db, name);
    }
    const over = { at: { $lt: new Date(now() - keepReplacedMs) } };
    await registry.models.updateOne({ _id: keyOf(model) }, { $pull: { replaced: over } });
  };

  return {
    async live(model) {
      for (;;) {
        const row = await rowOf(model);
        if (row === undefined) continue;
        if (row.live.collections === JSON.stringify(model.collections))
          return withIndexes(row.live.copy, model);
        await declareAnew(registry, model, row, now());
      }
    },

    async build(model) {
      for (;;) {
        const row = await rowOf(model);
        if (row === undefined) continue;
        const number = row.copies + 1;
        const building = freshState(number, model);
        const before = await registry.models.findOneAndUpdate(
          { _id: row._id, copies: row.copies },
          { $set: { building, copies: number } },
        );
        if (before === null) continue;
        // Not that of the row read above, which may have been swapped in since.
        if (before.building) await dropNumber(row._id, before.building.copy);
        return withIndexes(number, model);
      }
    },

    time: () => new Date(now()),
    tidy,

    tidyLater(model) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        // The next start tidies again.
        tidy(model).catch(() => undefined);
      }, keepReplacedMs + 1000).unref();
      timers.add(timer);
    },

    [Symbol.dispose]() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function namesBeginning(db: Db, prefix: string): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

const namespaceNotFound = 26;

/** Drops a collection, which another process may drop at the same moment. */
async function drop(db: Db, name: string): Promise<void> {
  try {
    await db.dropCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === namespaceNotFound)) throw error;
  }
}

async function declareAnew(
  registry: Registry,
  model: NumberedModel,
  row: ModelRow,
  now: number,
): Promise<void> {
  await registry.publish(row);
  const number = row.copies + 1;
  const change = everythingChanged(row, freshState(number, model));
  const { matchedCount } = await registry.models.updateOne(
    { _id: row._id, copies: row.copies, changes: row.changes },
    {
      $set: { ...change, copies: number },
      $push: { replaced: { copy: row.live.copy, at: new Date(now) } },
    },
  );
  if (matchedCount === 1)
    await registry.publish({ ...row, changes: row.changes + 1, last: change.last ?? null });
}

/** Keeps this version and the one before it, which another release may still serve. */
async function forgetVersions({ models, changes }: Registry, model: NumberedModel): Promise<void> {
  const { name, number } = model;
  const [before] = await models
    .find({ model: name, version: { $lt: number } })
    .sort({ version: -1 })
    .limit(1)
    .toArray();
  if (before === undefined) return;
  const { version } = before;
  const numbers = Array.from({ length: Number(version) - 1 }, (_, at) => at + 1);
  await changes.deleteMany({ of: { $in: numbers.map((each) => keyOf({ ...model, number: each })) } });
  await models.deleteMany({ model: name, version: { $lt: version } });
}

const keptGenerations = ({ live, building, replaced }: ModelRow, since: number): number[] => [
  live.copy,
  ...(building === null ? [] : [building.copy]),
  ...replaced.filter(({ at }) => at.getTime() >= since).map(({ copy }) => copy),
];
