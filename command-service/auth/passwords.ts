import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id is the library's default. The costs are OWASP's first choice for it: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The argon2id hash of a password, in its encoded form. */
  hash(password: string): Promise<string>;
  /** Whether it is the password; takes as long when there is no hash to compare with. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Hashing runs off the event loop; at most two at once, so that sign-ins cannot take all memory and cores. */
export async function createPasswords(): Promise<Passwords> {
  const limit = pLimit(2);
  const nobody = await hash('the password of an account that does not exist', options);
  return {
    hash: (password) => limit(() => hash(password, options)),
    verify: (stored, password) =>
      limit(async () => {
        const matches = await verify(stored ?? nobody, password);
        return stored !== null && matches;
      }),
  };
}
