import { randomBytes, randomUUID } from 'node:crypto';

import { limits } from '#contracts/shared/limits';
import type { Provider } from '#contracts/shared/providers';

import {
  hashSecret,
  isCurrent,
  parseToken,
  sameHash,
  type Account,
  type RecordStore,
  type Session,
  type SessionData,
} from '#platform/record-store/index';

const hour = 3_600_000; // milliseconds
/** How long (milliseconds) a session lives without use, and an access token without renewal. */
export const sessionLife = 30 * 24 * hour;
export const accessLife = 12 * hour;
/** The longest life (milliseconds) of a session, however much it is used. */
const sessionMost = 90 * 24 * hour;

/** How many of an account's sessions are read when one begins: in earlier releases their number had no limit. */
const scanLimit = 200;

export interface Tokens {
  readonly sid: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpire: number;
  readonly userId: string;
}

/** How a session began. */
export interface Beginning {
  readonly startedBy: 'password' | Provider;
  /** The browser's User-Agent, empty for none. */
  readonly agent: string;
  /** SHA-256 (hex) of the secret that the browser holds while it signs in; null if it has none. */
  readonly browserHash?: string | null;
}

export interface Sessions {
  /**
   * Begins a session for an account whose owner has just signed in; closes the oldest sessions beyond
   * `limits.sessions`. Undefined if, in the meantime, the account was erased or the password used has changed.
   * `account`: as read before the proof. A sign-in by a provider is valid whatever the password.
   */
  open(account: Account, beginning: Beginning): Promise<Tokens | undefined>;
  /**
   * New tokens for a refresh token. A token that was used before closes its session. Undefined for an invalid token.
   */
  refresh(refreshToken: string): Promise<Tokens | undefined>;
  /** Prolongs a session in use; returns the time (milliseconds since 1970) at which its access token expires. */
  prolong(session: Session): Promise<number>;
  end(sid: string): Promise<void>;
}

export function createSessions(records: RecordStore, clock: () => number): Sessions {
  /** Closes the account's oldest sessions beyond the limit, but never the new one. */
  async function endOldest(userId: string, begun: string, now: number): Promise<void> {
    const newestFirst = await records.sessions.of(userId, now, scanLimit);
    const others = newestFirst.filter(({ sid }) => sid !== begun);
    for (const { sid } of others.slice(limits.sessions - 1)) await records.sessions.delete(sid);
  }

  return {
    async open(proven, { startedBy, agent, browserHash = null }) {
      const { id: userId } = proven;
      for (let account = proven; ;) {
        const sid = randomUUID();
        const now = clock();
        const { tokens, secrets } = issue(sid, userId, now);
        const { version } = account.credentials;
        const about = { createdAt: now, startedBy, agent: shownAgent(agent), browserHash };
        const session = { sid, sess: { userId, ...secrets, version, ...about }, expire: now + sessionLife };
        await records.sessions.put(session);
        const present = await records.accounts.byId(userId);
        if (present !== undefined && isCurrent(session, present)) {
          await endOldest(userId, sid, now);
          return tokens;
        }
        await records.sessions.delete(sid);
        if (present === undefined || startedBy === 'password') return undefined;
        account = present;
      }
    },
    async refresh(refreshToken) {
      const token = parseToken(refreshToken);
      const found = token && (await records.signedIn(token.sid, clock()));
      if (token === undefined || found === undefined) return undefined;
      const { sid, sess: old } = found.session;
      const { tokens, secrets } = issue(sid, old.userId, clock());
      const sess = { ...old, ...secrets };
      const expire = expireOf(old, clock());
      const current = sameHash(old.refreshHash, hashSecret(token.secret));
      // If a token is used twice, the second use finds another hash, and may come from a thief.
      if (current && (await records.sessions.replace({ sid, sess, expire }, old.refreshHash))) {
        return tokens;
      }
      await records.sessions.delete(sid);
      return undefined;
    },
    async prolong(session) {
      const { accessExpire, refreshHash } = session.sess;
      if (accessExpire - clock() > accessLife / 2) return accessExpire;
      const renewed = clock() + accessLife;
      const sess = { ...session.sess, accessExpire: renewed };
      const done = await records.sessions.replace(
        { ...session, sess, expire: expireOf(sess, clock()) },
        refreshHash,
      );
      return done ? renewed : accessExpire;
    },
    end: (sid) => records.sessions.delete(sid),
  };
}

const expireOf = ({ createdAt }: SessionData, now: number): number =>
  Math.min(now + sessionLife, createdAt + sessionMost);

type Secrets = Pick<SessionData, 'accessHash' | 'accessExpire' | 'refreshHash'>;

function issue(sid: string, userId: string, now: number): { tokens: Tokens; secrets: Secrets } {
  const access = randomBytes(32).toString('base64url');
  const refresh = randomBytes(32).toString('base64url');
  const accessExpire = now + accessLife;
  return {
    tokens: { sid, accessToken: `${sid}.${access}`, refreshToken: `${sid}.${refresh}`, accessExpire, userId },
    secrets: { accessHash: hashSecret(access), accessExpire, refreshHash: hashSecret(refresh) },
  };
}

const agentMost = 200; // characters

/** The part of the User-Agent that is stored; null if there is none. */
function shownAgent(agent: string): string | null {
  const shown = agent.replace(/\p{C}/gu, '').trim().slice(0, agentMost);
  return shown === '' ? null : shown;
}
