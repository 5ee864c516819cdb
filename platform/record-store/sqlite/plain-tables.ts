// Tables whose rules involve no other table.

import type { Provider } from '#contracts/shared/providers';
import {
  IdentityTaken,
  type ProviderIdentity,
  type RecordStore,
  type OutboxEmail,
  type ReportNote,
} from '../port.ts';
import { isConstraint, type Connection } from './database.ts';

interface IdentityRow {
  readonly provider: string;
  readonly subject: string;
  readonly user_id: string;
}

/** Providers' identities in the file of a connection, as durable as the connection. */
export function createIdentities(connection: Connection): RecordStore['identities'] {
  const columns = 'SELECT provider, subject, user_id FROM identities';
  const bySubject = connection.prepare<IdentityRow>(`${columns} WHERE provider = ? AND subject = ?`);
  const byUser = connection.prepare<IdentityRow>(`${columns} WHERE user_id = ? ORDER BY provider`);
  const insert = connection.prepare('INSERT INTO identities (provider, subject, user_id) VALUES (?, ?, ?)');
  const remove = connection.prepare('DELETE FROM identities WHERE provider = ? AND subject = ?');

  return {
    accountOf: async (provider, subject) => bySubject.get(provider, subject)?.user_id,
    of: async (userId) => byUser.all(userId).map(toIdentity),
    add: async ({ provider, subject, userId }) => {
      try {
        insert.run(provider, subject, userId);
      } catch (error) {
        if (!isConstraint(error)) throw error;
        if (bySubject.get(provider, subject)?.user_id === userId) return;
        throw new IdentityTaken('The identity or its place is taken', { cause: error });
      }
    },
    remove: async (provider, subject) => {
      remove.run(provider, subject);
    },
  };
}

const toIdentity = ({ provider, subject, user_id: userId }: IdentityRow): ProviderIdentity => ({
  // The cast is safe: only this file writes the column.
  provider: provider as Provider,
  subject,
  userId,
});

const emailColumns = 'id, kind, user_id AS userId, content, since, due_at AS dueAt, attempts';

/** Emails in the file of a connection, as durable as the connection. */
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
  const due = connection.prepare<OutboxEmail>(
    `SELECT ${emailColumns} FROM letters WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
  );
  const dueOf = connection.prepare<OutboxEmail>(
    `SELECT ${emailColumns} FROM letters WHERE user_id = ? AND kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
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

/** What people wrote in addition to the reasons of their reports, in the file of a connection. */
export function createReportNotes(connection: Connection): RecordStore['reportNotes'] {
  const columns = 'report_id AS reportId, user_id AS userId, text';
  const insert = connection.prepare(
    'INSERT INTO report_notes (report_id, user_id, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const byIds = connection.prepare<ReportNote>(
    `SELECT ${columns} FROM report_notes WHERE report_id IN (SELECT value FROM json_each(?))`,
  );
  const ofUser = connection.prepare<ReportNote>(`SELECT ${columns} FROM report_notes WHERE user_id = ?`);

  return {
    put: async ({ reportId, userId, text }) => {
      insert.run(reportId, userId, text);
    },
    getMany: async (reportIds) => byIds.all(JSON.stringify(reportIds)),
    of: async (userId) => ofUser.all(userId),
  };
}
