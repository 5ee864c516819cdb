import { firstStanding, type Account, type RecordStore, type StandingChange } from '../port.ts';
import type { Connection } from './database.ts';

type Row = Omit<StandingChange, 'eventId' | 'userId' | 'notedAt'> & {
  readonly event_id: string;
  readonly user_id: string;
  readonly noted_at: number;
};

type StoredAccount = Omit<Account, 'standing'> & Partial<Pick<Account, 'standing'>>;

/**
 * Standings in the file of a connection, as durable as the connection. Calls `tell` when sessions and public pages may
 * have changed.
 */
export function createStandings(connection: Connection, tell: () => void): RecordStore['standings'] {
  const note = connection.prepare(
    `INSERT OR IGNORE INTO standing_changes (event_id, user_id, revision, reason, noted_at, is_open)
     SELECT ?1, ?2, ?3, ?4, ?5, 1 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?2)`,
  );
  const account = connection.prepare<{ account: string }>('SELECT account FROM accounts WHERE id = ?');
  const replace = connection.prepare('UPDATE accounts SET account = ? WHERE id = ?');
  // The schema's trigger notes each session that is written.
  const touch = connection.prepare("UPDATE sessions SET expire = expire WHERE sess ->> '$.userId' = ?");
  const drop = connection.prepare(
    'DELETE FROM standing_changes WHERE user_id = ? AND revision <= ? AND reason IS NULL',
  );
  const close = connection.prepare(
    'UPDATE standing_changes SET is_open = 0 WHERE user_id = ? AND revision <= ? AND is_open = 1',
  );
  const open = connection.prepare<Row>(
    `SELECT event_id, user_id, revision, reason, noted_at FROM standing_changes
     WHERE is_open = 1 ORDER BY noted_at LIMIT ?`,
  );
  const of = connection.prepare<Row>(
    `SELECT event_id, user_id, revision, reason, noted_at FROM standing_changes WHERE user_id = ? ORDER BY revision`,
  );
  const forget = connection.prepare('DELETE FROM standing_changes WHERE event_id = ?');
  const reasons = connection.prepare<{ event_id: string; reason: string }>(
    `SELECT event_id, reason FROM standing_changes
     WHERE reason IS NOT NULL AND event_id IN (SELECT value FROM json_each(?))`,
  );

  return {
    note: async ({ eventId, userId, revision, reason, notedAt }) =>
      void note.run(eventId, userId, revision, reason, notedAt),
    async set(userId, standing) {
      connection.transaction(() => {
        const [row] = account.all(userId);
        // The cast is safe: only this store writes the column, and the first release wrote no standing.
        const found = row && (JSON.parse(row.account) as StoredAccount);
        if (found !== undefined && (found.standing ?? firstStanding).revision < standing.revision) {
          replace.run(JSON.stringify({ ...found, standing }), userId);
          touch.run(userId);
        }
        drop.run(userId, standing.revision);
        close.run(userId, standing.revision);
      });
      tell();
    },
    open: async (limit) => open.all(limit).map(toChange),
    of: async (userId) => of.all(userId).map(toChange),
    forget: async (eventId) => void forget.run(eventId),
    reasons: async (eventIds) =>
      new Map(reasons.all(JSON.stringify(eventIds)).map(({ event_id, reason }) => [event_id, reason])),
  };
}

const toChange = ({ event_id, user_id, noted_at, ...rest }: Row): StandingChange => ({
  eventId: event_id,
  userId: user_id,
  notedAt: noted_at,
  ...rest,
});
