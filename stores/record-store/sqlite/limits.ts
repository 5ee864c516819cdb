import type { RecordStore } from '../port.ts';
import { endOfWindow } from '../times.ts';
import type { Connection } from './database.ts';

interface Row {
  readonly count: number;
}

/** Counters in the file of a connection: one row per window in which something was counted. */
export function createLimits(connection: Connection): RecordStore['limits'] {
  const hit = connection.prepare<Row>(
    `INSERT INTO windows (key, width, resets_at, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (key, width, resets_at) DO UPDATE SET count = count + excluded.count
     RETURNING count`,
  );
  const peek = connection.prepare<Row>(
    'SELECT count FROM windows WHERE key = ? AND width = ? AND resets_at = ?',
  );

  return {
    hit: (key, windowMs, now, amount = 1) =>
      connection.inGroup(() => {
        const resetsAt = endOfWindow(windowMs, now);
        return { count: hit.get(key, windowMs, resetsAt, amount)?.count ?? amount, resetsAt };
      }),
    peek: async (key, windowMs, now) => {
      const resetsAt = endOfWindow(windowMs, now);
      return { count: peek.get(key, windowMs, resetsAt)?.count ?? 0, resetsAt };
    },
  };
}
