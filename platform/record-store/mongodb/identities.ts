import { isDuplicateKey } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import { IdentityTaken, type RecordStore } from '../port.ts';

const idOf = (provider: string, subject: string): string => `${provider}:${subject}`;

export function createIdentities({ identities, run }: Records): RecordStore['identities'] {
  return {
    accountOf: (provider, subject) =>
      run(async () => (await identities.findOne({ _id: idOf(provider, subject) }))?.userId),
    of: (userId) =>
      run(async () => {
        const rows = await identities.find({ userId }).sort({ provider: 1 }).toArray();
        return rows.map(({ _id, ...identity }) => identity);
      }),
    add: ({ provider, subject, userId }) =>
      run(async () => {
        const _id = idOf(provider, subject);
        try {
          await identities.insertOne({ _id, provider, subject, userId });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          if ((await identities.findOne({ _id }))?.userId === userId) return;
          throw new IdentityTaken('The identity or its place is taken', { cause: error });
        }
      }),
    remove: (provider, subject) =>
      run(async () => void (await identities.deleteOne({ _id: idOf(provider, subject) }))),
  };
}
