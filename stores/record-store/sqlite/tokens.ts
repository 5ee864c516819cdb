import type { LinkToken, RecordStore } from '../port.ts';
import type { Connection } from './database.ts';

type Row = Omit<LinkToken, 'isMailed'> & { readonly isMailed: number };

const columns = 'hash, kind, user_id AS userId, version, is_mailed AS isMailed, expire';

/** Tokens in the file of a connection, as durable as the connection. */
export function createTokens(connection: Connection): RecordStore['tokens'] {
  const insert = connection.prepare(
    `INSERT INTO tokens (hash, kind, user_id, is_mailed, expire, version)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?3)`,
  );
  const get = connection.prepare<Row>(
    `SELECT ${columns} FROM tokens WHERE hash = ? AND kind = ? AND expire > ?`,
  );
  // A single statement, so that only one of several callers gets it.
  const take = connection.prepare<Row>(
    `DELETE FROM tokens WHERE hash = ? AND kind = ? AND expire > ? RETURNING ${columns}`,
  );
  const removeOf = connection.prepare('DELETE FROM tokens WHERE user_id = ? AND kind = ?');

  return {
    put: async ({ hash, kind, userId, version, isMailed, expire }) =>
      void insert.run(hash, kind, userId, isMailed ? 1 : 0, expire, version),
    get: async (hash, kind, now) => get.all(hash, kind, now).map(toToken)[0],
    take: async (hash, kind, now) => take.all(hash, kind, now).map(toToken)[0],
    removeOf: async (userId, kind) => void removeOf.run(userId, kind),
  };
}

const toToken = (row: Row): LinkToken => ({ ...row, isMailed: row.isMailed === 1 });
