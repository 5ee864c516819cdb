import { acquireStoreLease, isStoreLeased } from '../../sqlite/lease.ts';
import { createCommitGroup, type CommitInGroup } from '../../sqlite/commit-group.ts';
import { openThreadChannel } from '../../concurrency/waiting.ts';
import { createCommitNotifier, followChanges, recordChange } from './changes.ts';
import {
  createGeneration,
  dropGenerations,
  findLiveGeneration,
  finishGeneration,
  nextNumber,
  numberOf,
  stateOf,
  type Generation,
  type NumberedModel,
} from './generations.ts';
import { emptyWal, openReadModelFile, prepareToWrite, type OpenFile } from './open-file.ts';
import { GenerationReplaced, type ReadModelDeclaration, type ReadStore, type Rebuild } from '../port.ts';
import { createReader, type WithGeneration } from './reader.ts';
import { isMissingTable, withIndexes, type Sqlite } from './sqlite.ts';
import { createWriter, type WriterTarget } from './writer.ts';

export interface EmbeddedReadStoreOptions extends Omit<OpenFile, 'now'> {
  /** Milliseconds between two checks for commits by other processes. */
  readonly pollMs?: number;
  readonly now?: () => number;
}

/**
 * The read models in one SQLite file that several processes may open. Each collection of each generation is a table of
 * JSON documents with a column per declared field. The file is disposable, because it is built from the log.
 * @throws StoreUnavailable when the file cannot be opened
 */
export async function openEmbeddedReadStore(options: EmbeddedReadStoreOptions): Promise<ReadStore> {
  const { path, pollMs = 25, now = Date.now } = options;
  const sqlite = await openReadModelFile({ ...options, now });
  const commits = createCommitNotifier(sqlite, pollMs);
  const others = openThreadChannel(path, commits.notify);
  const committed = () => {
    others.tell();
    commits.notify();
  };
  const commitInGroup = createCommitGroup((work) => sqlite.transaction(work), committed);
  const successors = new Map<number, Generation>();
  let writing: Promise<AsyncDisposable> | undefined;
  const prepare = () =>
    (writing ??= prepareToWrite(sqlite, path).catch((error: unknown) => {
      writing = undefined;
      throw error;
    }));

  return {
    reader: async (model) => createReader(sqlite, followingReads(sqlite, numbered(sqlite, model))),

    writer: async (declared) => {
      await prepare();
      const model = numbered(sqlite, declared);
      const target = followingWrites({ sqlite, model, successors });
      dropForgottenVersions(sqlite, model);
      return createWriter(sqlite, target, commitInGroup);
    },

    rebuild: async (declared) => {
      await prepare();
      const model = numbered(sqlite, declared);
      return startRebuild({ sqlite, model, successors, commitInGroup }, committed);
    },
    changes: (model, signal) => followChanges(sqlite, commits, numbered(sqlite, model), signal),
    lease: (name, signal) => acquireStoreLease(path, name, signal),
    isLeased: async (name) => isStoreLeased(path, name),

    ping: async () => {
      sqlite.rows('SELECT count(*) FROM copies');
    },

    async [Symbol.asyncDispose]() {
      commits[Symbol.dispose]();
      try {
        await (await writing)?.[Symbol.asyncDispose]();
      } finally {
        writing = undefined;
        emptyWal(sqlite);
        sqlite.close();
        // Must come last, because until then a commit may still be reported.
        others[Symbol.dispose]();
      }
    },
  };
}

interface GenerationDeps {
  readonly sqlite: Sqlite;
  readonly model: NumberedModel;
  /** Maps the id of each generation that was replaced here to its successor. */
  readonly successors: Map<number, Generation>;
}

/** Gives a version that is new to this file the next number, and creates an empty generation for it. */
function numbered(sqlite: Sqlite, declared: ReadModelDeclaration): NumberedModel {
  const known = numberOf(sqlite, declared);
  if (known !== undefined) return { ...declared, number: known };
  return sqlite.transaction(() => {
    const meanwhile = numberOf(sqlite, declared);
    const model = { ...declared, number: meanwhile ?? nextNumber(sqlite, declared) };
    if (meanwhile === undefined)
      recordChange(sqlite, createGeneration(sqlite, model, true), 0n, 'everything');
    return model;
  });
}

