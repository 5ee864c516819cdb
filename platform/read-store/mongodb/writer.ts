import { MongoBulkWriteError, ObjectId, type AnyBulkWriteOperation, type WriteError } from 'mongodb';
import pLimit from 'p-limit';

import { writesByCollection, type DocumentWrite } from '../document-writes.ts';
import { nothingWritten, toReported, withIdsOf } from '../changed-ids.ts';
import {
  GenerationReplaced,
  type Checkpoint,
  type Document,
  type ReadModelWriter,
  type Stored,
  type Write,
} from '../port.ts';
import type { Generation, GenerationCollection, StoredDocument } from './generations.ts';
import { createReader, toCheckpoint } from './reader.ts';
import type { ModelRow } from './registry.ts';
import { searchableOf } from './grams.ts';
import type { Store, WriteTarget } from './targets.ts';

/**
 * Writes documents first and the checkpoint afterwards, without a transaction: each document replaces only one of a
 * lower position. The generation records who writes into it. So another writer knows when documents may have changed
 * without a notification.
 */
export function createWriter(store: Store, target: WriteTarget): ReadModelWriter {
  const { run, runLong, registry, feed, generations } = store;
  const reader = createReader(target);
  const me = new ObjectId().toHexString();
  const { role } = target;
  /** Ids written since the checkpoint, and whether another writer has left documents that were not reported. */
  let written = nothingWritten;
  let foreign = false;

  /** Registers this writer in its generation. @throws GenerationReplaced when the generation is no longer in use */
  const claim = async (): Promise<Generation> => {
    await feed.begun();
    const generation = target.current();
    const before = await registry.models.findOneAndUpdate(
      { _id: generation.key, [`${role}.copy`]: generation.number },
      { $set: { [`${role}.unfinished`]: me } },
      { projection: { [`${role}.unfinished`]: 1 } },
    );
    if (before === null) throw new GenerationReplaced(generation.model);
    const other = before[role]?.unfinished ?? me;
    foreign ||= other !== me;
    return generation;
  };

  /**
   * Sets the checkpoint unless the stored one is further; the same step notifies readers of the live generation.
   * Returns false when it was not set, also because a given condition does not hold.
   */
  const reach = async (
    generation: Generation,
    { logId, position }: Checkpoint,
    condition: object = {},
  ): Promise<boolean> => {
    const last = { position, ...toReported(foreign ? 'everything' : written) };
    const isFurther = {
      $or: [{ [`${role}.logId`]: { $ne: logId } }, { [`${role}.position`]: { $lte: position } }],
    };
    const set = {
      [`${role}.logId`]: logId,
      [`${role}.position`]: position,
      [`${role}.unfinished`]: null,
    };
    const before = await registry.models.findOneAndUpdate(
      { _id: generation.key, [`${role}.copy`]: generation.number, ...isFurther, ...condition },
      role === 'live' ? { $set: { ...set, last }, $inc: { changes: 1 } } : { $set: set },
    );
    if (before !== null && role === 'live') await report(before, last);
    return before !== null;
  };
  /** True if no other writer has left unreported documents; then nothing needs to be queried first. */
  const onlyMine = { [`${role}.unfinished`]: { $in: [null, me] } };

  /** First publishes the previous change, since its process may have died before it did so. */
  const report = async (before: ModelRow, last: NonNullable<ModelRow['last']>): Promise<void> => {
    try {
      if (Number(before.changes) !== published)
        await registry.publish({ ...before, changes: Number(before.changes) }, feed.publisher);
      const changes = Number(before.changes) + 1;
      await registry.publish({ _id: before._id, changes, last }, feed.publisher);
      published = changes;
    } finally {
      // Notifies even if a response was lost, because nothing else wakes the followers of this process.
      feed.notify(before._id);
    }
  };
  let published = -1;

  return {
    ...reader,

    checkpoint: async () => {
      if (await target.refresh()) {
        written = nothingWritten;
        foreign = false;
      }
      const row = await run(() => registry.read(target.current().key));
      if (row !== undefined && role === 'live') await run(() => registry.publish(row));
      return toCheckpoint(row?.[role]?.copy === target.current().number ? row[role] : undefined);
    },

    stored: <D extends Document>(collection: string, ids: readonly string[]) =>
      target.ask(async (generation) => {
        const { documents } = generation.collection(collection);
        const found = documents.find({ _id: { $in: [...ids] } }, { projection: { position: 1, doc: 1 } });
        return new Map(
          // The caller names the type of the stored documents.
          (await found.toArray()).map(({ _id, position, doc }): [string, Stored<D>] => [
            _id,
            { position, document: doc as D | undefined },
          ]),
        );
      }),

    write: (write) =>
      runLong(async () => {
        if (write.puts.length + write.deletes.length === 0) return;
        const generation = await claim();
        written = withIdsOf(written, write);
        await writeDocuments(generation, write, generations.time());
      }),

    commit: (write, checkpoint) =>
      runLong(async () => {
        const isEmpty = write.puts.length + write.deletes.length === 0;
        await feed.begun();
        if (!isEmpty || foreign || !(await reach(target.current(), checkpoint, onlyMine))) {
          const generation = await claim();
          written = withIdsOf(written, write);
          await writeDocuments(generation, write, generations.time());
          const isReached = await reach(generation, checkpoint);
          if (!isReached && (await target.state()) === undefined)
            throw new GenerationReplaced(generation.model);
        }
        written = nothingWritten;
        foreign = false;
      }),

    // All indexes exist from the beginning, because creating them later would occupy a connection for minutes.
    finish: async () => {
      if ((await target.state()) === undefined) throw new GenerationReplaced(target.current().model);
    },
  };
}

