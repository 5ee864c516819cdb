import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Recorded } from '#contracts/events/index';

import { type CompiledModel, type Plan, type Step, UnknownEvent } from './compile.ts';
import { createDocuments, type Documents, type Pending } from './documents.ts';
import { applyFanOut } from './fan-out.ts';
import type { Need } from './read-models/rule.ts';
import type { ReadModelWriter } from './read-store/port.ts';

interface Target {
  readonly model: CompiledModel;
  readonly writer: ReadModelWriter;
  readonly logId: string;
}

interface Planned {
  readonly event: Recorded;
  readonly plan: Plan;
}

/** A batch ends early when fan-outs have brought so many documents into memory. */
const fannedOut = 5000;

/**
 * Applies events to one read model, strictly in order, and moves its checkpoint to the last of them. Each document
 * that they touch is read once, changed in memory, and written once with all that they did to it.
 * `applied` is told each position that the checkpoint reaches.
 * @throws UnknownEvent, after the events before it are applied
 */
export async function applyEvents(
  target: Target,
  events: readonly Recorded[],
  applied: (position: bigint) => void,
): Promise<void> {
  const { planned, failure } = planAll(target.model, events);
  for (let left: readonly Planned[] = planned; left.length > 0;) {
    const documents = createDocuments(target.model, target.writer);
    await documents.load(needsOf(left));
    const done = await applyBatch(documents, target.writer, left);
    const position = left[done - 1]?.event.position ?? 0n;
    await settle(target, documents, position);
    applied(position);
    left = left.slice(done);
  }
  if (failure !== undefined) throw failure;
}

/** As many as the model understands, and what is wrong with the next one. */
function planAll(model: CompiledModel, events: readonly Recorded[]) {
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
  documents: Documents,
  writer: ReadModelWriter,
  batch: readonly Planned[],
): Promise<number> {
  let carried = 0;
  for (const [at, { event, plan }] of batch.entries()) {
    for (const step of plan.steps) applyStep(documents, step, event);
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

function applyStep(documents: Documents, { collection, rule }: Step, event: Recorded): void {
  const id = rule.id(event);
  if (id === undefined) return;
  const entry = rule.fresh ? documents.fresh(collection, id) : documents.entry(collection.collection, id);
  if (entry === undefined) throw new Error(`${collection.collection} ${id} was not loaded`);
  documents.apply(entry, event, (document) => rule.apply(document, event, documents), rule.recount);
}

/** Writes members before those that count them are counted, and with the last ones the checkpoint. */
async function settle(
  { model, writer, logId }: Target,
  documents: Documents,
  position: bigint,
): Promise<void> {
  let pending: Pending = { puts: [], deletes: [] };
  for (const collection of model.collections) {
    if (documents.isDue(collection) && pending.puts.length + pending.deletes.length > 0) {
      await writer.write(pending);
      pending = { puts: [], deletes: [] };
      await nextTurn();
    }
    await documents.count(collection);
    documents.collect(pending, collection);
  }
  await writer.commit(pending, { logId, position });
}
