import type { DecisionItem } from '#contracts/commands/decisions';
import { errorStatus, Refusal } from '#contracts/errors';
import { messageOf } from '#contracts/problem';
import type { BatchResult } from '#contracts/views/queue';
import type { QueueKind } from '#contracts/vocabulary';
import type { EventLog } from '#stores/event-log/index';

import type { CommandContext } from '../handle-command.ts';
import type { CommandResult } from './city.ts';
import { decideItem, type DecidedBy } from './decide.ts';
import { itemCommandIdOf } from './ids.ts';
import { undoDecision, type DecisionReference } from './undo.ts';

/** Decisions about many items at once. The items are independent: a refused one does not stop the others. */
export interface BatchCommands {
  decide(items: readonly DecisionItem[], context: CommandContext): Promise<BatchOutcome>;
  /**
   * Takes back what the batch, or the single decision, with that id did, the latest first.
   * @throws Refusal `batch-not-found`; `not-caught-up` while the reading side does not know what the batch did
   */
  undo(batchId: string, context: CommandContext): Promise<BatchOutcome>;
}

/** Asks the reading side where a batch's decisions are in the log. The log itself has the last word. */
export interface BatchLookups {
  /** The decisions of a batch in the order of the log, as of that position. */
  readonly decisionsOf: (batchId: string, minPosition: bigint) => Promise<readonly DecisionReference[]>;
}

export const createBatchCommands = (log: EventLog, lookups: BatchLookups, by: DecidedBy): BatchCommands => ({
  decide: (items, context) =>
    runBatch(
      log,
      items.map((item) => ({ kind: item.kind, id: item.id, run: (each) => decideItem(by, item, each) })),
      context,
    ),
  async undo(batchId, context) {
    const places = await lookups.decisionsOf(batchId, await log.head());
    if (places.length === 0) throw new Refusal('batch-not-found');
    // Places are taken back before the city that was approved before them.
    const steps = places
      .toReversed()
      .map((place): BatchStep => ({ ...place.item, run: (each) => undoDecision(log, by, place, each) }));
    // But a place that was declined after its city can be approved again only once the city is.
    return runBatch(log, steps, context, { retryRefused: true });
  },
});

/** One step of a batch, and the queue item that it is about. */
interface BatchStep {
  readonly kind: QueueKind;
  readonly id: string;
  readonly run: (context: CommandContext) => Promise<Pick<CommandResult, 'position' | 'changed'>>;
}

export interface BatchOutcome {
  /** Correlation id of all events that the batch appended; an undo names it. */
  readonly batchId: string;
  /** In the order of the steps. */
  readonly results: BatchResult['results'];
  /** A reader at this position sees all that the batch did, and the cause of each refusal. */
  readonly position: bigint;
}

/**
 * Runs the steps one after another; a refused step does not stop the later ones. The batch's id is its command's id,
 * not its request's: when it is sent again after a crash it is the same batch, and finds the events it has appended.
 * @param more `retryRefused`: refused steps run again as long as others succeed
 * @throws the error of a store that does not answer; events appended before it stay
 */
async function runBatch(
  log: Pick<EventLog, 'head'>,
  steps: readonly BatchStep[],
  context: CommandContext,
  { retryRefused = false } = {},
): Promise<BatchOutcome> {
  const batchId = context.commandId;
  const left = new Map(steps.entries());
  const results: BatchResult['results'] = [];
  let position = 0n;
  let tried: number;
  do {
    tried = left.size;
    for (const [index, { kind, id, run }] of [...left]) {
      const commandId = itemCommandIdOf(batchId, index);
      const { done, message } = await runStep(run, { ...context, commandId, correlationId: batchId });
      const result = done === undefined ? 'refused' : done.changed ? 'done' : 'unchanged';
      results[index] = { kind, id, result, message };
      if (done === undefined) continue;
      left.delete(index);
      if (done.position > position) position = done.position;
    }
  } while (retryRefused && left.size > 0 && left.size < tried);
  return { batchId, results, position: left.size > 0 ? await log.head() : position };
}

async function runStep(run: BatchStep['run'], context: CommandContext) {
  try {
    return { done: await run(context), message: null };
  } catch (error) {
    if (!(error instanceof Refusal) || errorStatus[error.code] >= 500) throw error;
    return { done: undefined, message: messageOf(error) };
  }
}
