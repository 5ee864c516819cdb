import type { Logger } from 'pino';
import type { Accounts } from './accounts.ts';
import type { BrowserSecret, OpenSession, SessionCookies } from './session-opener.ts';
import type { Credentials } from './credentials.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { LoginGuard } from './login-guard.ts';
import type { ProviderSignIn } from './provider-sign-in.ts';
import type { Sessions } from './sessions.ts';
import type { RequestMiddleware } from '#platform/http/context';
import type { RecordStore } from '#platform/record-store/index';

/** What the routes below /auth need. */
export interface AuthDeps {
  readonly records: RecordStore;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly signupsPerMinute: number | null;
  readonly providerSignIn: ProviderSignIn;
  readonly browserSecret: BrowserSecret;
  readonly writeLimit: RequestMiddleware;
  readonly credentials: Credentials;
  readonly links: LinkTokens;
  /** Undefined if email is not configured. */
  readonly post: Post | undefined;
  readonly logger: Logger;
  readonly clock: () => number;
}

export interface OpeningDeps extends AuthDeps {
  readonly cookies: SessionCookies;
  readonly openSession: OpenSession;
}

/** Puts requested emails into the outbox. */
export interface Post {
  /**
   * Sends a link for a new password if the address has an account. The sender of the request does not learn whether it
   * has one.
   */
  askReset(email: string): Promise<void>;
  /** Sends a link that confirms the address of an account. */
  askConfirmation(userId: string): Promise<void>;
}
