import { normaliseEmail } from '#contracts/shared/normalise';
import { linksOf } from '../keyed/records.ts';
import {
  type Account,
  type Basis,
  changedBy,
  type CredentialChange,
  EmailTaken,
  firstChoices,
  firstCredentials,
  firstStanding,
  foldedNameOf,
  namesOf,
  type RecordStore,
  type AccountPlace,
  type AccountSearch,
} from '../port.ts';
import { isConstraint, type Connection } from './database.ts';
import type { NotedFeed } from './noted-feed.ts';

const pageSize = 500;

/**
 * Accounts in the file of a connection, as durable as the connection. `renamed` is the feed of accounts whose public
 * name or page has changed. Calls `tell` when sessions have ended.
 */
export function createAccounts(
  connection: Connection,
  renamed: NotedFeed,
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

  const names = connection.prepare<Row>(
    `SELECT account FROM accounts
     WHERE id IN (SELECT value FROM json_each(?)) AND account ->> '$.publicName' IS NOT NULL`,
  );
  const credentials = createCredentials(connection, tell);

  /** The schema decides which write was first: a query before the write would leave a gap for another write. */
  const write = (email: string, work: (folded: string) => number): number => {
    const folded = normaliseEmail(email);
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
    byEmail: async (email) => byEmail.all(normaliseEmail(email)).map(toAccount)[0],
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
        if ('publicName' in changes || 'publicPage' in changes) renamed.notify();
        return;
      }
    },
    unrecorded: async (limit) => unrecorded.all(limit).map(toAccount),
    changeCredentials: async (id, basis, change) => credentials.change(id, basis, change),
    erase: async (id, basis) => {
      const isErased = credentials.erase(id, basis);
      if (isErased) renamed.notify();
      return isErased;
    },
    publicNames: async (ids) =>
      namesOf(ids.length === 0 ? [] : names.all(JSON.stringify(ids)).map(toAccount)),
    renamed: renamed.follow,
    unrecordedErasures: async (limit) => erasures.all(limit).map(({ user_id }) => user_id),
    erasureRecorded: async (id) => {
      forget.run(id);
    },
  };
}

interface Row {
  readonly account: string;
}

// The cast is safe: only this store writes the column. Accounts of earlier releases have fewer fields.
export const toAccount = (row: Row): Account => ({
  standing: firstStanding,
  credentials: firstCredentials,
  ...firstChoices,
  ...(JSON.parse(row.account) as Omit<Account, 'standing' | 'credentials' | keyof typeof firstChoices>),
});

interface Credentials {
  change(id: string, basis: Basis, change: CredentialChange): Account | undefined;
  /** Removes the account, if there is one. Returns false if the basis does not hold. */
  erase(id: string, basis: Basis | undefined): boolean;
}

/**
 * Changes of credentials, each in one transaction with the removal of the sessions and links that it ends. Then calls
 * `tell`.
 */
function createCredentials(connection: Connection, tell: () => void): Credentials {
  const read = connection.prepare<Row>('SELECT account FROM accounts WHERE id = ?');
  const write = connection.prepare('UPDATE accounts SET account = ? WHERE id = ?');
  const session = connection.prepare('SELECT 1 FROM sessions WHERE sid = ?');
  const endSessions = connection.prepare("DELETE FROM sessions WHERE sess ->> '$.userId' = ?");
  const endLinks = connection.prepare('DELETE FROM keyed WHERE owner = ? AND instr(key, ?) = 1');
  // The schema's trigger removes everything that belongs to an account in the same commit.
  const remove = connection.prepare('DELETE FROM accounts WHERE id = ?');

  /** The account, if the basis still holds. */
  function found(id: string, { version, sid }: Basis): Account | undefined {
    const account = read.all(id).map(toAccount)[0];
    if (account?.credentials.version !== version) return undefined;
    return sid === undefined || session.get(sid) !== undefined ? account : undefined;
  }

  return {
    change(id, basis, change) {
      const changed = connection.transaction(() => {
        const account = found(id, basis);
        if (account === undefined) return undefined;
        const next = { ...account, ...changedBy(account.credentials, change) };
        write.run(JSON.stringify(next), id);
        if (change.ends !== 'nothing') endSessions.run(id);
        if (change.ends === 'sessions-and-links') endLinks.run(id, linksOf('reset'));
        return next;
      });
      tell();
      return changed;
    },
    erase(id, basis) {
      const holds = connection.transaction(() => {
        if (basis !== undefined && found(id, basis) === undefined) return false;
        remove.run(id);
        return true;
      });
      if (holds) connection.rewrite();
      tell();
      return holds;
    },
  };
}

/** The same conditions as those of the indexes. */
const conditions: Readonly<Record<NonNullable<AccountSearch['standing']>, string>> = {
  moderator: "account ->> '$.standing.role' = 'moderator'",
  trusted: "account ->> '$.standing.trusted'",
  blocked: "account ->> '$.standing.blocked'",
};
/** The place before every account. */
const beginning: AccountPlace = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Lists the accounts in the file, newest first, each list from its own index. */
function createNewest(connection: Connection): RecordStore['accounts']['newest'] {
  const lists = {
    all: prepareList(connection, 'true'),
    moderator: prepareList(connection, conditions.moderator),
    trusted: prepareList(connection, conditions.trusted),
    blocked: prepareList(connection, conditions.blocked),
  };
  return async ({ standing, text, after = beginning, limit, scanLimit }) => {
    const { list, search, last } = lists[standing ?? 'all'];
    const place = [after.createdAt, after.id] as const;
    if (text === undefined) {
      const found = list.all(...place, Math.min(limit, scanLimit));
      return { found, next: found.length < Math.min(limit, scanLimit) ? undefined : found.at(-1) };
    }
    const found = search.all(...place, scanLimit, text.inName, text.inEmail, limit);
    if (found.length === limit) return { found, next: found.at(-1) };
    return { found, next: last.all(...place, scanLimit - 1)[0] };
  };
}

function prepareList(connection: Connection, condition: string) {
  const from = `FROM accounts WHERE ${condition} AND (created_at, id) < (?, ?)`;
  const order = 'ORDER BY created_at DESC, id DESC LIMIT';
  const place = 'created_at AS createdAt, id';
  return {
    list: connection.prepare<AccountPlace>(`SELECT ${place} ${from} ${order} ?`),
    search: connection.prepare<AccountPlace>(
      `SELECT createdAt, id FROM (SELECT ${place}, folded_name, folded_email ${from} ${order} ?)
       WHERE instr(folded_name, ?) > 0 OR instr(folded_email, ?) > 0 LIMIT ?`,
    ),
    last: connection.prepare<AccountPlace>(`SELECT ${place} ${from} ${order} 1 OFFSET ?`),
  };
}
