import { operations } from '#contracts/api';

import type { Standings } from './standings.ts';
import type { ServiceRouter } from '#platform/http/context';
import { answer, mountWrite, type RouteDeps } from '../shared/write-routes.ts';

/** The routes that change who is a moderator, trusted or blocked. */
export function peopleRoutes(router: ServiceRouter, deps: RouteDeps, standings: Standings): void {
  const { person } = deps.views;

  mountWrite(router, deps, operations.setRole, async (ctx, { params, body }, context) => {
    const command = { type: 'set-role', role: body.role } as const;
    await answer(ctx, 200, await standings.change(params.userId, command, null, context), person);
  });

  const decisions = [
    [operations.trustPerson, 'trust'],
    [operations.untrustPerson, 'untrust'],
    [operations.blockPerson, 'block'],
    [operations.unblockPerson, 'unblock'],
  ] as const;
  for (const [operation, type] of decisions) {
    mountWrite(router, deps, operation, async (ctx, { params, body }, context) => {
      const done = await standings.change(params.userId, { type }, body.reason ?? null, context);
      await answer(ctx, 200, done, person);
    });
  }
}
