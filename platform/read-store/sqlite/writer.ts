import { nothingWritten, withIdsOf } from '../changed-ids.ts';
import { recordChange } from './changes.ts';
import type { CommitInGroup } from '../../sqlite/commit-group.ts';
import { stateOf, type Generation, type GenerationState } from './generations.ts';
import { GenerationReplaced, type Checkpoint, type ReadModelWriter, type Write } from '../port.ts';
import { createReader, createStoredReader, type WithGeneration } from './reader.ts';
import { replacedOr, withIndexes, type Sqlite } from './sqlite.ts';
import { writeDocuments } from './write-documents.ts';

/** The generation that a writer uses, and how the writer learns that another one has replaced it. */
export interface WriterTarget {
  /** Whether it is the live generation. Otherwise no reader is notified of its changes. */
  readonly isLive: boolean;
  current(): Generation;
  /** Switches to the generation that is live now; returns true if it is another one. */
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
  const withGeneration: WithGeneration = (work) => {
    const generation = target.current();
    try {
      return withIndexes(
        () => work(generation),
        (index) => target.addIndex(index),
      );
    } catch (error) {
      throw replacedOr(error, generation);
    }
  };
  const reader = createReader(sqlite, withGeneration);
  /** Ids written since the checkpoint. */
  let written = nothingWritten;

  /** Must run inside a transaction. */
  const put = (write: Write): { generation: Generation; state: GenerationState; foreign: boolean } => {
    const generation = target.current();
    const state = stateOf(sqlite, generation);
    if (state === undefined) throw new GenerationReplaced(generation.model);
    const foreign = state.unfinished && written === nothingWritten;
    writeDocuments(sqlite, generation, target.isLive, write);
    return { generation, state, foreign };
  };

  return {
    ...reader,
    stored: createStoredReader(sqlite, withGeneration),

    checkpoint: async () => {
      if (target.refresh()) written = nothingWritten;
      return reader.checkpoint();
    },

    write: async (write) => {
      if (write.puts.length + write.deletes.length === 0) return;
      sqlite.transaction(() => {
        const { generation } = put(write);
        sqlite.run('UPDATE copies SET unfinished = 1 WHERE id = ?', [generation.id]);
      });
      written = withIdsOf(written, write);
    },

    commit: async (write, checkpoint) => {
      await commitInGroup(() => {
        const { generation, state, foreign } = put(write);
        if (isBehind(checkpoint, state.checkpoint)) return;
        sqlite.run('UPDATE copies SET log_id = ?, position = ?, unfinished = 0 WHERE id = ?', [
          checkpoint.logId,
          checkpoint.position,
          generation.id,
        ]);
        if (target.isLive)
          recordChange(
            sqlite,
            generation,
            checkpoint.position,
            foreign ? 'everything' : withIdsOf(written, write),
          );
      });
      written = nothingWritten;
    },

    finish: async () => withGeneration(() => target.finish()),
  };
}

/** A writer that has lost its lease must not set the checkpoint back. */
const isBehind = (checkpoint: Checkpoint, stored: Checkpoint | undefined) =>
  stored?.logId === checkpoint.logId && checkpoint.position < stored.position;
