import { operations } from '#contracts/api';

import type { Standings } from './standings.ts';
import type { ServiceRouter } from '#platform/http/context';
import { mountChange, type RouteDeps } from '../shared/write-routes.ts';

/** The routes that change who is a moderator, trusted or blocked. */
export function peopleRoutes(router: ServiceRouter, deps: RouteDeps, standings: Standings): void {
  const { person } = deps.views;

  mountChange(router, deps, operations.setRole, person, ({ params, body }, context) =>
    standings.change(params.userId, { type: 'set-role', role: body.role }, null, context),
  );

  const decisions = [
    [operations.trustPerson, 'trust'],
    [operations.untrustPerson, 'untrust'],
    [operations.blockPerson, 'block'],
    [operations.unblockPerson, 'unblock'],
  ] as const;
  for (const [operation, type] of decisions) {
    mountChange(router, deps, operation, person, ({ params, body }, context) =>
      standings.change(params.userId, { type }, body.reason ?? null, context),
    );
  }
}
