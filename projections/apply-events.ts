import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Recorded } from '#contracts/events/index';

import type { CompiledModel, Plan, Step } from './compile.ts';
import { createDocuments, type Documents } from './documents.ts';
import { applyFanOut } from './fan-out.ts';
import type { Need } from './read-models/rule.ts';
import type { Checkpoint, ReadModelWriter, Write } from './read-store/port.ts';

interface Target {
  readonly model: CompiledModel;
  readonly writer: ReadModelWriter;
  readonly logId: string;
}

export interface Planned {
  readonly event: Recorded;
  readonly plan: Plan;
}

/**
 * Applies events to one read model, strictly in order, and moves its checkpoint to the last of them. What touches
 * single documents is done a batch at a time; an event that fans out is done alone, after all before it.
 * `applied` is told each position that the checkpoint reaches.
 * @throws UnknownEvent, after the events before it are applied
 */
export async function applyEvents(
  target: Target,
  events: readonly Recorded[],
  applied: (position: bigint) => void,
): Promise<void> {
  let batch: Planned[] = [];
  const finishBatch = async () => {
    const last = batch.at(-1);
    if (last === undefined) return;
    const documents = createDocuments(target.model, target.writer);
    await applyBatch(documents, batch);
    await settle(target, documents, last.event.position);
    applied(last.event.position);
    batch = [];
  };

  for (const event of events) {
    let plan: Plan;
    try {
      plan = target.model.plan(event.type);
    } catch (error) {
      await finishBatch();
      throw error;
    }
    if (!plan.fanOuts.some(({ fanOut }) => fanOut.where(event) !== undefined)) {
      batch.push({ event, plan });
      continue;
    }
    await finishBatch();
    const documents = createDocuments(target.model, target.writer);
    await applyBatch(documents, [{ event, plan }]);
    await applyFanOut({ documents, writer: target.writer, event, fanOuts: plan.fanOuts });
    await settle(target, documents, event.position);
    applied(event.position);
  }
  await finishBatch();
}

async function applyBatch(documents: Documents, batch: readonly Planned[]): Promise<void> {
  await documents.load(needsOf(batch));
  for (const { event, plan } of batch) {
    for (const step of plan.steps) applyStep(documents, step, event);
  }
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
  const checkpoint: Checkpoint = { logId, position };
  let pending: Write = { puts: [], deletes: [] };
  for (const [level, collections] of model.levels.entries()) {
    for (const collection of collections) {
      if (level > 0 && documents.isDue(collection) && pending.puts.length > 0) {
        await writer.write(pending);
        pending = { puts: [], deletes: [] };
        await nextTurn();
      }
      pending = joined(pending, await documents.finish(await documents.due(collection)));
    }
  }
  await writer.commit(pending, checkpoint);
}

function joined(one: Write, other: Write): Write {
  if (one.puts.length + one.deletes.length === 0) return other;
  if (other.puts.length + other.deletes.length === 0) return one;
  return { puts: [...one.puts, ...other.puts], deletes: [...one.deletes, ...other.deletes] };
}
