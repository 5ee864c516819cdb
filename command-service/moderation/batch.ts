import { parseEvent, type Recorded, streamOf } from '#contracts/events';
import type { DecisionItem } from '#contracts/moderation/commands';
import { decidedBy, type DecidedItem, supersedes } from '#contracts/moderation/decided-items';
import type { BatchResult, DecisionCode } from '#contracts/moderation/views';
import { type ErrorCode, errorStatus, Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { messageOf } from '#contracts/shared/problem';
import { errorTexts } from '#contracts/shared/texts';
import type { CommandContext } from '#platform/commands/handle-command';
import type { EventLog } from '#platform/event-log/index';

import { type CommandResult, itemCommandIdOf, undoIdOf } from '../shared/commands.ts';
import { type DecidedBy, decideItem, type DecisionReference, isUndo, undoDecision } from './decide.ts';

/** Decisions about many items at once. The items are independent: a refused one does not stop the others. */
export interface BatchCommands {
  /**
   * `batchId`: chosen by the client, so that several calls are one batch.
   * @throws Refusal `batch-closed` if that batch is somebody else's, was undone, or began more than an hour ago
   */
  decide(items: readonly DecisionItem[], context: CommandContext, batchId?: string): Promise<BatchOutcome>;
  /**
   * Undoes the decisions of the batch, or the single decision, with that id, the latest first.
   * @throws Refusal `batch-not-found`; `undo-is-final` if that batch is itself an undo; `not-caught-up` while the
   * reading side has not processed the batch
   */
  undo(batchId: string, context: CommandContext): Promise<BatchOutcome>;
}

/** Asks the reading side where a batch's decisions are in the log. The log itself decides. */
export interface BatchLookups {
  /** The decisions of a batch in the order of the log, as of that position. */
  readonly decisionsOf: (batchId: string, minPosition: bigint) => Promise<readonly DecisionReference[]>;
  /** Who began a batch, and when (milliseconds since 1970), as of that position; undefined if there is none. */
  readonly batchOf: (batchId: string, minPosition: bigint) => Promise<BatchStart | undefined>;
}
interface BatchStart {
  readonly by: string;
  readonly at: number;
}

export function createBatchCommands(log: EventLog, lookups: BatchLookups, by: DecidedBy): BatchCommands {
  async function requireOpen(batchId: string, { actor, time }: CommandContext): Promise<void> {
    const head = await log.head();
    const [batch, undo] = await Promise.all([
      lookups.batchOf(batchId, head),
      lookups.batchOf(undoIdOf(batchId), head),
    ]);
    const isOpen =
      batch === undefined || (batch.by === actor.userId && time.getTime() - batch.at <= limits.batchWithin);
    if (undo !== undefined || !isOpen) throw new Refusal('batch-closed');
  }
  return {
    async decide(items, context, batchId = context.commandId) {
      if (batchId !== context.commandId) await requireOpen(batchId, context);
      const steps = items.map((item): BatchStep => ({
        item,
        streams: streamsOf(item),
        run: (each) => decideItem(by, item, each),
      }));
      return runBatch(log, batchId, steps, context);
    },
    async undo(batchId, context) {
      const places = await lookups.decisionsOf(batchId, await log.head());
      const [first] = places;
      if (first === undefined) throw new Refusal('batch-not-found');
      if (await isUndo(log, first)) throw new Refusal('undo-is-final');
      // The decisions on places are undone before that on the city, which was approved before them.
      const steps = places.toReversed().map((place): BatchStep => ({
        item: place.item,
        streams: [place.stream],
        run: (each) => undoDecision(log, by, place, each),
      }));
      // But a place that was declined after its city can be approved again only once the city is.
      return runBatch(log, undoIdOf(batchId), steps, context, { retryRefused: true });
    },
  };
}

/** One step of a batch, and the queue item that it is about. */
interface BatchStep {
  readonly item: DecidedItem;
  /** The streams that hold the decisions on it. */
  readonly streams: readonly string[];
  readonly run: (context: CommandContext) => Promise<Pick<CommandResult, 'position' | 'changed'>>;
}

/** `by`: the id of the person who decided it. */
type StepResult = Omit<BatchResult['results'][number], 'by'> & { readonly by: string | null };

export interface BatchOutcome {
  /** Correlation id of all events that the batch appended; an undo names it. */
  readonly batchId: string;
  /** In the order of the steps. */
  readonly results: readonly StepResult[];
  /** A reader at this position sees everything that the batch did, and the cause of each refusal. */
  readonly position: bigint;
}

/**
 * Runs the steps one after another; a refused step does not stop the later ones. The steps' ids come from the command's
 * id, not from the request's: a command that is sent again after a crash finds the events that it has appended.
 * @param more `retryRefused`: refused steps run again as long as others succeed
 * @throws the error of a store that does not respond; events appended before it stay
 */
async function runBatch(
  log: Pick<EventLog, 'head' | 'readStream'>,
  batchId: string,
  steps: readonly BatchStep[],
  context: CommandContext,
  { retryRefused = false } = {},
): Promise<BatchOutcome> {
  const left = new Map(steps.entries());
  const results: StepResult[] = [];
  let position = 0n;
  let tried: number;
  do {
    tried = left.size;
    for (const [index, step] of [...left]) {
      const commandId = itemCommandIdOf(context.commandId, index);
      const ended = await runStep(log, step, { ...context, commandId, correlationId: batchId });
      results[index] = { kind: step.item.kind, id: step.item.id, ...ended.result };
      if (ended.result.result === 'refused') continue;
      left.delete(index);
      if (ended.position > position) position = ended.position;
    }
  } while (retryRefused && left.size > 0 && left.size < tried);
  return { batchId, results, position: left.size > 0 ? await log.head() : position };
}

interface StepEnd {
  readonly result: Omit<StepResult, 'kind' | 'id'>;
  readonly position: bigint;
}

const nothingElse = { message: null, code: null, by: null, revision: null } as const;
const refused = { ...nothingElse, result: 'refused' } as const;

async function runStep(
  log: Pick<EventLog, 'readStream'>,
  { item, streams, run }: BatchStep,
  context: CommandContext,
): Promise<StepEnd> {
  try {
    const { changed, position } = await run(context);
    if (changed) return { result: { ...nothingElse, result: 'done' }, position };
    const by = await latestDecider(log, item, streams);
    if (by === null || by === context.actor.userId)
      return { result: { ...nothingElse, result: 'unchanged' }, position };
    return { result: { ...refused, message: errorTexts['already-decided'], code: 'decided', by }, position };
  } catch (error) {
    if (!(error instanceof Refusal) || errorStatus[error.code] >= 500) throw error;
    const code = codeOf(error.code);
    const by = code === 'decided' ? await latestDecider(log, item, streams) : null;
    const { revision = null } = error.details;
    const isGone = code === 'decided' && by === null;
    const result = { ...refused, message: messageOf(error), code: isGone ? 'gone' : code, by, revision };
    return { result, position: 0n };
  }
}

/** The code of a refusal for clients; null if the refusal is only a text for people. */
function codeOf(code: ErrorCode): DecisionCode | null {
  switch (code) {
    case 'changed-since':
      return 'changed';
    case 'edit-outdated':
    case 'conflict':
      return 'conflict';
    case 'approve-city-first':
    case 'restore-city-first':
      return 'city-first';
    case 'forbidden':
      return 'own';
    case 'already-decided':
    case 'decided-since':
      return 'decided';
    case 'administrator-decides':
    case 'undo-too-late':
    case 'restore-too-late':
      return 'limit';
    default:
      return errorStatus[code] === 404 || code === 'restore-location-first' ? 'gone' : null;
  }
}

/** The streams that hold the decisions on an item. Reverts of a change are in the stream of the changed entity. */
function streamsOf({
  kind,
  id,
  entityType,
  entityId,
}: Pick<DecisionItem, 'kind' | 'id' | 'entityType' | 'entityId'>): readonly string[] {
  switch (kind) {
    case 'city':
    case 'location':
    case 'photo':
      return [streamOf[kind](id)];
    case 'edit':
      return [streamOf.location(entityId)];
    case 'report':
      return [streamOf.reports(entityType, entityId)];
    case 'change':
      return [
        streamOf.change(id),
        entityType === 'city' ? streamOf.city(entityId) : streamOf.location(entityId),
      ];
  }
}

/**
 * The person who made or took back the latest decision on the item; null if nobody has decided it, or its sender has
 * withdrawn it or sent it in again since.
 */
async function latestDecider(
  log: Pick<EventLog, 'readStream'>,
  item: DecidedItem,
  streams: readonly string[],
): Promise<string | null> {
  let latest: Recorded | undefined;
  for (const stream of streams) {
    const event = await latestAbout(log, item, stream);
    if (event !== undefined && (latest === undefined || event.position > latest.position)) latest = event;
  }
  return latest === undefined || decidedBy(latest) === null ? null : latest.metadata.actor;
}

async function latestAbout(
  log: Pick<EventLog, 'readStream'>,
  item: DecidedItem,
  stream: string,
): Promise<Recorded | undefined> {
  for await (const raw of log.readStream(stream, { backwards: true })) {
    const event = parseEvent(raw);
    if (supersedes(event, item)) return event;
  }
  return undefined;
}