/** The live generation. Created if there is none, or if the declared collections have changed. */
function liveGeneration(sqlite: Sqlite, model: NumberedModel): Generation {
  const known = findLiveGeneration(sqlite, model);
  if (known !== undefined) return known;
  return sqlite.transaction(() => {
    const meanwhile = findLiveGeneration(sqlite, model);
    if (meanwhile !== undefined) return meanwhile;
    dropGenerations(sqlite, model.name, 'version = ? AND live = 1', [model.number]);
    const generation = createGeneration(sqlite, model, true);
    recordChange(sqlite, generation, 0n, 'everything');
    return generation;
  });
}

/**
 * Reads the generation that is live at the time of each call. A swap here or in another process drops the old tables:
 * readers notice the missing tables, without a check per call.
 */
function followingReads(sqlite: Sqlite, model: NumberedModel): WithGeneration {
  let generation = liveGeneration(sqlite, model);
  return (work) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return withIndexes(
          () => work(generation),
          (index) => finishGeneration(sqlite, model, generation, index),
        );
      } catch (error) {
        if (!isMissingTable(error) || tries === 3) throw error;
        generation = liveGeneration(sqlite, model);
      }
    }
  };
}

/**
 * A writer follows a swap of this process automatically. After one elsewhere it throws GenerationReplaced until
 * `refresh`.
 */
function followingWrites({ sqlite, model, successors }: GenerationDeps): WriterTarget {
  let generation = liveGeneration(sqlite, model);
  let finished: Generation | undefined;
  const current = () => {
    for (let next = successors.get(generation.id); next !== undefined; next = successors.get(generation.id))
      generation = next;
    return generation;
  };
  return {
    isLive: true,
    current,
    refresh() {
      const before = generation.id;
      generation = liveGeneration(sqlite, model);
      return generation.id !== before;
    },
    addIndex: (name) => finishGeneration(sqlite, model, current(), name),
    finish() {
      if (finished === current()) return;
      finishGeneration(sqlite, model, generation);
      finished = generation;
    },
  };
}

/** Keeps this version and the one before it, which another release may still serve. */
function dropForgottenVersions(sqlite: Sqlite, { name, number }: NumberedModel): void {
  sqlite.transaction(() => {
    const forgotten =
      'version < (SELECT max(version) FROM copies known WHERE known.model = copies.model AND version < ?)';
    dropGenerations(sqlite, name, forgotten, [number]);
  });
}

function startRebuild(
  { sqlite, model, successors, commitInGroup }: GenerationDeps & { readonly commitInGroup: CommitInGroup },
  committed: () => void,
): Rebuild {
  const generation = sqlite.transaction(() => {
    dropGenerations(sqlite, model.name, 'version = ? AND live = 0', [model.number]);
    return createGeneration(sqlite, model, false);
  });
  const finish = (index?: string) => finishGeneration(sqlite, model, generation, index);
  const target = { isLive: false, current: () => generation, refresh: () => false, addIndex: finish, finish };
  let swapped = false;

  return {
    generation: createWriter(sqlite, target, commitInGroup),

    async swap() {
      if (swapped) return;
      const before = findLiveGeneration(sqlite, model);
      if (stateOf(sqlite, generation) === undefined) throw new GenerationReplaced(model.name);
      // Done before the swap, so that no reader waits for it.
      finish();
      sqlite.transaction(() => {
        const state = stateOf(sqlite, generation);
        if (state === undefined) throw new GenerationReplaced(model.name);
        dropGenerations(sqlite, model.name, 'version = ? AND live = 1', [model.number]);
        sqlite.run('UPDATE copies SET live = 1 WHERE id = ?', [generation.id]);
        recordChange(sqlite, generation, state.checkpoint?.position ?? 0n, 'everything');
      });
      swapped = true;
      if (before !== undefined) successors.set(before.id, generation);
      committed();
    },

    async [Symbol.asyncDispose]() {
      if (swapped) return;
      sqlite.transaction(() => dropGenerations(sqlite, model.name, 'id = ?', [generation.id]));
    },
  };
}
