import { parseEvent } from '#contracts/events';
import { UnreadableEvent } from '#contracts/shared/recorded-event';
import type { EventLog } from '#platform/event-log/index';
import type { ModelState } from '#platform/projections/runner';
import type { Readiness } from '#platform/queries/model-feed';

/** Returns a sentence naming the read model that has stopped and the event; undefined while none has. */
export type StoppedModel = () => Promise<string | undefined>;

const sentence = (name: string, event: string): string => `Read model ${name} has stopped at ${event}.`;

/** Asks the projections of this process. */
export const stoppedInThisProcess =
  (states: () => readonly ModelState[]): StoppedModel =>
  async () => {
    const stopped = states().find(({ state }) => state === 'stopped');
    return stopped && sentence(stopped.name, stopped.stoppedAt ?? 'an event');
  };

/** Milliseconds for which the last answer is reused. */
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
  let last: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
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
    if (last === undefined || now - last.at >= holds) last = { at: now, answer: look() };
    return last.answer;
  };
}
