import { foldEmail } from '#contracts/shared/fold';

import { foldedNameOf } from '../folded-name.ts';
import { EmailTaken, type Account, type RecordStore } from '../port.ts';
import { createNewest } from './account-list.ts';
import { toAccount, type Row } from './account-row.ts';
import { createCredentials } from './credentials.ts';
import { isConstraint, type Connection } from './database.ts';
import { createNotedFeed } from './noted-feed.ts';

const pageSize = 500;

/**
 * Accounts in the file of a connection, as durable as the connection. Feeds of renamed accounts end when `closing` is
 * aborted. Calls `tell` when sessions have ended.
 */
export function createAccounts(
  connection: Connection,
  closing: AbortSignal,
  tell: () => void,
): RecordStore['accounts'] {
  const insert = connection.prepare(
    'INSERT INTO accounts (id, folded_email, folded_name, account) VALUES (?, ?, ?, ?)',
  );
  const replace = connection.prepare(
    'UPDATE accounts SET folded_email = ?, folded_name = ?, account = ? WHERE id = ? AND account = ?',
  );
  const byId = connection.prepare<Row>('SELECT account FROM accounts WHERE id = ?');
  const byIds = connection.prepare<Row>(
    'SELECT account FROM accounts WHERE id IN (SELECT value FROM json_each(?))',
  );
  const page = connection.prepare<Row>('SELECT account FROM accounts WHERE id > ? ORDER BY id LIMIT ?');
  const byEmail = connection.prepare<Row>('SELECT account FROM accounts WHERE folded_email = ?');
  const unrecorded = connection.prepare<Row>(
    "SELECT account FROM accounts WHERE NOT account ->> '$.recorded' ORDER BY account ->> '$.createdAt' LIMIT ?",
  );

  const erasures = connection.prepare<{ user_id: string }>('SELECT user_id FROM erasures LIMIT ?');
  const forget = connection.prepare('DELETE FROM erasures WHERE user_id = ?');

  const names = connection.prepare<{ id: string; name: string }>(
    `SELECT id, account ->> '$.publicName' AS name FROM accounts
     WHERE id IN (SELECT value FROM json_each(?)) AND account ->> '$.publicName' IS NOT NULL`,
  );
  const credentials = createCredentials(connection, tell);
  const renamed = createNotedFeed(connection, closing, { table: 'renamed_accounts', column: 'user_id' });

  /** The schema decides who was first: a query before the write would leave a gap for another write. */
  const write = (email: string, work: (folded: string) => number): number => {
    const folded = foldEmail(email);
    try {
      return work(folded);
    } catch (error) {
      if (!isConstraint(error) || byEmail.all(folded).length === 0) throw error;
      throw new EmailTaken('The email belongs to another account', { cause: error });
    }
  };

  return {
    add: async (account) => {
      write(account.email, (folded) =>
        insert.run(account.id, folded, foldedNameOf(account), JSON.stringify(account)),
      );
    },
    byId: async (id) => byId.all(id).map(toAccount)[0],
    byIds: async (ids) => byIds.all(JSON.stringify(ids)).map(toAccount),
    newest: createNewest(connection),
    async *all() {
      for (let after = ''; ;) {
        const accounts = page.all(after, pageSize).map(toAccount);
        yield* accounts;
        if (accounts.length < pageSize) return;
        after = accounts.at(-1)?.id ?? after;
      }
    },
    byEmail: async (email) => byEmail.all(foldEmail(email)).map(toAccount)[0],
    update: async (id, changes) => {
      for (;;) {
        const [row] = byId.all(id);
        if (row === undefined) return;
        const changed: Account = { ...toAccount(row), ...changes };
        const replaced = write(changed.email, (folded) =>
          replace.run(folded, foldedNameOf(changed), JSON.stringify(changed), id, row.account),
        );
        // Nothing was replaced: another process wrote in between, and its change must not be undone.
        if (replaced === 0) continue;
        if ('publicName' in changes) renamed.look();
        return;
      }
    },
    unrecorded: async (limit) => unrecorded.all(limit).map(toAccount),
    changeCredentials: async (id, basis, change) => credentials.change(id, basis, change),
    erase: async (id, basis) => {
      const isErased = credentials.erase(id, basis);
      if (isErased) renamed.look();
      return isErased;
    },
    publicNames: async (ids) =>
      new Map(ids.length === 0 ? [] : names.all(JSON.stringify(ids)).map(({ id, name }) => [id, name])),
    renamed: renamed.follow,
    unrecordedErasures: async (limit) => erasures.all(limit).map(({ user_id }) => user_id),
    erasureRecorded: async (id) => {
      forget.run(id);
    },
  };
}
