import type { LinkToken, RecordStore } from '../port.ts';
import type { TokenRow } from './collections.ts';
import type { Records } from './records.ts';

export function createTokens({ accounts, tokens, run }: Records): RecordStore['tokens'] {
  const wanted = (hash: string, kind: LinkToken['kind'], now: number) => ({
    _id: hash,
    kind,
    expire: { $gt: new Date(now) },
  });
  return {
    put: ({ hash, expire, ...token }) =>
      run(async () => {
        await tokens.insertOne({ _id: hash, ...token, expire: new Date(expire) });
        // Checked after the write, because the account may be erased at the same moment.
        const owner = await accounts.findOne({ _id: token.userId, erased: { $exists: false } });
        if (owner === null) await tokens.deleteOne({ _id: hash });
      }),
    get: (hash, kind, now) =>
      run(async () => {
        const row = await tokens.findOne(wanted(hash, kind, now));
        return row === null ? undefined : toToken(row);
      }),
    // A single write, so that only one of several callers gets it.
    take: (hash, kind, now) =>
      run(async () => {
        const row = await tokens.findOneAndDelete(wanted(hash, kind, now));
        return row === null ? undefined : toToken(row);
      }),
    removeOf: (userId, kind) => run(async () => void (await tokens.deleteMany({ userId, kind }))),
  };
}

const toToken = ({ _id: hash, expire, version = 0, ...token }: TokenRow): LinkToken => ({
  hash,
  version,
  ...token,
  expire: expire.getTime(),
});
