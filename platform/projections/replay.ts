import { isAfter, type Moment } from '#contracts/shared/moment';
import type { ParseEvent, RecordedEvent } from '#contracts/shared/recorded-event';
import type { EventLog } from '#platform/event-log/index';

import { applyEvents } from './apply-events.ts';
import { compile } from './compile.ts';
import { closingOnFailure } from '#platform/concurrency/closers';
import type { Lease } from '#platform/concurrency/reservation';
import { rebuildLease } from './leases.ts';
import type { ReadModel } from './rule.ts';
import { createReplayWriter } from './replay-writer.ts';
import type { ReadModelWriter, ReadStore } from '#platform/read-store/index';

export interface ReplayDeps {
  readonly log: EventLog;
  readonly store: ReadStore;
}

/** Another process is filling a generation of the same model. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';

  constructor(model: string) {
    super(
      `A copy of ${model} is being built already: by another replay or audit, or by a server that has just started. ` +
        'Try again when it is done.',
    );
  }
}

/** A generation of one read model beside the live one, dropped at the end unless it was swapped in. */
export interface Replay extends AsyncDisposable {
  readonly model: ReadModel;
  readonly generation: ReadModelWriter;
  /** Position of the last event in the generation. */
  position(): bigint;
  /** Applies the next events. @throws what a rule throws, UnknownEvent, or RebuildUnderWay as `swap` does */
  apply(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * Makes the generation the live one. A runner that writes the live generation continues with it.
   * @throws RebuildUnderWay if this process was stalled so long that another one may fill a generation now
   */
  swap(): Promise<void>;
}

/**
 * Starts an empty generation beside the live one, which does not change.
 * @throws RebuildUnderWay when another generation is being filled
 */
export async function openReplay(model: ReadModel, { log, store }: ReplayDeps): Promise<Replay> {
  const { declaration } = model;
  const lease = await tryLease(store, rebuildLease(declaration));
  if (lease === undefined) throw new RebuildUnderWay(declaration.name);
  return closingOnFailure(async (closers) => {
    closers.add(lease);
    const rebuild = closers.add(await store.rebuild(declaration));
    const { generation } = rebuild;
    const compiled = compile(model);
    const target = { model: compiled, writer: createReplayWriter(compiled, generation), logId: log.id };
    let position = 0n;
    const requireLease = () => {
      if (lease.lost.aborted) throw new RebuildUnderWay(declaration.name);
    };
    return {
      model,
      generation,
      position: () => position,
      async apply(events: readonly RecordedEvent[]) {
        requireLease();
        await applyEvents(target, events, (last) => (position = last));
      },
      async swap() {
        requireLease();
        // If no event was applied, the generation has no checkpoint yet.
        await generation.commit({ puts: [], deletes: [] }, { logId: log.id, position });
        await rebuild.swap();
      },
    };
  });
}

const timeout = 1000; // milliseconds

/** Takes the lease; undefined when another process holds it. */
async function tryLease(store: ReadStore, name: string): Promise<Lease | undefined> {
  const signal = AbortSignal.timeout(timeout);
  try {
    return await store.lease(name, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

export interface FillOptions {
  readonly log: EventLog;
  readonly parse: ParseEvent;
  /** All must be at the same position. */
  readonly replays: readonly Replay[];
  /** Stops before the first event after this. By default the log's head, including events appended meanwhile. */
  readonly until?: Moment | undefined;
  readonly onProgress?: ((progress: FillProgress) => void) | undefined;
  /** Events applied at once. */
  readonly batchSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FillProgress {
  readonly position: bigint;
  /** The end of the log when the bulk load began. */
  readonly head: bigint;
  /** Number of events applied so far. */
  readonly events: number;
}

/**
 * Reads the log once for all generations, from their position on. Returns the number of events applied.
 * @throws UnreadableEvent or UnknownEvent at an event that this release does not know
 */
export async function fill(options: FillOptions): Promise<number> {
  const { replays, until, onProgress, batchSize = 10_000, signal } = options;
  const head = await options.log.head();
  let position = replays[0]?.position() ?? 0n;
  let events = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { batch, ended } = await nextBatch(options, position, batchSize, until);
    for (const replay of replays) await replay.apply(batch);
    events += batch.length;
    position = batch.at(-1)?.position ?? position;
    onProgress?.({ position, head, events });
    if (ended) return events;
  }
}

async function nextBatch(
  { log, parse }: FillOptions,
  after: bigint,
  limit: number,
  until: Moment | undefined,
): Promise<{ readonly batch: readonly RecordedEvent[]; readonly ended: boolean }> {
  const batch: RecordedEvent[] = [];
  for await (const raw of log.readAll({ after, limit })) {
    if (until !== undefined && isAfter(raw, until)) return { batch, ended: true };
    batch.push(parse(raw));
  }
  return { batch, ended: batch.length < limit };
}

/**
 * Fills the generations to the head and swaps them in, one model after the other. Events appended between the last
 * check and the swap are left to the runner, which continues from the generation's checkpoint.
 */
export async function fillAndSwap(options: Omit<FillOptions, 'until'> & Pick<ReplayDeps, 'store'>) {
  let events = await fill(options);
  for (const replay of options.replays) {
    for (;;) {
      const reader = await options.store.reader(replay.model.declaration);
      const live = await reader.checkpoint();
      if (live?.logId !== options.log.id || live.position <= replay.position()) break;
      events += await fill({ ...options, replays: [replay], until: { position: live.position } });
      // The live generation is ahead of this log, so no generation can catch up with it.
      if (live.position > (await options.log.head())) break;
    }
    await replay.swap();
  }
  return events;
}

/** Opens the generations of several models together. @throws RebuildUnderWay */
export async function openReplays(
  models: readonly ReadModel[],
  deps: ReplayDeps,
): Promise<AsyncDisposable & { readonly replays: readonly Replay[] }> {
  return closingOnFailure(async (closers) => {
    const replays: Replay[] = [];
    for (const model of models) replays.push(closers.add(await openReplay(model, deps)));
    return { replays };
  });
}
