import type { RecordStore, WaitingItem } from '../port.ts';
import type { Connection } from './database.ts';

/** What people have waiting, in the file of a connection: one row per item. */
export function createWaiting(connection: Connection): RecordStore['waiting'] {
  const insert = connection.prepare(
    `INSERT INTO waiting (user_id, thing, since)
     SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM waiting WHERE user_id = ?1) < ?4
     ON CONFLICT DO NOTHING`,
  );
  const read = connection.prepare('SELECT 1 FROM waiting WHERE user_id = ? AND thing = ?');
  const list = connection.prepare<WaitingItem>('SELECT thing, since FROM waiting WHERE user_id = ?');
  const remove = connection.prepare('DELETE FROM waiting WHERE user_id = ? AND thing = ?');

  return {
    add: (userId, thing, { most, now }) =>
      connection.inGroup(
        () => insert.run(userId, thing, now, most) === 1 || read.get(userId, thing) !== undefined,
      ),
    of: async (userId) => list.all(userId),
    remove: async (userId, things) =>
      connection.transaction(() => {
        for (const thing of things) remove.run(userId, thing);
      }),
  };
}
