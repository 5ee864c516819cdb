import type { RecordStore, SignInAttempt } from '../port.ts';
import type { Connection } from './database.ts';

interface Row {
  readonly attempt: string;
}

/** Sign-in attempts in the file of a connection. */
export function createSignIns(connection: Connection): RecordStore['signIns'] {
  const insert = connection.prepare('INSERT INTO sign_ins (id, attempt, expire) VALUES (?, ?, ?)');
  // A single statement, so that only one of several callers gets it. It removes expired attempts, too.
  const take = connection.prepare<Row>('DELETE FROM sign_ins WHERE id = ? RETURNING attempt');

  return {
    put: async (attempt) => {
      insert.run(attempt.id, JSON.stringify(attempt), attempt.expire);
    },
    take: async (id, now) => {
      const row = take.all(id)[0];
      if (row === undefined) return undefined;
      // The cast is safe: only this file writes the column.
      const attempt = JSON.parse(row.attempt) as SignInAttempt;
      return attempt.expire > now ? attempt : undefined;
    },
  };
}
