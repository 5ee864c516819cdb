import type { KoaPassport } from 'koa-passport';

import { Refusal } from '#contracts/shared/errors';

import type { RequestContext } from './context.ts';

export type Passport = InstanceType<typeof KoaPassport>;

/** The result of a strategy. Without a user and an error, the strategy recognised nobody. */
export interface Outcome<User> {
  readonly user?: User;
  readonly error?: unknown;
}

/** Runs a strategy on a request. `User`: what the strategy's verify function returns. */
export async function outcomeOf<User>(
  passport: Passport,
  strategy: string,
  ctx: RequestContext,
): Promise<Outcome<User>> {
  let outcome: Outcome<User> = {};
  const run = passport.authenticate(strategy, { session: false }, async (error: unknown, user: unknown) => {
    outcome = error ? { error } : user ? { user: user as User } : {};
  });
  await run(ctx, async () => undefined);
  return outcome;
}

/** The user of an outcome, if it has one. @throws the strategy's error */
export function userIn<User>({ user, error }: Outcome<User>): User | undefined {
  if (error !== undefined) throw error instanceof Error ? error : new Refusal('internal');
  return user;
}
