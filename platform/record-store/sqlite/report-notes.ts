import type { RecordStore, ReportNote } from '../port.ts';
import type { Connection } from './database.ts';

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
