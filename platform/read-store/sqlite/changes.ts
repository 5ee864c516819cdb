import { type Notifier, createNotifier, isAborted } from '../../concurrency/waiting.ts';
import { allChanged, pruneEvery, keptChanges, toReported, type Written } from '../changed-ids.ts';
import type { Generation, NumberedModel } from './generations.ts';
import type { Change } from '../port.ts';
import type { Sqlite } from './sqlite.ts';

/** Changes kept in memory, for followers that are a little behind. */
const kept = 256;
const page = 100;

/** Records a commit for the readers, here and in other processes. Must run inside the commit's transaction. */
export function recordChange(
  sqlite: Sqlite,
  generation: Pick<Generation, 'model' | 'number'>,
  position: bigint,
  written: Written | 'everything',
): void {
  const { ids, everything, shown } = toReported(written);
  const [row] = sqlite.rows(
    'INSERT INTO changes (model, version, position, ids, everything, shown) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq',
    [
      generation.model,
      generation.number,
      position,
      JSON.stringify(ids),
      everything ? 1 : 0,
      JSON.stringify(shown),
    ],
  );
  const seq = Number(row?.[0]);
  if (seq % pruneEvery === 0) sqlite.run('DELETE FROM changes WHERE seq <= ?', [seq - keptChanges]);
}

/** Notifies of commits: at once of those made here, by polling of those made by other processes. */
export function createCommitNotifier(sqlite: Sqlite, pollMs: number): Notifier {
  const dataVersion = () => sqlite.rows('PRAGMA data_version')[0]?.[0];
  let seen = dataVersion();
  return createNotifier({
    every: () => pollMs,
    hasNews() {
      const version = dataVersion();
      if (version === seen) return false;
      seen = version;
      return true;
    },
  });
}

interface Numbered {
  readonly seq: number;
  /** The number of the model's version. */
  readonly number: number;
  readonly change: Omit<Change, 'version'>;
}

/** The newest changes of all models, read from the file once for all followers. */
export interface NewestChanges {
  /** All changes after that one that this process has read; undefined when they are no longer in memory. */
  after(seq: number): readonly Numbered[] | undefined;
}

export function createNewestChanges(sqlite: Sqlite, commits: Notifier): NewestChanges {
  let changes: readonly Numbered[] = [];
  let last = newestIn(sqlite);
  let deliveredAt = commits.count;

  function deliver(): void {
    if (deliveredAt === commits.count) return;
    const count = commits.count;
    const found = readChanges(sqlite, last, kept);
    const isAll = found.length < kept;
    last = isAll ? (found.at(-1)?.seq ?? last) : newestIn(sqlite);
    changes = isAll ? [...changes, ...found].slice(-kept) : [];
    deliveredAt = count;
  }

  return {
    after(seq) {
      deliver();
      if (seq >= last) return [];
      const [first] = changes;
      return first === undefined || first.seq > seq + 1
        ? undefined
        : changes.filter((each) => each.seq > seq);
    },
  };
}

/** Changes of the model from the call on. */
export function followChanges(
  { sqlite, commits, newest }: FollowDeps,
  { name, version, number }: NumberedModel,
  signal: AbortSignal,
): AsyncIterable<Change> {
  let seen = newestIn(sqlite);

  const fellBehind = () => Number(sqlite.rows('SELECT min(seq) FROM changes')[0]?.[0] ?? 0) > seen + 1;

  const everything = (): Change => {
    seen = newestIn(sqlite);
    const [row] = sqlite.rows(
      'SELECT CAST(position AS TEXT) FROM copies WHERE model = ? AND version = ? AND live = 1',
      [name, number],
    );
    return { model: name, version, position: BigInt(row?.[0] ?? 0), ...allChanged };
  };

  return (async function* follow() {
    while (!signal.aborted && !commits.ended) {
      const inMemory = newest.after(seen);
      if (inMemory === undefined && fellBehind()) {
        yield everything();
        continue;
      }
      const found = inMemory ?? readChanges(sqlite, seen, page);
      for (const { seq, number: changed, change } of found) {
        if (isAborted(signal)) return;
        seen = seq;
        if (change.model === name && changed === number) yield { ...change, version };
      }
      // No commit is missed: none can be made here between the query and this line, and one made elsewhere leaves a
      // data version that the poll has not seen.
      if (found.length === 0) await commits.after(commits.count, signal);
    }
  })();
}

export interface FollowDeps {
  readonly sqlite: Sqlite;
  readonly commits: Notifier;
  readonly newest: NewestChanges;
}

const newestIn = (sqlite: Sqlite): number => Number(sqlite.rows('SELECT max(seq) FROM changes')[0]?.[0] ?? 0);

function readChanges(sqlite: Sqlite, after: number, limit: number): Numbered[] {
  const rows = sqlite.rows(
    `SELECT seq, model, version, CAST(position AS TEXT), ids, everything, shown FROM changes
     WHERE seq > ? ORDER BY seq LIMIT ?`,
    [after, limit],
  );
  return rows.map(([seq, model, version, position, ids, everything, shown]) => ({
    seq: Number(seq),
    number: Number(version),
    change: {
      model: String(model),
      position: BigInt(position ?? 0),
      // Written by recordChange.
      ids: sqlite.json(ids) as Change['ids'],
      everything: everything === 1,
      shown: sqlite.json(shown) as Change['shown'],
    },
  }));
}
