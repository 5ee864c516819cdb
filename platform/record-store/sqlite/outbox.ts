import type { Letter, RecordStore } from '../port.ts';
import type { Connection } from './database.ts';

const columns = 'id, kind, user_id AS userId, content, since, due_at AS dueAt, attempts';

/** Letters in the file of a connection, as durable as the connection. */
export function createOutbox(connection: Connection): RecordStore['outbox'] {
  const insert = connection.prepare(
    `INSERT INTO letters (id, kind, user_id, content, since, due_at, attempts)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
     WHERE ?3 IS NULL OR (
       EXISTS (SELECT 1 FROM accounts WHERE id = ?3)
       AND (SELECT count(*) FROM letters WHERE user_id = ?3 AND due_at IS NOT NULL) < ?8
     )
     ON CONFLICT DO NOTHING`,
  );
  const due = connection.prepare<Letter>(
    `SELECT ${columns} FROM letters WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
  );
  const dueOf = connection.prepare<Letter>(
    `SELECT ${columns} FROM letters WHERE user_id = ? AND kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
  );
  const take = connection.prepare(
    'UPDATE letters SET attempts = attempts + 1, due_at = ? WHERE id = ? AND attempts = ? AND due_at IS NOT NULL',
  );
  const close = connection.prepare(
    "UPDATE letters SET content = '', due_at = NULL, closed_at = ? WHERE id = ? AND due_at IS NOT NULL",
  );

  return {
    add: async ({ id, kind, userId, content, since, dueAt, attempts }, most) =>
      void insert.run(id, kind, userId, content, since, dueAt, attempts, most),
    due: async (now, limit) => due.all(now, limit),
    dueOf: async (userId, kind, now, limit) => dueOf.all(userId, kind, now, limit),
    take: async ({ id, attempts }, dueAt) => take.run(dueAt, id, attempts) === 1,
    close: async (id, now) => void close.run(now, id),
  };
}
