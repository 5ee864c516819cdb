import type { ModelStatus } from '#projections/runner';
import type { Readiness } from '#query-service/readiness';

import type { Health } from './front.ts';

export interface HealthDeps {
  /** Where the read models stand. @throws what a store throws that does not answer */
  readonly readiness: () => Promise<Readiness>;
  /** What the projections of this process, if it has any, say of them. */
  readonly states?: (() => readonly ModelStatus[]) | undefined;
  readonly headAtStart: bigint;
  /** Whether any process writes the read models, where this one is of little use without. */
  readonly areWritten?: (() => Promise<boolean>) | undefined;
}

/** For the operator: the log would take commands, but nothing of them would show. */
const nobodyWrites = 'No process writes the read models. Start one: npm run start:projections';

/**
 * Ready: prepared, every read model has reached the head that the log had at the start, and somebody writes them where
 * that matters.
 */
export function createHealth(deps: HealthDeps): { report(): Promise<Health>; prepared(): void } {
  let isPrepared = false;
  return {
    prepared: () => void (isPrepared = true),
    async report() {
      const { head, models } = await deps.readiness();
      const areWritten = (await deps.areWritten?.()) ?? true;
      const states = new Map(deps.states?.().map((status) => [status.name, status]));
      const isReady =
        isPrepared && areWritten && models.every(({ position }) => position >= deps.headAtStart);
      const report = {
        status: isReady ? 'ready' : areWritten ? 'starting' : 'waiting',
        ...(!areWritten && { reason: nobodyWrites }),
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
