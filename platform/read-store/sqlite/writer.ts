import { nothingWritten, withIdsOf } from '../changed-ids.ts';
import { recordChange } from './changes.ts';
import type { CommitInGroup } from '../../sqlite/commit-group.ts';
import { stateOf, type Copy, type CopyState } from './copies.ts';
import { CopyReplaced, type Checkpoint, type ReadModelWriter, type Write } from '../port.ts';
import { createReader, createStoredReader, type WithCopy } from './reader.ts';
import { missingIndex, replacedOr, type Sqlite } from './sqlite.ts';
import { writeDocuments } from './write-documents.ts';

/** The live copy that a writer uses, and how the writer learns that another one has replaced it. */
export interface WriterTarget {
  current(): Copy;
  /** Switches to the copy that is live now; returns true if it is another one. */
  refresh(): boolean;
  /** Creates an index that a query needs. */
  addIndex(name: string): void;
  finish(): void;
}

export function createWriter(
  sqlite: Sqlite,
  target: WriterTarget,
  commitInGroup: CommitInGroup,
): ReadModelWriter {
  const withCopy: WithCopy = (work) => {
    const copy = target.current();
    for (let index: string | undefined; ;) {
      try {
        if (index !== undefined) target.addIndex(index);
        return work(copy);
      } catch (error) {
        const missing = index === undefined ? missingIndex(error) : undefined;
        if (missing === undefined) throw replacedOr(error, copy);
        index = missing;
      }
    }
  };
  const reader = createReader(sqlite, withCopy);
  /** Ids written since the checkpoint. */
  let written = nothingWritten;

  /** Must run inside a transaction. */
  const put = (write: Write): { copy: Copy; state: CopyState; foreign: boolean } => {
    const copy = target.current();
    const state = stateOf(sqlite, copy);
    if (state === undefined) throw new CopyReplaced(copy.model);
    const foreign = state.unfinished && written === nothingWritten;
    writeDocuments(sqlite, copy, true, write);
    return { copy, state, foreign };
  };

  return {
    ...reader,
    stored: createStoredReader(sqlite, withCopy),

    checkpoint: async () => {
      if (target.refresh()) written = nothingWritten;
      return reader.checkpoint();
    },

    write: async (write) => {
      if (write.puts.length + write.deletes.length === 0) return;
      sqlite.transaction(() => {
        const { copy } = put(write);
        sqlite.run('UPDATE copies SET unfinished = 1 WHERE id = ?', [copy.id]);
      });
      written = withIdsOf(written, write);
    },

    commit: async (write, checkpoint) => {
      await commitInGroup(() => {
        const { copy, state, foreign } = put(write);
        if (isBehind(checkpoint, state.checkpoint)) return;
        sqlite.run('UPDATE copies SET log_id = ?, position = ?, unfinished = 0 WHERE id = ?', [
          checkpoint.logId,
          checkpoint.position,
          copy.id,
        ]);
        recordChange(sqlite, copy, checkpoint.position, foreign ? 'everything' : withIdsOf(written, write));
      });
      written = nothingWritten;
    },

    finish: async () => withCopy(() => target.finish()),
  };
}

/** A writer that has lost its lease must not set the checkpoint back. */
const isBehind = (checkpoint: Checkpoint, stored: Checkpoint | undefined) =>
  stored?.logId === checkpoint.logId && checkpoint.position < stored.position;
