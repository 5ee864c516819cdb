import { createNotifier, isAborted } from '../../concurrency/waiting.ts';
import type { Connection } from './database.ts';

const pollEvery = 250; // milliseconds between two checks for notes of other processes

/** Reports values that are noted after the feed was requested. */
export interface NotedFeed {
  /** Call it when this process may have noted a value. */
  readonly notify: () => void;
  /** Not a generator function, because the feed must begin at the call, not at the first `next`. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<string>;
}

interface Row {
  readonly number: number;
  readonly value: string;
}

/** Follows a table in which the schema's triggers note values, numbered in order. Ends when `closing` is aborted. */
export function createNotedFeed(
  connection: Connection,
  closing: AbortSignal,
  { table, column }: { readonly table: string; readonly column: string },
): NotedFeed {
  const last = connection.prepare<{ number: number }>(
    `SELECT coalesce(max(number), 0) AS number FROM ${table}`,
  );
  const since = connection.prepare<Row>(
    `SELECT number, ${column} AS value FROM ${table} WHERE number > ? ORDER BY number LIMIT 100`,
  );
  const notifier = createNotifier({ every: () => pollEvery });

  async function* read(after: number, signal: AbortSignal): AsyncGenerator<string, void> {
    let seen = after;
    while (!signal.aborted) {
      const rows = since.all(seen);
      for (const { number, value } of rows) {
        if (isAborted(signal)) return;
        seen = number;
        yield value;
      }
      if (rows.length === 0) await notifier.after(notifier.count, signal);
    }
  }

  return {
    notify: notifier.notify,
    follow: (signal) => read(last.get()?.number ?? 0, AbortSignal.any([signal, closing])),
  };
}
