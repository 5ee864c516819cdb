import { acquireStoreLease, isStoreLeased } from '../../sqlite/lease.ts';
import { createCommitGroup } from '../../sqlite/commit-group.ts';
import { openThreadChannel } from '../../concurrency/between-threads.ts';
import { createCommitNotifier, createNewestChanges, followChanges, recordChange } from './changes.ts';
import {
  createCopy,
  dropCopies,
  findLiveCopy,
  finishCopy,
  nextNumber,
  numberOf,
  stateOf,
  type Copy,
  type NumberedModel,
} from './copies.ts';
import { openReadModelFile, prepareToWrite } from './open-file.ts';
import {
  CopyReplaced,
  type ReadModelDeclaration,
  type ReadModelReader,
  type ReadStore,
  type Rebuild,
} from '../port.ts';
import { createBulkLoads, createCheckpointing, type BulkLoads } from './checkpointing.ts';
import { createBulkWriter } from './bulk-writer.ts';
import { createReader, type WithCopy } from './reader.ts';
import { CopyGone, isMissingTable, missingIndex, type Sqlite } from './sqlite.ts';
import { createWriter, type WriterTarget } from './writer.ts';

export interface EmbeddedReadStoreOptions {
  readonly path: string;
  /** Called with a sentence when a damaged file was set aside. */
  readonly warn: (message: string) => void;
  /** Called when the file turns out to be damaged while it is open. */
  readonly onDamage?: (() => void) | undefined;
  /** Another connection of this process has the file open, so it must not be set aside, even when it is damaged. */
  readonly isOpenAlready?: boolean | undefined;
  /** Milliseconds between two checks for commits by other processes. */
  readonly pollMs?: number;
  readonly now?: () => number;
}

/**
 * The read models in one SQLite file that several processes may open. Each collection of each copy is a table of
 * JSON documents with a column per declared field. The file is disposable, because it is built from the log.
 * @throws StoreUnavailable when the file cannot be opened
 */
export async function openEmbeddedReadStore(options: EmbeddedReadStoreOptions): Promise<ReadStore> {
  const { path, warn, onDamage, isOpenAlready, pollMs = 25, now = Date.now } = options;
  const sqlite = await openReadModelFile({ path, warn, onDamage, isOpenAlready, now });
  const commits = createCommitNotifier(sqlite, pollMs);
  const others = openThreadChannel(path, commits.notify);
  const bulkLoads = createBulkLoads(sqlite);
  const checkpoint = createCheckpointing(sqlite, bulkLoads.isUnderWay);
  const committed = () => {
    others.tell();
    commits.notify();
    checkpoint();
  };
  const commitInGroup = createCommitGroup((work) => sqlite.transaction(work), committed);
  const newest = createNewestChanges(sqlite, commits);
  const successors = new Map<number, Copy>();

  return {
    reader: async (model) => readerOf(sqlite, numbered(sqlite, model)),

    writer: async (declared) => {
      prepareToWrite(sqlite);
      const model = numbered(sqlite, declared);
      const target = followingWrites({ sqlite, model, successors, bulkLoads });
      dropForgottenVersions(sqlite, model);
      return createWriter(sqlite, target, commitInGroup);
    },

    rebuild: async (declared) => {
      prepareToWrite(sqlite);
      const model = numbered(sqlite, declared);
      return startRebuild({ sqlite, model, successors, bulkLoads }, committed);
    },
    changes: (model, signal) => followChanges({ sqlite, commits, newest }, numbered(sqlite, model), signal),
    lease: (name, signal) => acquireStoreLease(path, name, signal),
    isLeased: async (name) => isStoreLeased(path, name),

    ping: async () => {
      sqlite.rows('SELECT count(*) FROM copies');
    },

    async [Symbol.asyncDispose]() {
      others[Symbol.dispose]();
      commits[Symbol.dispose]();
      sqlite.close();
    },
  };
}

interface CopyDeps {
  readonly sqlite: Sqlite;
  readonly model: NumberedModel;
  /** Maps the id of each copy that was replaced here to its successor. */
  readonly successors: Map<number, Copy>;
  readonly bulkLoads: BulkLoads;
}

/** Gives a version that this file does not know yet the next number, with an empty copy that stands for it. */
function numbered(sqlite: Sqlite, declared: ReadModelDeclaration): NumberedModel {
  const known = numberOf(sqlite, declared);
  if (known !== undefined) return { ...declared, number: known };
  return sqlite.transaction(() => {
    const meanwhile = numberOf(sqlite, declared);
    const model = { ...declared, number: meanwhile ?? nextNumber(sqlite, declared) };
    if (meanwhile === undefined) recordChange(sqlite, createCopy(sqlite, model, true), 0n, 'everything');
    return model;
  });
}

