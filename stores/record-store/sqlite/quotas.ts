import type { RecordStore, Reservation } from '../port.ts';
import type { Connection } from './database.ts';

/** How much is in use under each key, in the file of a connection: one row per key with an amount. */
export function createQuotas(connection: Connection): RecordStore['quotas'] {
  const read = connection.prepare<{ amount: number }>('SELECT amount FROM quotas WHERE key = ?');
  const write = connection.prepare(
    'INSERT INTO quotas (key, amount) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET amount = excluded.amount',
  );
  const remove = connection.prepare('DELETE FROM quotas WHERE key = ?');

  const amount = (key: string): number => read.get(key)?.amount ?? 0;
  const set = (key: string, value: number): void => {
    if (value > 0) write.run(key, value);
    else remove.run(key);
  };

  return {
    reserve: async (claims) =>
      connection.transaction((): Reservation => {
        const after = new Map<string, number>();
        for (const claim of claims) {
          const total = (after.get(claim.key) ?? amount(claim.key)) + claim.amount;
          if (total > claim.most) return { granted: false, key: claim.key };
          after.set(claim.key, total);
        }
        for (const [key, total] of after) set(key, total);
        return { granted: true };
      }),
    release: async (amounts) =>
      connection.transaction(() => {
        for (const released of amounts) set(released.key, amount(released.key) - released.amount);
      }),
    set: async (key, value) => set(key, value),
    amount: async (key) => amount(key),
  };
}
