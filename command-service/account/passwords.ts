import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

import { Refusal } from '#contracts/shared/errors';

/** What a hash costs: memory in KiB, passes over it, lanes. */
export interface PasswordCosts {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

// argon2id is the library's default. The costs are the first that OWASP recommends: 19 MiB, two passes, one lane.
const recommended: PasswordCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The encoded argon2id hash of a password. @throws Refusal `too-many-requests` if too many calls wait */
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. Without a hash, takes equally long and returns false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/**
 * Hashes run off the event loop, at most two at once, so that sign-ins cannot take all memory and cores.
 * `waitingMost`: with this many calls waiting (under two seconds of work), no new hash is begun. The login guard limits
 * comparisons.
 */
export async function createPasswords({ waitingMost = 100, costs = recommended } = {}): Promise<Passwords> {
  const limit = pLimit(2);
  const nobody = await hash('the password of an account that does not exist', costs);
  return {
    async hash(password) {
      if (limit.pendingCount >= waitingMost) throw new Refusal('too-many-requests', { retryAfter: 2 });
      return limit(() => hash(password, costs));
    },
    verify: (stored, password) =>
      limit(async () => {
        const matches = await verify(stored ?? nobody, password);
        return stored !== null && matches;
      }),
  };
}