/** The live copy. Created if there is none, or if the declared collections have changed. */
function liveCopy(sqlite: Sqlite, model: NumberedModel): Copy {
  const known = findLiveCopy(sqlite, model);
  if (known !== undefined) return known;
  return sqlite.transaction(() => {
    const meanwhile = findLiveCopy(sqlite, model);
    if (meanwhile !== undefined) return meanwhile;
    dropCopies(sqlite, model.name, 'version = ? AND live = 1', [model.number]);
    const copy = createCopy(sqlite, model, true);
    recordChange(sqlite, copy, 0n, 'everything');
    return copy;
  });
}

/** Reads the copy that is live at the time of each call. */
function readerOf(sqlite: Sqlite, model: NumberedModel): ReadModelReader {
  const withCopy = followingReads(sqlite, model);
  return {
    ...createReader(sqlite, withCopy),
    checkpoint: async () =>
      withCopy((copy) => {
        const state = stateOf(sqlite, copy);
        if (state === undefined) throw new CopyGone();
        return state.checkpoint;
      }),
  };
}

/** A swap here or in another process drops the old tables. Readers notice it by that, without a check per call. */
function followingReads(sqlite: Sqlite, model: NumberedModel): WithCopy {
  let copy = liveCopy(sqlite, model);
  return (work) => {
    let index: string | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        // An unfinished copy has only the indexes that queries have needed.
        if (index !== undefined) finishCopy(sqlite, model, copy, index);
        return work(copy);
      } catch (error) {
        index = missingIndex(error);
        if ((index === undefined && !isMissingTable(error)) || tries === 3) throw error;
        if (index === undefined) copy = liveCopy(sqlite, model);
      }
    }
  };
}

/** A writer follows a swap made here automatically; one made elsewhere, when it reads the checkpoint: CopyReplaced. */
function followingWrites({ sqlite, model, successors, bulkLoads }: CopyDeps): WriterTarget {
  let copy = liveCopy(sqlite, model);
  let finished: Copy | undefined;
  if (stateOf(sqlite, copy)?.checkpoint === undefined) bulkLoads.began(copy);
  const current = () => {
    for (let next = successors.get(copy.id); next !== undefined; next = successors.get(copy.id)) copy = next;
    return copy;
  };
  return {
    current,
    refresh() {
      const before = copy.id;
      copy = liveCopy(sqlite, model);
      return copy.id !== before;
    },
    addIndex: (name) => finishCopy(sqlite, model, current(), name),
    finish() {
      if (finished === current()) return;
      finishCopy(sqlite, model, copy);
      bulkLoads.over(copy);
      finished = copy;
    },
  };
}

/** Keeps this version and the one before it, which another release may still serve. */
function dropForgottenVersions(sqlite: Sqlite, { name, number }: NumberedModel): void {
  sqlite.transaction(() => {
    const forgotten =
      'version < (SELECT max(version) FROM copies known WHERE known.model = copies.model AND version < ?)';
    dropCopies(sqlite, name, forgotten, [number]);
  });
}

function startRebuild(deps: CopyDeps, committed: () => void): Rebuild {
  const { sqlite, model, successors, bulkLoads } = deps;
  const copy = sqlite.transaction(() => {
    dropCopies(sqlite, model.name, 'version = ? AND live = 0', [model.number]);
    return createCopy(sqlite, model, false);
  });
  const finish = (index?: string) => finishCopy(sqlite, model, copy, index);
  bulkLoads.began(copy);
  let swapped = false;

  return {
    copy: createBulkWriter({ sqlite, copy, finish }),

    async swap() {
      if (swapped) return;
      const before = findLiveCopy(sqlite, model);
      if (stateOf(sqlite, copy) === undefined) throw new CopyReplaced(model.name);
      // Before the swap, so that no reader waits for it.
      finish();
      sqlite.transaction(() => {
        const state = stateOf(sqlite, copy);
        if (state === undefined) throw new CopyReplaced(model.name);
        dropCopies(sqlite, model.name, 'version = ? AND live = 1', [model.number]);
        sqlite.run('UPDATE copies SET live = 1 WHERE id = ?', [copy.id]);
        recordChange(sqlite, copy, state.checkpoint?.position ?? 0n, 'everything');
      });
      swapped = true;
      bulkLoads.over(copy);
      if (before !== undefined) successors.set(before.id, copy);
      committed();
    },

    async [Symbol.asyncDispose]() {
      if (swapped) return;
      bulkLoads.over(copy);
      sqlite.transaction(() => dropCopies(sqlite, model.name, 'id = ?', [copy.id]));
    },
  };
}