async function writeDocuments(generation: Generation, write: Write, now: Date): Promise<void> {
  const rows = [...writesByCollection(write)].map(([name, writes]) => {
    const collection = generation.collection(name);
    return [collection, writes.map((each) => toRow(collection, each, now))] as const;
  });
  for (const when of ['first', undefined, 'last'] as const)
    await replaceAll(rows.filter(([{ declaration }]) => declaration.written === when));
}

function toRow(
  { declaration: { search } }: GenerationCollection,
  { id, position, document }: DocumentWrite,
  now: Date,
): StoredDocument {
  if (document === undefined) return { _id: id, position, live: false, goneAt: now };
  return { _id: id, position, live: true, doc: document, ...(search && searchableOf(search, document)) };
}

async function replaceAll(
  rows: readonly (readonly [GenerationCollection, readonly StoredDocument[]])[],
): Promise<void> {
  const limit = pLimit(bulksAtOnce);
  const bulks = rows.flatMap(([collection, group]) =>
    slicesOf(group).map((slice) => limit(() => replaceOlder(collection, slice))),
  );
  // Waits for all writes before it reports a failure, so that none continues after it has returned.
  const failed = (await Promise.allSettled(bulks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Documents per bulk write, and simultaneous bulk writes. Their order does not matter, because positions decide. */
const bulkMost = 1000;
const bulksAtOnce = 4;

const slicesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / bulkMost) }, (_, at) =>
    rows.slice(at * bulkMost, (at + 1) * bulkMost),
  );

const replacing = (row: StoredDocument, upsert: boolean): AnyBulkWriteOperation<StoredDocument> => ({
  replaceOne: { filter: { _id: row._id, position: { $lt: row.position } }, replacement: row, upsert },
});

/**
 * If a document of the same or a higher position is stored, the upsert fails with a duplicate key, which is fine. It
 * also fails when another writer inserts an older document at the same moment; that one is then replaced.
 */
async function replaceOlder(
  { documents }: GenerationCollection,
  rows: readonly StoredDocument[],
): Promise<void> {
  try {
    await documents.bulkWrite(
      rows.map((row) => replacing(row, true)),
      { ordered: false },
    );
  } catch (error) {
    const met = duplicatesIn(error);
    if (met === undefined) throw error;
    const again = met.flatMap((at) => rows[at] ?? []).map((row) => replacing(row, false));
    await documents.bulkWrite(again, { ordered: false });
  }
}

/** Which writes failed because the document exists; undefined when something else failed. */
function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures: readonly WriteError[] = [error.writeErrors].flat();
  const isOther = failures.some(({ code }) => code !== 11000);
  if (failures.length === 0 || isOther || error.result.getWriteConcernError() !== undefined) return undefined;
  return failures.map(({ index }) => index);
}
