import type { Claim, RecordStore, StoredAnswer } from '../port.ts';
import type { Connection } from './database.ts';

interface Row {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
}

/** Claims and answers in the file of a connection. */
export function createIdempotency(connection: Connection): RecordStore['idempotency'] {
  // A single statement, so that only one of several processes gets the key. A different request never gets a dead
  // claim: the first one may have left events whose ids are derived from the key.
  const claim = connection.prepare(
    `INSERT INTO answers (key, fingerprint, at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET at = excluded.at
     WHERE status IS NULL AND fingerprint = excluded.fingerprint AND at <= ?`,
  );
  const read = connection.prepare<Row>(
    'SELECT fingerprint, status, headers, body FROM answers WHERE key = ?',
  );
  // The first answer is kept, because a client may have it already.
  const answer = connection.prepare(
    'UPDATE answers SET status = ?, headers = ?, body = ?, at = ? WHERE key = ? AND status IS NULL',
  );
  const release = connection.prepare('DELETE FROM answers WHERE key = ? AND status IS NULL');

  return {
    claim: (key, fingerprint, now, staleAfter) =>
      connection.inGroup((): Claim => {
        if (claim.run(key, fingerprint, now, now - staleAfter) === 1) return { state: 'mine' };
        const row = read.get(key);
        // The row exists: the statement before found it in the same transaction.
        if (row === undefined) throw new Error('A claim was refused, but its row does not exist');
        return toClaim(row, fingerprint);
      }),
    answer: (key, { status, headers, body }, now) =>
      connection.inGroup(() => void answer.run(status, JSON.stringify(headers), body, now, key)),
    release: (key) => connection.inGroup(() => void release.run(key)),
  };
}

function toClaim(row: Row, fingerprint: string): Claim {
  if (row.fingerprint !== fingerprint) return { state: 'other-request' };
  if (row.status === null) return { state: 'running' };
  // The cast is safe: only this file writes the column.
  const headers = JSON.parse(row.headers ?? '{}') as StoredAnswer['headers'];
  return { state: 'answered', answer: { status: row.status, headers, body: row.body ?? '' } };
}
