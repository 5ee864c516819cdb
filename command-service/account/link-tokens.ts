import { randomBytes } from 'node:crypto';

import { pathOf } from '#contracts/screens';

import { hashSecret, type Account, type LinkToken, type RecordStore } from '#platform/record-store/index';

/** How long (milliseconds) a link works. */
const life = { reset: 60 * 60_000, confirm: 7 * 24 * 60 * 60_000 } as const;

/** The secrets in links for setting a new password or confirming an address. */
export interface LinkTokens {
  /** Creates a token for an account. `isMailed`: it is sent to the account's address. */
  issue(
    kind: LinkToken['kind'],
    account: Pick<Account, 'id' | 'credentials'>,
    isMailed: boolean,
  ): Promise<string>;
  /** The data of a token; undefined if it was used, has expired, or never existed. */
  find(kind: LinkToken['kind'], token: string): Promise<LinkToken | undefined>;
  /** Like `find`, and uses the token up. */
  take(kind: LinkToken['kind'], token: string): Promise<LinkToken | undefined>;
}

export function createLinkTokens({ tokens }: Pick<RecordStore, 'tokens'>, clock: () => number): LinkTokens {
  return {
    async issue(kind, { id: userId, credentials: { version } }, isMailed) {
      const token = randomBytes(32).toString('base64url');
      const expire = clock() + life[kind];
      await tokens.put({ hash: hashSecret(token), kind, userId, version, isMailed, expire });
      return token;
    },
    find: (kind, token) => tokens.get(hashSecret(token), kind, clock()),
    take: (kind, token) => tokens.take(hashSecret(token), kind, clock()),
  };
}

const screens = { reset: 'resetPassword', confirm: 'confirmEmail' } as const;

/** The URL of a link. Opening it does not use the token up. */
export const linkTo = (publicOrigin: string, kind: LinkToken['kind'], token: string): string =>
  `${publicOrigin}${pathOf(screens[kind])}?token=${token}`;
