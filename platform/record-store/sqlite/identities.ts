import type { Provider } from '#contracts/shared/providers';

import { IdentityTaken, type ProviderIdentity, type RecordStore } from '../port.ts';
import { isConstraint, type Connection } from './database.ts';

interface Row {
  readonly provider: string;
  readonly subject: string;
  readonly user_id: string;
}

/** Providers' identities in the file of a connection, as durable as the connection. */
export function createIdentities(connection: Connection): RecordStore['identities'] {
  const columns = 'SELECT provider, subject, user_id FROM identities';
  const bySubject = connection.prepare<Row>(`${columns} WHERE provider = ? AND subject = ?`);
  const byUser = connection.prepare<Row>(`${columns} WHERE user_id = ? ORDER BY provider`);
  const insert = connection.prepare('INSERT INTO identities (provider, subject, user_id) VALUES (?, ?, ?)');
  const remove = connection.prepare('DELETE FROM identities WHERE provider = ? AND subject = ?');

  return {
    accountOf: async (provider, subject) => bySubject.get(provider, subject)?.user_id,
    of: async (userId) => byUser.all(userId).map(toIdentity),
    add: async ({ provider, subject, userId }) => {
      try {
        insert.run(provider, subject, userId);
      } catch (error) {
        if (!isConstraint(error)) throw error;
        if (bySubject.get(provider, subject)?.user_id === userId) return;
        throw new IdentityTaken('The identity or its place is taken', { cause: error });
      }
    },
    remove: async (provider, subject) => {
      remove.run(provider, subject);
    },
  };
}

const toIdentity = ({ provider, subject, user_id: userId }: Row): ProviderIdentity => ({
  // The cast is safe: only this file writes the column.
  provider: provider as Provider,
  subject,
  userId,
});
