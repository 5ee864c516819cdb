import type { Entry, Keyed } from '../keyed/port.ts';
import type { Connection } from './database.ts';

interface Row {
  readonly key: string;
  readonly value: string | number;
  readonly expire: number | null;
  readonly owner: string | null;
}

/** The keyed store in the file of a connection, as durable as the connection. */
export function createKeyed(connection: Connection): Keyed {
  const insert = 'INSERT INTO keyed (key, value, expire, owner) VALUES (?, ?, ?, ?) ON CONFLICT (key)';
  const get = connection.prepare<Row>('SELECT * FROM keyed WHERE key = ?');
  const put = connection.prepare(
    `${insert} DO UPDATE SET value = excluded.value, expire = excluded.expire, owner = excluded.owner`,
  );
  const putNew = connection.prepare(`${insert} DO NOTHING`);
  const replace = connection.prepare(
    'UPDATE keyed SET value = ?, expire = ?, owner = ? WHERE key = ? AND value = ?',
  );
  const take = connection.prepare<Row>('DELETE FROM keyed WHERE key = ? RETURNING *');
  const removeIf = connection.prepare('DELETE FROM keyed WHERE key = ? AND value = ?');
  const of = connection.prepare<Row>('SELECT * FROM keyed WHERE owner = ?');
  const remove = connection.prepare('DELETE FROM keyed WHERE key = ?');
  const add = connection.prepare<{ value: number }>(
    `INSERT INTO keyed (key, value, expire) SELECT ?1, ?2, ?3 WHERE ?2 <= ?4
     ON CONFLICT (key) DO UPDATE SET value = value + excluded.value WHERE value + excluded.value <= ?4
     RETURNING value`,
  );
  const empty = connection.prepare('DELETE FROM keyed WHERE key = ? AND value <= ?');
  const subtract = connection.prepare('UPDATE keyed SET value = value - ? WHERE key = ?');

  return {
    get: async (key) => get.all(key).map(toEntry)[0],
    put: (key, { value, expire = null, owner = null }) =>
      connection.inGroup(() => void put.run(key, value, expire, owner)),
    putIf: (key, expected, { value, expire = null, owner = null }) =>
      connection.inGroup(() =>
        expected === undefined
          ? putNew.run(key, value, expire, owner) === 1
          : replace.run(value, expire, owner, key, expected) === 1,
      ),
    take: (key) => connection.inGroup(() => take.all(key).map(toEntry)[0]),
    removeIf: (key, expected) => connection.inGroup(() => void removeIf.run(key, expected)),
    removeOf: (owner, prefix, test = () => true) =>
      connection.inGroup(() => {
        for (const { key, value } of of.all(owner))
          if (key.startsWith(prefix) && test(String(value))) remove.run(key);
      }),
    add: (key, amount, { most = Number.MAX_SAFE_INTEGER, expire = null } = {}) =>
      connection.inGroup(() => add.get(key, amount, expire, most)?.value),
    subtract: (key, amount) =>
      connection.inGroup(() => {
        if (empty.run(key, amount) === 0) subtract.run(amount, key);
      }),
  };
}

const toEntry = ({ value, expire, owner }: Row): Entry => ({
  value,
  expire: expire ?? undefined,
  owner: owner ?? undefined,
});
