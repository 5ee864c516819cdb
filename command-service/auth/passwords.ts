import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';

// argon2id is the library's default. The costs are OWASP's first choice for it: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The argon2id hash of a password, in its encoded form. @throws Refusal `too-many-requests` when many wait for one */
  hash(password: string): Promise<string>;
  /** Whether it is the password; takes as long when there is no hash to compare with. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/**
 * Hashing runs off the event loop; at most two at once, so that sign-ins cannot take all memory and cores.
 * `waitingMost`: no new hash is begun behind so many others, which is under two seconds of work. Who compares is bounded
 * by the login guard.
 */
export async function createPasswords(waitingMost = 100): Promise<Passwords> {
  const limit = pLimit(2);
  const nobody = await hash('the password of an account that does not exist', options);
  return {
    async hash(password) {
      if (limit.pendingCount >= waitingMost) throw new Refusal('too-many-requests', { retryAfter: 2 });
      return limit(() => hash(password, options));
    },
    verify: (stored, password) =>
      limit(async () => {
        const matches = await verify(stored ?? nobody, password);
        return stored !== null && matches;
      }),
  };
}
