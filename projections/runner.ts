import { setTimeout as delay } from 'node:timers/promises';

import { type EventLog, LogUnavailable } from '#command-service/event-log/index';

import { applyEvents } from './apply-events.ts';
import { type CompiledModel, compile } from './compile.ts';
import { asError, type Follower, createLanes } from './lanes.ts';
import type { ReadModel } from './read-models/rule.ts';
import {
  CopyReplaced,
  type ReadModelWriter,
  type ReadStore,
  type Rebuild,
  StoreUnavailable,
} from './read-store/index.ts';
import { rebuildLease, writerLease } from './leases.ts';
import { type Progress, createProgress, type ModelStatus } from './progress.ts';

export type { ModelStatus };

/** As pino has it. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ProjectionsDeps {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly models: readonly ReadModel[];
  readonly logger: Logger;
  /** Told after every commit how far a model is behind, in positions. */
  readonly onLag?: (model: string, lag: bigint) => void;
  /** Events applied at once while catching up. */
  readonly batchSize?: number;
}

export interface Projections extends AsyncDisposable {
  status(): readonly ModelStatus[];
  /**
   * Fulfilled once every model has reached the position, by default the log's head of this moment.
   * @throws the error that stopped a model before
   */
  caughtUp(target?: bigint): Promise<void>;
  /** The same for the head of this moment: for those who must see all that has happened so far. */
  processAll(): Promise<void>;
}

const shortestDelay = 100; // milliseconds
const longestDelay = 5000;

/** Keeps the read models up to date with the log, each from its own checkpoint, until it is disposed of. */
export async function createProjections(deps: ProjectionsDeps): Promise<Projections> {
  const { log, store, models, logger, batchSize = 2000 } = deps;
  const closing = new AbortController();
  const lanes = createLanes({ log, batchSize, signal: closing.signal });
  const compiled = models.map(compile);
  const progress = createProgress(
    compiled.map(({ declaration }) => declaration),
    deps.onLag,
  );
  progress.sawHead(await log.head());

  const running = compiled.map(async (model) => {
    const { name } = model.declaration;
    try {
      while (!closing.signal.aborted) await takeTurn(model);
    } catch (error) {
      if (closing.signal.aborted) return;
      logger.error({ err: error, model: name, position: progress.of(name).position }, 'read model stopped');
      progress.stopped(name, asError(error));
    }
  });

  /** Stands by until the model is this process's to write, then writes it until that is over. */
  async function takeTurn(model: CompiledModel): Promise<void> {
    const { name } = model.declaration;
    progress.standingBy(name);
    const waiting = standBy(model);
    const waited = store.lease(writerLease(model.declaration), closing.signal).finally(() => waiting.stop());
    await using lease = await waited;
    const stop = AbortSignal.any([closing.signal, lease.lost]);
    try {
      await keepUp(model, stop);
    } catch (error) {
      if (!lease.lost.aborted || closing.signal.aborted) throw error;
    }
    if (lease.lost.aborted) {
      logger.warn({ model: name }, 'another process writes this read model meanwhile: standing by');
    }
  }

  /** While another process writes the model, its progress is what the store tells. */
  function standBy({ declaration }: CompiledModel): { stop(): Promise<void> } {
    const over = new AbortController();
    const follow = async () => {
      const changes = store.changes(declaration, over.signal);
      const checkpoint = await (await store.reader(declaration)).checkpoint();
      if (checkpoint?.logId === log.id) progress.reached(declaration.name, checkpoint.position);
      for await (const { position } of changes) progress.reached(declaration.name, position);
    };
    const following = (async () => {
      while (!over.signal.aborted) {
        await follow().catch((error: unknown) => {
          if (!over.signal.aborted)
            logger.warn({ err: error, model: declaration.name }, 'stand-by cannot see the read model');
        });
        await delay(longestDelay, undefined, { signal: over.signal }).catch(() => undefined);
      }
    })();
    return {
      stop: async () => {
        over.abort();
        await following;
      },
    };
  }

  async function keepUp(model: CompiledModel, stop: AbortSignal): Promise<void> {
    const { name } = model.declaration;
    let wait = shortestDelay;
    while (!stop.aborted) {
      const before = progress.of(name).position;
      try {
        await using copy = await openCopy(model, stop);
        progress.started(name, copy.follower.position());
        progress.sawHead(await log.head());
        await lanes.follow(copy.follower, stop);
      } catch (error) {
        if (!isPassing(error) || stop.aborted) throw error;
        if (progress.of(name).position > before) wait = shortestDelay;
        logger.warn({ err: error, model: name, retryAfter: wait }, 'read model interrupted, trying again');
        progress.interrupted(name, asError(error));
        await delay(wait, undefined, { signal: stop });
        wait = Math.min(wait * 2, longestDelay);
      }
    }
  }

  async function openCopy(
    model: CompiledModel,
    stop: AbortSignal,
  ): Promise<AsyncDisposable & { follower: Follower }> {
    const { declaration } = model;
    const writer = await store.writer(declaration);
    const checkpoint = await writer.checkpoint();
    const usable = checkpoint?.logId === log.id && checkpoint.position <= (await log.head());
    if (checkpoint === undefined || usable) {
      const follower = followerOf(model, writer, checkpoint?.position ?? 0n, progress, log.id);
      return { follower, [Symbol.asyncDispose]: async () => undefined };
    }
    logger.warn(
      { model: declaration.name, checkpoint, log: log.id },
      'read model is not of this log: rebuilding it',
    );
    // Of one model one rebuild at a time: a replay may be under way.
    const lease = await store.lease(rebuildLease(declaration), stop);
    const rebuild = await store.rebuild(declaration);
    return {
      follower: rebuildingFollower(model, rebuild, store, progress, log.id),
      async [Symbol.asyncDispose]() {
        await rebuild[Symbol.asyncDispose]();
        await lease[Symbol.asyncDispose]();
      },
    };
  }

  return {
    status: () => progress.status(),
    caughtUp: async (target) => progress.allReached(target ?? (await log.head())),
    processAll: async () => progress.allReached(await log.head()),
    async [Symbol.asyncDispose]() {
      closing.abort();
      progress.close();
      await Promise.all(running);
    },
  };
}

