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

/** Wakes those who wait for commits: at once for commits made here, by polling for those of other processes. */
export interface CommitSignal extends Disposable {
  readonly raise: () => void;
  /** Fulfilled at the next commit, or when the signal is aborted or this is disposed of. */
  next(signal: AbortSignal): Promise<void>;
  readonly ended: boolean;
}

export function createCommitSignal(sqlite: Sqlite, pollMs: number): CommitSignal {
  const waiting = new Set<() => void>();
  const dataVersion = () => sqlite.rows('PRAGMA data_version')[0]?.[0];
  let seen = dataVersion();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const raise = () => {
    for (const wake of waiting) wake();
  };
  const poll = () => {
    try {
      const version = dataVersion();
      if (version === seen) return;
      seen = version;
    } catch {
      // Those who wait meet the same error when they look, and have someone to tell it to.
    }
    raise();
  };
  const settle = () => {
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    raise,
    get ended() {
      return ended;
    },
    next: (signal) =>
      new Promise((resolve) => {
        if (ended || signal.aborted) {
          resolve();
          return;
        }
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          settle();
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
        timer ??= setInterval(poll, pollMs);
      }),
    [Symbol.dispose]() {
      ended = true;
      raise();
    },
  };
}

/** Changes of the model from the moment of this call on. */
export function followChanges(
  sqlite: Sqlite,
  { name, version }: ReadModelDeclaration,
  commits: CommitSignal,
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
      await commits.next(signal);
    }
  })();
}
