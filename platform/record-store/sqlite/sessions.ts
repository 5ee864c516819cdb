import { isCurrent, type RecordStore, type Session, type SessionData } from '../port.ts';
import { toAccount } from './accounts.ts';
import type { Connection } from './database.ts';
import { createNotedFeed } from './noted-feed.ts';

interface Row {
  readonly sid: string;
  readonly sess: string;
  readonly expire: number;
}

/**
 * Sessions in the file of a connection, as durable as the connection. Feeds of ended sessions end when `closing` is
 * aborted. `tell`: call it when another part of the store has written sessions.
 */
export function createSessions(
  connection: Connection,
  closing: AbortSignal,
): { readonly sessions: RecordStore['sessions']; readonly tell: () => void } {
  const put = connection.prepare(
    `INSERT INTO sessions (sid, sess, expire) VALUES (?, ?, ?)
     ON CONFLICT (sid) DO UPDATE SET sess = excluded.sess, expire = excluded.expire`,
  );
  const get = connection.prepare<Row>('SELECT sid, sess, expire FROM sessions WHERE sid = ? AND expire > ?');
  const replace = connection.prepare(
    "UPDATE sessions SET sess = ?, expire = ? WHERE sid = ? AND sess ->> '$.refreshHash' = ?",
  );
  const remove = connection.prepare('DELETE FROM sessions WHERE sid = ?');
  const removeOf = connection.prepare(
    `DELETE FROM sessions WHERE sess ->> '$.userId' = ? AND sid <> ? AND coalesce(sess ->> '$.version', 0) <= ?`,
  );
  const of = connection.prepare<Row>(
    `SELECT sid, sess, expire FROM sessions WHERE sess ->> '$.userId' = ? AND expire > ?
     ORDER BY sess ->> '$.createdAt' DESC, sid LIMIT ?`,
  );
  const ended = createNotedFeed(connection, closing, { table: 'ended_sessions', column: 'sid' });

  /** The schema's triggers have noted the ended sessions, so the feeds only need to read the notes. */
  const andTell = <T>(result: T): T => {
    ended.notify();
    return result;
  };

  const sessions: RecordStore['sessions'] = {
    put: async ({ sid, sess, expire }) => void andTell(put.run(sid, JSON.stringify(sess), expire)),
    get: async (sid, now) => get.all(sid, now).map(toSession)[0],
    replace: async ({ sid, sess, expire }, refreshHash) =>
      andTell(replace.run(JSON.stringify(sess), expire, sid, refreshHash)) === 1,
    delete: async (sid) => void andTell(remove.run(sid)),
    deleteOf: async (userId, { sid, version } = { sid: '', version: Number.MAX_SAFE_INTEGER }) =>
      void andTell(removeOf.run(userId, sid, version)),
    of: async (userId, now, limit) => of.all(userId, now, limit).map(toSession),
    ended: ended.follow,
  };
  return { sessions, tell: ended.notify };
}

// The cast is safe: only this file writes the column.
const toSession = ({ sid, sess, expire }: Row): Session => ({
  sid,
  sess: JSON.parse(sess) as SessionData,
  expire,
});

interface SignedInRow extends Row {
  readonly account: string;
}

/**
 * Reads a session together with its account, which every request needs. Reads the file each time, so that writes of
 * other processes take effect at once.
 */
export function createSignedIn(connection: Connection): RecordStore['signedIn'] {
  const read = connection.prepare<SignedInRow>(
    `SELECT sid, sess, expire, account FROM sessions CROSS JOIN accounts ON accounts.id = sess ->> '$.userId'
     WHERE sid = ? AND expire > ?`,
  );
  return async (sid, now) => {
    const row = read.get(sid, now);
    if (row === undefined) return undefined;
    const found = { session: toSession(row), account: toAccount(row) };
    return isCurrent(found.session, found.account) ? found : undefined;
  };
}
