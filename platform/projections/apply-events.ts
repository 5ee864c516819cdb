import { setImmediate as nextTurn } from 'node:timers/promises';

import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { type CompiledModel, type NamedStep, type Plan, type Step, UnknownEvent } from './compile.ts';
import { createDocumentSet, type DocumentSet, type PendingWrites } from './document-set.ts';
import { applyFanOut } from './fan-out.ts';
import type { Need } from './rule.ts';
import type { Document, ReadModelWriter } from '#platform/read-store/port';

interface Target {
  readonly model: CompiledModel;
  readonly writer: ReadModelWriter;
  readonly logId: string;
}

interface Planned {
  readonly event: RecordedEvent;
  readonly plan: Plan;
}

/** A batch ends early when fan-outs have loaded this many documents, because all of them are written at once. */
const fannedOut = 500;

/**
 * Applies events to one read model in order and moves its checkpoint to the last of them. Each affected document is
 * read once, changed in memory and written once. `applied` is called with each position that the checkpoint reaches.
 * @throws UnknownEvent, after the events before it were applied
 */
export async function applyEvents(
  target: Target,
  events: readonly RecordedEvent[],
  applied: (position: bigint) => void,
): Promise<void> {
  const { planned, failure } = planAll(target.model, events);
  for (let left: readonly Planned[] = planned; left.length > 0;) {
    const documents = createDocumentSet(target.model, target.writer);
    await documents.load(needsOf(left));
    const done = await applyBatch(documents, target.writer, left);
    const position = left[done - 1]?.event.position ?? 0n;
    await settle(target, documents, position);
    applied(position);
    left = left.slice(done);
  }
  if (failure !== undefined) throw failure;
}

/** The plans of the events up to the first unknown one, and the error for that one. */
function planAll(model: CompiledModel, events: readonly RecordedEvent[]) {
  const planned: Planned[] = [];
  for (const event of events) {
    try {
      planned.push({ event, plan: model.plan(event.type) });
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error;
      return { planned, failure: error };
    }
  }
  return { planned };
}

/** Returns how many events were applied: at least one. */
async function applyBatch(
  documents: DocumentSet,
  writer: ReadModelWriter,
  batch: readonly Planned[],
): Promise<number> {
  let carried = 0;
  for (const [at, { event, plan }] of batch.entries()) {
    for (const step of plan.steps) applyStep(documents, step, event);
    for (const step of plan.named) await applyNamed(documents, step, event);
    for (const step of plan.fanOuts) carried += await applyFanOut({ ...step, documents, writer, event });
    if (carried > fannedOut) return at + 1;
  }
  return batch.length;
}

function* needsOf(batch: readonly Planned[]): Iterable<Need> {
  for (const { event, plan } of batch) {
    for (const { collection, rule } of plan.steps) {
      const id = rule.fresh ? undefined : rule.id(event);
      if (id !== undefined) yield [collection.collection, id];
      if (rule.needs) yield* rule.needs(event);
    }
  }
}

function applyStep(documents: DocumentSet, { collection, rule }: Step, event: RecordedEvent): void {
  const id = rule.id(event);
  if (id === undefined) return;
  const entry = rule.fresh ? documents.fresh(collection, id) : documents.entry(collection.collection, id);
  if (entry === undefined) throw new Error(`${collection.collection} ${id} was not loaded`);
  documents.apply(entry, event, (document) => rule.apply(document, event, documents), rule.recount);
}

async function applyNamed(
  documents: DocumentSet,
  { collection, named }: NamedStep,
  event: RecordedEvent,
): Promise<void> {
  const ids = named.ids(event, documents);
  await documents.load(ids.map((id): Need => [collection.collection, id]));
  for (const id of ids) {
    const entry = documents.entry(collection.collection, id);
    if (entry === undefined) continue;
    const change = (document: Document | undefined) => document && named.apply(document, event, documents);
    documents.apply(entry, event, change, named.recount);
  }
}

/** Writes members before the documents that count them, and the checkpoint together with the last documents. */
async function settle(
  { model, writer, logId }: Target,
  documents: DocumentSet,
  position: bigint,
): Promise<void> {
  let pending: PendingWrites = { puts: [], deletes: [] };
  for (const collection of model.collections) {
    if (documents.needsRecount(collection) && pending.puts.length + pending.deletes.length > 0) {
      await writer.write(pending);
      pending = { puts: [], deletes: [] };
      await nextTurn();
    }
    await documents.count(collection);
    documents.collect(pending, collection);
  }
  await writer.commit(pending, { logId, position });
}
