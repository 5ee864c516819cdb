import { MongoBulkWriteError, ObjectId, type AnyBulkWriteOperation, type WriteError } from 'mongodb';
import pLimit from 'p-limit';

import { nothingWritten, toReported, withIdsOf } from '../changed-ids.ts';
import { CopyReplaced, type Checkpoint, type ReadModelWriter, type Write } from '../port.ts';
import type { Copy, CopyCollection, StoredDocument } from './copies.ts';
import { createReader, toCheckpoint } from './reader.ts';
import type { ModelRow } from './registry.ts';
import { gramsOf } from './grams.ts';
import type { Store, WriteTarget } from './targets.ts';

/**
 * Writes documents first and the checkpoint after, without a transaction: each document is replaced only by one of a
 * higher position. The copy notes who writes into it, so that another writer knows when documents may have changed
 * of which the readers were not told.
 */
export function createWriter(store: Store, target: WriteTarget): ReadModelWriter {
  const { run, runLong, registry, feed, copies } = store;
  const reader = createReader(target);
  const me = new ObjectId().toHexString();
  const { role } = target;
  /** Ids written since the checkpoint, and whether another writer has left some. */
  let written = nothingWritten;
  let foreign = false;

  /** Enters this writer into its copy. @throws CopyReplaced when the copy is no longer in its place */
  const claim = async (): Promise<Copy> => {
    await feed.begun();
    const copy = target.current();
    const before = await registry.models.findOneAndUpdate(
      { _id: copy.key, [`${role}.copy`]: copy.number },
      { $set: { [`${role}.unfinished`]: me } },
      { projection: { [`${role}.unfinished`]: 1 } },
    );
    if (before === null) throw new CopyReplaced(copy.model);
    const other = before[role]?.unfinished ?? me;
    foreign ||= other !== me;
    return copy;
  };

  /**
   * Sets the checkpoint, unless it is further; readers of the live copy are told by the same step. False when it was
   * not set, also because a condition given does not hold.
   */
  const reach = async (
    copy: Copy,
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
      { _id: copy.key, [`${role}.copy`]: copy.number, ...isFurther, ...condition },
      role === 'live' ? { $set: { ...set, last }, $inc: { changes: 1 } } : { $set: set },
    );
    if (before !== null && role === 'live') await tell(before, last);
    return before !== null;
  };
  /** No other writer has left documents that the readers do not know of: then nothing need be asked before. */
  const onlyMine = { [`${role}.unfinished`]: { $in: [null, me] } };

  /** What was told before is published first: whoever told it may have died before that. */
  const tell = async (before: ModelRow, last: NonNullable<ModelRow['last']>): Promise<void> => {
    if (Number(before.changes) !== published)
      await registry.publish({ ...before, changes: Number(before.changes) });
    const changes = Number(before.changes) + 1;
    await registry.publish({ _id: before._id, changes, last });
    published = changes;
    feed.notify();
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

    positions: (collection, ids) =>
      target.ask(async (copy) => {
        const { documents } = copy.collection(collection);
        const found = documents.find({ _id: { $in: [...ids] } }, { projection: { position: 1 } });
        return new Map((await found.toArray()).map(({ _id, position }) => [_id, position]));
      }),

    write: (write) =>
      runLong(async () => {
        if (write.puts.length + write.deletes.length === 0) return;
        const copy = await claim();
        written = withIdsOf(written, write);
        await writeDocuments(copy, write, copies.time());
      }),

    commit: (write, checkpoint) =>
      runLong(async () => {
        const isEmpty = write.puts.length + write.deletes.length === 0;
        await feed.begun();
        if (!isEmpty || foreign || !(await reach(target.current(), checkpoint, onlyMine))) {
          const copy = await claim();
          written = withIdsOf(written, write);
          await writeDocuments(copy, write, copies.time());
          const isReached = await reach(copy, checkpoint);
          if (!isReached && (await target.state()) === undefined) throw new CopyReplaced(copy.model);
        }
        written = nothingWritten;
        foreign = false;
      }),

    // All indexes are there from the beginning: to make them later would hold a connection for minutes.
    finish: async () => {
      if ((await target.state()) === undefined) throw new CopyReplaced(target.current().model);
    },
  };
}

async function writeDocuments(copy: Copy, { puts, deletes }: Write, now: Date): Promise<void> {
  const rows = new Map<CopyCollection, StoredDocument[]>();
  const add = (name: string, row: (collection: CopyCollection) => StoredDocument) => {
    const collection = copy.collection(name);
    const group = rows.get(collection);
    if (group === undefined) rows.set(collection, [row(collection)]);
    else group.push(row(collection));
  };
  for (const { collection, position, document } of puts) {
    add(collection, ({ declaration: { search } }) => {
      const grams = search && gramsOf(search, document);
      const row = { _id: document.id, position, live: true, doc: document };
      return grams === undefined ? row : { ...row, grams };
    });
  }
  for (const { collection, id, position } of deletes)
    add(collection, () => ({ _id: id, position, live: false, goneAt: now }));
  const limit = pLimit(bulksAtOnce);
  const bulks = [...rows].flatMap(([collection, group]) =>
    slicesOf(newest(group)).map((slice) => limit(() => replaceOlder(collection, slice))),
  );
  // All have ended before the caller hears of a failure: none goes on beside what the caller does then.
  const failed = (await Promise.allSettled(bulks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Documents of one bulk, and bulks under way at once: they depend on nothing but the documents' own positions. */
const bulkMost = 1000;
const bulksAtOnce = 4;

const slicesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / bulkMost) }, (_, at) =>
    rows.slice(at * bulkMost, (at + 1) * bulkMost),
  );

/** One write per id: the one that will stand. */
function newest(rows: readonly StoredDocument[]): StoredDocument[] {
  const found = new Map<string, StoredDocument>();
  for (const row of rows) {
    const known = found.get(row._id);
    if (known === undefined || row.position > known.position) found.set(row._id, row);
  }
  return [...found.values()];
}

const replacing = (row: StoredDocument, upsert: boolean): AnyBulkWriteOperation<StoredDocument> => ({
  replaceOne: { filter: { _id: row._id, position: { $lt: row.position } }, replacement: row, upsert },
});

/**
 * Where a document of the same or a higher position is stored, the upsert meets its id: a duplicate key, which is fine.
 * It also comes when another writer inserted an older one in the same moment: then it is replaced now.
 */
async function replaceOlder({ documents }: CopyCollection, rows: readonly StoredDocument[]): Promise<void> {
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

/** Which writes met a document that is there; undefined when something else failed. */
function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures: readonly WriteError[] = [error.writeErrors].flat();
  const isOther = failures.some(({ code }) => code !== 11000);
  if (failures.length === 0 || isOther || error.result.getWriteConcernError() !== undefined) return undefined;
  return failures.map(({ index }) => index);
}
