import { randomBytes, randomUUID } from 'node:crypto';

import {
  hashSecret,
  parseToken,
  sameHash,
  type RecordStore,
  type Session,
  type SessionData,
} from '../record-store/index.ts';

const hour = 3_600_000; // milliseconds
/** How long a session lives without being used, and an access token without being renewed. */
export const sessionLife = 30 * 24 * hour;
const accessLife = 12 * hour;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpire: number;
  readonly userId: string;
}

export interface Sessions {
  /** Begins a session. */
  open(userId: string): Promise<Tokens>;
  /** New tokens for a refresh token; one that was used before ends its session. Undefined: it opens nothing. */
  refresh(refreshToken: string): Promise<Tokens | undefined>;
  /** Prolongs a session that is being used; gives the time (milliseconds since 1970) at which its access ends. */
  prolong(session: Session): Promise<number>;
  end(sid: string): Promise<void>;
}

export function createSessions(records: RecordStore, clock: () => number): Sessions {
  return {
    async open(userId) {
      const sid = randomUUID();
      const { tokens, sess } = issue(sid, userId, clock(), clock());
      await records.sessions.put({ sid, sess, expire: clock() + sessionLife });
      return tokens;
    },
    async refresh(refreshToken) {
      const token = parseToken(refreshToken);
      const session = token && (await records.sessions.get(token.sid, clock()));
      if (token === undefined || session === undefined) return undefined;
      const { sid, sess: old } = session;
      const { tokens, sess } = issue(sid, old.userId, old.createdAt, clock());
      const current = sameHash(old.refreshHash, hashSecret(token.secret));
      // Two requests with one token: the second finds another hash, and whoever sent it may be a thief.
      if (
        current &&
        (await records.sessions.replace({ sid, sess, expire: clock() + sessionLife }, old.refreshHash))
      ) {
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
        { ...session, sess, expire: clock() + sessionLife },
        refreshHash,
      );
      return done ? renewed : accessExpire;
    },
    end: (sid) => records.sessions.delete(sid),
  };
}

function issue(
  sid: string,
  userId: string,
  createdAt: number,
  now: number,
): { tokens: Tokens; sess: SessionData } {
  const access = randomBytes(32).toString('base64url');
  const refresh = randomBytes(32).toString('base64url');
  const accessExpire = now + accessLife;
  return {
    tokens: { accessToken: `${sid}.${access}`, refreshToken: `${sid}.${refresh}`, accessExpire, userId },
    sess: {
      userId,
      accessHash: hashSecret(access),
      accessExpire,
      refreshHash: hashSecret(refresh),
      createdAt,
    },
  };
}