function followerOf(
  model: CompiledModel,
  writer: ReadModelWriter,
  from: bigint,
  progress: Progress,
  logId: string,
  reached: (position: bigint) => void = (position) => progress.reached(model.declaration.name, position),
): Follower {
  const { name } = model.declaration;
  let position = from;
  return {
    position: () => position,
    apply: (events) =>
      applyEvents({ model, writer, logId }, events, (last) => {
        position = last;
        reached(last);
      }),
    async caughtUp() {
      await writer.finish();
      progress.live(name);
    },
  };
}

/** Fills a copy beside the one that stands for another log, and puts it in its place when it has caught up. */
function rebuildingFollower(
  model: CompiledModel,
  rebuild: Rebuild,
  store: ReadStore,
  progress: Progress,
  logId: string,
): Follower {
  // Nobody reads the copy yet: what it has reached counts from the swap on.
  let follower = followerOf(model, rebuild.copy, 0n, progress, logId, () => undefined);
  let swapped = false;
  return {
    position: () => follower.position(),
    apply: (events) => follower.apply(events),
    async caughtUp() {
      if (!swapped) {
        // A copy that has seen no event has no checkpoint of this log yet.
        await rebuild.copy.commit({ puts: [], deletes: [] }, { logId, position: follower.position() });
        await rebuild.swap();
        swapped = true;
        const writer = await store.writer(model.declaration);
        follower = followerOf(model, writer, follower.position(), progress, logId);
        progress.reached(model.declaration.name, follower.position());
      }
      await follower.caughtUp();
    },
  };
}

/** Faults that pass: a store that does not answer, a copy that another process has replaced. */
const isPassing = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof LogUnavailable || error instanceof CopyReplaced;
