import { type Notifier, createNotifier, isAborted } from '../../concurrency/waiting.ts';
import { allChanged, pruneEvery, keptChanges, toReported, type Written } from '../changed-ids.ts';
import type { Generation, NumberedModel } from './generations.ts';
import type { Change } from '../port.ts';
import type { Sqlite } from './sqlite.ts';

/** Changes that a follower reads at once. */
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

/** Changes of the model from the call on. */
export function followChanges(
  sqlite: Sqlite,
  commits: Notifier,
  { name, version, number }: NumberedModel,
  signal: AbortSignal,
): AsyncIterable<Change> {
  let seen = newestIn(sqlite);

  const everything = (): Change => {
    const [row] = sqlite.rows(
      'SELECT CAST(position AS TEXT) FROM copies WHERE model = ? AND version = ? AND live = 1',
      [name, number],
    );
    return { model: name, version, position: BigInt(row?.[0] ?? 0), ...allChanged };
  };

  const next = (): Change[] => {
    const newest = newestIn(sqlite);
    const [oldest] = sqlite.rows('SELECT min(seq) FROM changes');
    if (Number(oldest?.[0] ?? 0) > seen + 1) {
      seen = newest;
      return [everything()];
    }
    const rows = sqlite.rows(
      `SELECT seq, CAST(position AS TEXT), ids, everything, shown FROM changes
       WHERE seq > ? AND seq <= ? AND model = ? AND version = ? ORDER BY seq LIMIT ?`,
      [seen, newest, name, number, page],
    );
    seen = rows.length < page ? newest : Number(rows.at(-1)?.[0]);
    return rows.map(([, position, ids, everything, shown]) => ({
      model: name,
      version,
      position: BigInt(position ?? 0),
      // Written by recordChange.
      ids: sqlite.json(ids) as Change['ids'],
      everything: everything === 1,
      shown: sqlite.json(shown) as Change['shown'],
    }));
  };

  return (async function* follow() {
    while (!signal.aborted && !commits.ended) {
      const found = next();
      for (const change of found) {
        if (isAborted(signal)) return;
        yield change;
      }
      // No commit is missed: none can be made here between the query and this line, and one made elsewhere leaves a
      // data version that the poll has not seen.
      if (found.length === 0) await commits.after(commits.count, signal);
    }
  })();
}

const newestIn = (sqlite: Sqlite): number => Number(sqlite.rows('SELECT max(seq) FROM changes')[0]?.[0] ?? 0);
