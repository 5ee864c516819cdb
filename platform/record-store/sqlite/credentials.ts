import { changedBy } from '../credentials.ts';
import { linksOf } from '../keyed/secrets.ts';
import type { Account, Basis, CredentialChange } from '../port.ts';
import { toAccount, type Row } from './account-row.ts';
import type { Connection } from './database.ts';

interface Credentials {
  change(id: string, basis: Basis, change: CredentialChange): Account | undefined;
  /** Whether the account was erased, or was not there. */
  erase(id: string, basis: Basis | undefined): boolean;
}

/** Changes of credentials, each in one transaction with what it ends. Calls `tell` when sessions have ended. */
export function createCredentials(connection: Connection, tell: () => void): Credentials {
  const read = connection.prepare<Row>('SELECT account FROM accounts WHERE id = ?');
  const write = connection.prepare('UPDATE accounts SET account = ? WHERE id = ?');
  const session = connection.prepare('SELECT 1 FROM sessions WHERE sid = ?');
  const endSessions = connection.prepare("DELETE FROM sessions WHERE sess ->> '$.userId' = ?");
  const endLinks = connection.prepare('DELETE FROM keyed WHERE owner = ? AND instr(key, ?) = 1');
  // The schema's trigger removes everything that belongs to an account in the same commit.
  const remove = connection.prepare('DELETE FROM accounts WHERE id = ?');

  /** The account, if it is still as the basis says. */
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
