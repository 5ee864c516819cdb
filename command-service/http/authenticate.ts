import type { KoaPassport } from 'koa-passport';

import { Refusal } from '#contracts/errors';

import type { RequestContext } from './context.ts';

export type Passport = InstanceType<typeof KoaPassport>;

/** What a strategy has come to; neither a user nor an error: it has not recognised anybody. */
export interface Outcome<User> {
  readonly user?: User;
  readonly error?: unknown;
}

/** Runs a strategy on a request. `User`: what the strategy's own verify function gives. */
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

/** The user of an outcome, if there is one. @throws what the strategy failed by */
export function userIn<User>({ user, error }: Outcome<User>): User | undefined {
  if (error !== undefined) throw error instanceof Error ? error : new Refusal('internal');
  return user;
}
