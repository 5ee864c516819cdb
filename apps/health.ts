import { parseEvent } from '#contracts/events';
import { UnreadableEvent } from '#contracts/shared/recorded-event';
import type { EventLog } from '#platform/event-log/index';
import type { Health } from '#platform/gateway/gateway';
import type { ModelState } from '#platform/projections/runner';
import type { Readiness } from '#platform/queries/model-feed';

export interface HealthDeps {
  /** The positions of the read models. @throws the error of a store that does not respond */
  readonly readiness: () => Promise<Readiness>;
  /** The states of the projections, if they run in this process. */
  readonly states?: (() => readonly ModelState[]) | undefined;
  readonly headAtStart: bigint;
  /** The read model that has stopped, as a sentence. */
  readonly stopped: StoppedModel;
  /** Whether any process writes the read models; defined if this process needs one. */
  readonly areWritten?: (() => Promise<boolean>) | undefined;
  /** Why nobody is the administrator, as a sentence; defined if this process creates the administrator. */
  readonly noAdministrator?: (() => Promise<string | undefined>) | undefined;
  /** Returns a warning if the clock is behind, which does not keep the process from being ready. */
  readonly clockWarning?: (() => string | undefined) | undefined;
  /** The free bytes on the stores' disk; defined if a store is on this machine. */
  readonly freeBytes?: (() => Promise<number>) | undefined;
}

/** Bytes. With less, an append may fail: it takes some pages of each file, and a request a spooled body of 64 kB. */
const leastFree = 1_000_000;
/** For the operator. */
const diskIsFull = 'The disk that holds DATA_DIR is full';

/** For the operator: commands would be accepted, but their results would not be visible. */
const nobodyWrites = 'No process writes the read models. Start one: npm run start:projections';

/** For the operator, while a read model is retried after an error: new submissions would not be shown. */
function retrying(states: readonly ModelState[]): string | undefined {
  const failed = states.find(({ state, error }) => state === 'catching-up' && error !== undefined);
  return failed && `Read model ${failed.name} does not follow the log: ${failed.error}. It is tried again.`;
}

/**
 * Reports whether the process is ready: it is prepared, and every read model has reached the log's head at the start
 * and follows the log. If the process needs these, somebody must also be the administrator, a process must write the
 * read models, and the disk must have space.
 */
export function createHealth(deps: HealthDeps): { report(): Promise<Health>; prepared(): void } {
  let isPrepared = false;
  return {
    prepared: () => void (isPrepared = true),
    async report() {
      const { head, models } = await deps.readiness();
      const areWritten = (await deps.areWritten?.()) ?? true;
      const stopped = await deps.stopped();
      const isFull = ((await deps.freeBytes?.()) ?? Infinity) < leastFree;
      const projected = deps.states?.() ?? [];
      const missing =
        (await deps.noAdministrator?.()) ??
        (isFull ? diskIsFull : areWritten ? retrying(projected) : nobodyWrites);
      const reason = stopped ?? missing;
      const warning = deps.clockWarning?.();
      const states = new Map(projected.map((status) => [status.name, status]));
      const isReady =
        isPrepared && reason === undefined && models.every(({ position }) => position >= deps.headAtStart);
      const report = {
        status: isReady
          ? 'ready'
          : stopped !== undefined
            ? 'stopped'
            : missing === undefined
              ? 'starting'
              : 'waiting',
        ...(reason !== undefined && { reason }),
        ...(warning !== undefined && { warning }),
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

/** Milliseconds. Processes on several machines may append events, and their clocks differ a little. */
const tolerance = 1000;

/**
 * Returns a function that warns in a sentence while the clock is behind the log's last event, and otherwise returns
 * undefined. `lastEventAt`: milliseconds since 1970, at the start.
 */
export const createClockCheck =
  (lastEventAt: number | undefined, clock: () => number) => (): string | undefined => {
    const behind = lastEventAt === undefined ? 0 : lastEventAt - clock();
    if (lastEventAt === undefined || behind <= tolerance) return undefined;
    const at = new Date(lastEventAt).toISOString();
    return `The clock of this machine is ${Math.ceil(behind / 1000)} s behind the last event, which is of ${at}. Set it: events, sessions and links get their times from it.`;
  };

/** Returns a sentence with the read model that has stopped and the event; undefined if none has. */
export type StoppedModel = () => Promise<string | undefined>;

const sentence = (name: string, event: string): string => `Read model ${name} has stopped at ${event}.`;

/** Asks the projections of this process. */
export const stoppedInThisProcess =
  (states: () => readonly ModelState[]): StoppedModel =>
  async () => {
    const stopped = states().find(({ state }) => state === 'stopped');
    return stopped && sentence(stopped.name, stopped.stoppedAt ?? 'an event');
  };

/** Milliseconds for which the last response is reused. */
const holds = 1000;

/**
 * Finds a stopped model when the projections run in another process: the model is behind the log, and its next event
 * is one that this release does not know.
 */
export function stoppedInAnotherProcess(
  log: EventLog,
  readiness: () => Promise<Readiness>,
  clock: () => number,
): StoppedModel {
  let last: { readonly at: number; readonly response: Promise<string | undefined> } | undefined;
  const look = async (): Promise<string | undefined> => {
    const { models } = await readiness();
    for (const { name, position, isAtHead } of models) {
      if (isAtHead) continue;
      for await (const event of log.readAll({ after: position, limit: 1 })) {
        try {
          parseEvent(event);
        } catch (error) {
          if (error instanceof UnreadableEvent) return sentence(name, error.event);
          throw error;
        }
      }
    }
    return undefined;
  };
  return () => {
    const now = clock();
    if (last === undefined || now - last.at >= holds) last = { at: now, response: look() };
    return last.response;
  };
}
