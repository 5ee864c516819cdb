import type { Projections } from '#projections/runner';
import type { QueryService } from '#query-service/app';

import type { Health } from './front.ts';

/** Ready: prepared, and every read model has reached the head that the log had at the start. */
export function createHealth(deps: {
  readonly query: QueryService;
  readonly projections: Projections;
  readonly headAtStart: bigint;
}): { report(): Promise<Health>; prepared(): void } {
  let isPrepared = false;
  return {
    prepared: () => void (isPrepared = true),
    async report() {
      const { head, models } = await deps.query.ready();
      const states = new Map(deps.projections.status().map((status) => [status.name, status]));
      const isReady = isPrepared && models.every(({ position }) => position >= deps.headAtStart);
      const report = {
        status: isReady ? 'ready' : 'starting',
        head: String(head),
        readModels: models.map(({ name, position }) => {
          const { version, state, error } = states.get(name) ?? {};
          const lag = head > position ? head - position : 0n;
          return {
            name,
            version,
            state,
            position: String(position),
            lag: String(lag),
            ...(error && { error }),
          };
        }),
      };
      return { isReady, report };
    },
  };
}
