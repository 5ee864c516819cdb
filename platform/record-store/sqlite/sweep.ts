import { setImmediate as turn } from 'node:timers/promises';

import type { RecordStore } from '../port.ts';
import { lettersKnownFor } from '../times.ts';
import type { Connection } from './database.ts';

/** Far more than can happen between two checks by another process. */
const notesKept = 10_000;
/** Rows per statement, which limits how long the event loop is blocked. */
const batch = 200;

/** Deletes what has expired, a few rows at a time. */
export function createSweep(connection: Connection): RecordStore['sweep'] {
  const prepare = (table: string, over: string) =>
    connection.prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${over} LIMIT ${batch})`,
    );
  const sessions = prepare('sessions', 'expire <= ?');
  const keyed = prepare('keyed', 'expire <= ?');
  const letters = prepare('letters', 'closed_at <= ?');
  const ended = prepare('ended_sessions', 'number <= (SELECT max(number) FROM ended_sessions) - ?');
  const renamed = prepare('renamed_accounts', 'number <= (SELECT max(number) FROM renamed_accounts) - ?');

  return async (now) => {
    const work = [
      { statement: sessions, value: now },
      { statement: keyed, value: now },
      { statement: letters, value: now - lettersKnownFor },
      { statement: ended, value: notesKept },
      { statement: renamed, value: notesKept },
    ];
    for (const { statement, value } of work) {
      while (statement.run(value) === batch) await turn();
    }
  };
}
