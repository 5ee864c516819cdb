import { setTimeout as delay } from 'node:timers/promises';

import {
  collectDifferences,
  differenceOf,
  differencesBetween,
  type CollectedDifferences,
  type Difference,
} from './differences.ts';
import { writerLease } from './leases.ts';
import type { ReadModel } from './rule.ts';
import type { Document, ReadModelReader } from '#platform/read-store/index';
import { fill, openReplay, type FillOptions, type Replay, type ReplayDeps } from './replay.ts';

export interface AuditOptions
  extends ReplayDeps, Pick<FillOptions, 'parse' | 'onProgress' | 'batchSize' | 'signal'> {
  /** How many differences to keep. All differences are counted. */
  readonly most?: number;
}

export interface ModelAudit {
  readonly model: string;
  readonly version: string;
  /** The position at which the stored model and the replay were compared; undefined for a model of another log. */
  readonly position: bigint | undefined;
  readonly head: bigint;
  readonly documents: number;
  /** From the stored documents to the replayed ones. */
  readonly differences: CollectedDifferences;
  /** The model is behind the log, and no runner updates it. */
  readonly left: boolean;
}

const none: CollectedDifferences = { appears: 0, vanishes: 0, changes: 0, shown: [] };

/** Whether the model matches the log. */
export const isSound = ({ position, differences: { appears, vanishes, changes } }: ModelAudit): boolean =>
  position !== undefined && appears + vanishes + changes === 0;

/**
 * Replays the log into a generation up to the stored model's position and compares the two. This also works while a
 * runner writes: apparent differences are checked again until both generations were read at the same position.
 * @throws RebuildUnderWay when another generation of the model is being filled
 */
export async function auditModel(model: ReadModel, options: AuditOptions): Promise<ModelAudit> {
  const { log, store, most = 1000 } = options;
  const { name, version } = model.declaration;
  await using replay = await openReplay(model, options);
  const stored = await store.reader(model.declaration);
  const head = await log.head();
  const checkpoint = await stored.checkpoint();
  const base = { model: name, version, head, documents: 0, differences: none };
  if (checkpoint === undefined && head === 0n) return { ...base, position: 0n, left: false };
  const left = (checkpoint?.position ?? 0n) < head && !(await store.isLeased(writerLease(model.declaration)));
  if (checkpoint?.logId !== log.id || checkpoint.position > head)
    return { ...base, position: undefined, left };

  await fill({ ...options, replays: [replay], until: { position: checkpoint.position } });
  const differences = await settledDifferences({ model, stored, replay, options, most });
  const documents = await countOf(model, stored);
  return { ...base, position: replay.position(), documents, differences, left };
}

interface Comparison {
  readonly model: ReadModel;
  readonly stored: ReadModelReader;
  readonly replay: Replay;
  readonly options: AuditOptions;
  readonly most: number;
}

/** More differences than this cannot be caused by a running writer. */
const mostSuspects = 5000;
const looks = 40;
const pause = 250; // milliseconds

async function settledDifferences({ model, stored, replay, options, most }: Comparison) {
  const first = await collectDifferences(differencesBetween(model, stored, replay.generation), mostSuspects);
  if (first.appears + first.vanishes + first.changes > mostSuspects) {
    return { ...first, shown: first.shown.slice(0, most) };
  }
  let suspects = first.shown;
  for (let look = 0; suspects.length > 0 && look < looks; look += 1) {
    const before = await stored.checkpoint();
    if (before === undefined) break;
    await fill({ ...options, replays: [replay], until: { position: before.position } });
    suspects = await lookAgain(suspects, stored, replay.generation);
    const after = await stored.checkpoint();
    const isAtRest = after?.position === before.position && after.position >= (await options.log.head());
    if (isAtRest) break;
    if (!(await options.store.isLeased(writerLease(model.declaration)))) break;
    await delay(pause);
  }
  return collectDifferences(suspects, most);
}

async function lookAgain(
  suspects: readonly Difference[],
  stored: ReadModelReader,
  generation: ReadModelReader,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { collection, id } of suspects) {
    const [from, to] = await Promise.all([
      stored.get<Document>(collection, id),
      generation.get<Document>(collection, id),
    ]);
    const difference = differenceOf(collection, from, to);
    if (difference !== undefined) found.push(difference);
  }
  return found;
}

async function countOf({ declaration }: ReadModel, reader: ReadModelReader): Promise<number> {
  const counts = await Promise.all(declaration.collections.map(({ name }) => reader.count(name, {})));
  return counts.reduce((sum, count) => sum + count, 0);
}
