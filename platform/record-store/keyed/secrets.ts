import type { LinkToken, RecordStore, SignInAttempt } from '../port.ts';
import type { Entry, Keyed } from './port.ts';

/** What the keys of an account's links of that kind begin with. */
export const linksOf = (kind: LinkToken['kind']): string => `link:${kind}:`;

/** Secrets that were sent to somebody, under their hashes. */
export function createTokens(keyed: Keyed, accounts: RecordStore['accounts']): RecordStore['tokens'] {
  const keyOf = (hash: string, kind: LinkToken['kind']) => `${linksOf(kind)}${hash}`;
  return {
    async put(token) {
      const { hash, kind, userId, expire } = token;
      await keyed.put(keyOf(hash, kind), { value: JSON.stringify(token), expire, owner: userId });
      // Checked after the write, because the account may be erased at the same moment.
      if ((await accounts.byId(userId)) === undefined) await keyed.take(keyOf(hash, kind));
    },
    get: async (hash, kind, now) => valid<LinkToken>(await keyed.get(keyOf(hash, kind)), now),
    take: async (hash, kind, now) => valid<LinkToken>(await keyed.take(keyOf(hash, kind)), now),
    removeOf: (userId, kind) => keyed.removeOf(userId, linksOf(kind)),
  };
}

/** What must be remembered while people sign in at a provider. */
export function createSignIns(keyed: Keyed): RecordStore['signIns'] {
  const keyOf = (id: string) => `sign-in:${id}`;
  return {
    put: (attempt) =>
      keyed.put(keyOf(attempt.id), { value: JSON.stringify(attempt), expire: attempt.expire }),
    take: async (id, now) => valid<SignInAttempt>(await keyed.take(keyOf(id)), now),
  };
}

/** What an entry says, unless it has expired. The cast is safe: only this file writes these entries. */
function valid<T extends { readonly expire: number }>(entry: Entry | undefined, now: number): T | undefined {
  if (entry === undefined) return undefined;
  const said = JSON.parse(String(entry.value)) as T;
  return said.expire > now ? said : undefined;
}
