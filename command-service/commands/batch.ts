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
import { undoDecision, type DecisionPlace } from './undo.ts';

/** What can be done to many items at once. Each item stands for itself: one that is refused stops no other. */
export interface BatchCommands {
  decide(items: readonly DecisionItem[], context: CommandContext): Promise<BatchOutcome>;
  /**
   * Takes back what the batch, or the single decision, of that id did, the latest first.
   * @throws Refusal `batch-not-found`, and `not-caught-up` while it is not known what that was
   */
  undo(batchId: string, context: CommandContext): Promise<BatchOutcome>;
}

/** What the reading side knows of batches: where their decisions are. The log has the last word. */
export interface BatchLookups {
  /** The decisions of a batch in the order of the log, as of that position. */
  readonly decisionsOf: (batchId: string, minPosition: bigint) => Promise<readonly DecisionPlace[]>;
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
    return runBatch(log, steps, context);
  },
});

/** One thing that a batch does, and the item of the queue that it is about. */
interface BatchStep {
  readonly kind: QueueKind;
  readonly id: string;
  readonly run: (context: CommandContext) => Promise<Pick<CommandResult, 'position' | 'changed'>>;
}

export interface BatchOutcome {
  /** Correlation id of all that the batch appended; an undo names it. */
  readonly batchId: string;
  /** In the order of the steps. */
  readonly results: BatchResult['results'];
  /** Whoever reads at this position sees all that the batch did, and why something was refused. */
  readonly position: bigint;
}

/**
 * Takes the steps one after the other; one that is refused does not stop those after it. The batch is named by its
 * command, not by its request: sent again after a crash it is the same batch, and finds what it has appended.
 * @throws what a store throws that does not answer; what was appended until then stands
 */
async function runBatch(
  log: Pick<EventLog, 'head'>,
  steps: readonly BatchStep[],
  context: CommandContext,
): Promise<BatchOutcome> {
  const batchId = context.commandId;
  const results: BatchResult['results'] = [];
  let position = 0n;
  for (const [index, { kind, id, run }] of steps.entries()) {
    const commandId = itemCommandIdOf(context.commandId, index);
    const { done, message } = await runStep(run, { ...context, commandId, correlationId: batchId });
    if (done !== undefined && done.position > position) position = done.position;
    const result = done === undefined ? 'refused' : done.changed ? 'done' : 'unchanged';
    results.push({ kind, id, result, message });
  }
  const isRefused = results.some(({ result }) => result === 'refused');
  return { batchId, results, position: isRefused ? await log.head() : position };
}

async function runStep(run: BatchStep['run'], context: CommandContext) {
  try {
    return { done: await run(context), message: null };
  } catch (error) {
    if (!(error instanceof Refusal) || errorStatus[error.code] >= 500) throw error;
    return { done: undefined, message: messageOf(error) };
  }
}
