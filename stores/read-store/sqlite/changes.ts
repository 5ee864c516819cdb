import { type Notifier, createNotifier } from '../../waiting.ts';
import { allChanged, pruneEvery, keptChanges, toReported, type Written } from '../changed-ids.ts';
import type { Copy } from './copies.ts';
import type { Change, ReadModelDeclaration } from '../port.ts';
import type { Sqlite } from './sqlite.ts';

const page = 100;

/** Notes a commit for the readers, here and in other processes. Inside the commit's transaction. */
export function recordChange(
  sqlite: Sqlite,
  copy: Pick<Copy, 'model' | 'version'>,
  position: bigint,
  written: Written | 'everything',
): void {
  const { ids, everything, shown } = toReported(written);
  const [row] = sqlite.rows(
    'INSERT INTO changes (model, version, position, ids, everything, shown) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq',
    [copy.model, copy.version, position, JSON.stringify(ids), everything ? 1 : 0, JSON.stringify(shown)],
  );
  const seq = Number(row?.[0]);
  if (seq % pruneEvery === 0) sqlite.run('DELETE FROM changes WHERE seq <= ?', [seq - keptChanges]);
}

/** Tells of commits: at once of those made here, by polling of those of other processes. */
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

/** Changes of the model from the moment of this call on. */
export function followChanges(
  sqlite: Sqlite,
  { name, version }: ReadModelDeclaration,
  commits: Notifier,
  signal: AbortSignal,
): AsyncIterable<Change> {
  const newest = () => Number(sqlite.rows('SELECT max(seq) FROM changes')[0]?.[0] ?? 0);
  let seen = newest();

  const fellBehind = () => Number(sqlite.rows('SELECT min(seq) FROM changes')[0]?.[0] ?? 0) > seen + 1;

  const everything = (): Change => {
    seen = newest();
    const [row] = sqlite.rows(
      'SELECT CAST(position AS TEXT) FROM copies WHERE model = ? AND version = ? AND live = 1',
      [name, version],
    );
    return { model: name, version, position: BigInt(row?.[0] ?? 0), ...allChanged };
  };

  const nextChanges = () =>
    sqlite.rows(
      `SELECT seq, CAST(position AS TEXT), ids, everything, shown FROM changes
       WHERE seq > ? AND model = ? AND version = ? ORDER BY seq LIMIT ?`,
      [seen, name, version, page],
    );

  return (async function* follow() {
    while (!signal.aborted && !commits.ended) {
      if (fellBehind()) {
        yield everything();
        continue;
      }
      const upTo = newest();
      const rows = nextChanges();
      for (const [seq, position, ids, all, shownIds] of rows) {
        if (signal.aborted) return;
        seen = Number(seq);
        // recordChange wrote them.
        const changed = sqlite.json(ids) as Change['ids'];
        const shown = sqlite.json(shownIds) as Change['shown'];
        const everything = all === 1;
        yield { model: name, version, position: BigInt(position ?? 0), ids: changed, everything, shown };
      }
      if (rows.length > 0) continue;
      seen = upTo;
      // No commit is missed: none made here can fall between the look and this line, and one made elsewhere
      // leaves a data version that the poll has not seen.
      await commits.after(commits.count, signal);
    }
  })();
}
