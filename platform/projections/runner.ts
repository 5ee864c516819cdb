import { asError } from '#contracts/shared/as-error';
import type { ParseEvent } from '#contracts/shared/recorded-event';
import { type EventLog, LogUnavailable } from '#platform/event-log/index';

import { applyEvents } from './apply-events.ts';
import { type CompiledModel, compile } from './compile.ts';
import { type Subscriber, createSharedSubscriptions } from './shared-subscriptions.ts';
import type { ReadModel } from './rule.ts';
import {
  GenerationReplaced,
  type ReadModelWriter,
  type ReadStore,
  type Rebuild,
  StoreUnavailable,
} from '#platform/read-store/index';
import { closingOnFailure } from '#platform/concurrency/closers';
import type { Lease } from '#platform/concurrency/reservation';
import { isAborted, pause } from '#platform/concurrency/waiting';
import { rebuildLease, writerLease } from './leases.ts';
import {
  type Progress,
  createProgress,
  type ModelState,
  ModelStopped,
  type ModelStatus,
} from './progress.ts';

export { type ModelState, ModelStopped };

/** The part of pino's interface that is used here. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ProjectionsDeps {
  readonly log: EventLog;
  readonly parse: ParseEvent;
  readonly store: ReadStore;
  readonly models: readonly ReadModel[];
  readonly logger: Logger;
  /** Called whenever anything other than the position of a model may have changed. */
  readonly onState?: () => void;
  /** Events applied at once while catching up. */
  readonly batchSize?: number;
}

export interface Projections extends AsyncDisposable {
  status(): readonly ModelStatus[];
  /**
   * Fulfilled once every model has reached the position, by default the log's current head.
   * @throws the error that has stopped a model
   */
  caughtUp(target?: bigint): Promise<void>;
}

const shortestDelay = 100; // milliseconds
const longestDelay = 5000;

/** Keeps the read models up to date with the log, each from its own checkpoint, until disposed of. */
export async function createProjections(deps: ProjectionsDeps): Promise<Projections> {
  const { log, parse, store, models, logger, batchSize = 2000 } = deps;
  const closing = new AbortController();
  const subscriptions = createSharedSubscriptions({ log, parse, batchSize, signal: closing.signal });
  const compiled = models.map(compile);
  const progress = createProgress(
    compiled.map(({ declaration }) => declaration),
    deps,
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

  /** Stands by until this process holds the model's lease, then writes the model until the lease ends. */
  async function takeTurn(model: CompiledModel): Promise<void> {
    const { name } = model.declaration;
    progress.standingBy(name);
    await using lease = await awaitLease(model);
    const stop = AbortSignal.any([closing.signal, lease.lost]);
    try {
      await keepUp(model, stop);
    } catch (error) {
      if (!lease.lost.aborted || closing.signal.aborted) throw error;
    }
    if (lease.lost.aborted) {
      logger.warn({ model: name }, 'another process now writes this read model: standing by');
    }
  }

  async function awaitLease(model: CompiledModel): Promise<Lease> {
    await using _following = standBy(model);
    return await store.lease(writerLease(model.declaration), closing.signal);
  }

  /** Reads the model's progress from the store while another process writes it. */
  function standBy({ declaration }: CompiledModel): AsyncDisposable {
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
        await pause(longestDelay, over.signal);
      }
    })();
    return {
      [Symbol.asyncDispose]: async () => {
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
        await using generation = await openGeneration(model, stop);
        progress.started(name, generation.subscriber.position());
        progress.sawHead(await log.head());
        await subscriptions.subscribe(generation.subscriber, stop);
      } catch (error) {
        if (!isPassing(error) || isAborted(stop)) throw error;
        if (progress.of(name).position > before) wait = shortestDelay;
        logger.warn({ err: error, model: name, retryAfter: wait }, 'read model interrupted, trying again');
        progress.interrupted(name, asError(error));
        await pause(wait, stop);
        wait = Math.min(wait * 2, longestDelay);
      }
    }
  }

  async function openGeneration(
    model: CompiledModel,
    stop: AbortSignal,
  ): Promise<AsyncDisposable & { subscriber: Subscriber }> {
    const { declaration } = model;
    const writer = await store.writer(declaration);
    const checkpoint = await writer.checkpoint();
    const usable = checkpoint?.logId === log.id && checkpoint.position <= (await log.head());
    if (checkpoint === undefined || usable) {
      const subscriber = createSubscriber(model, writer, checkpoint?.position ?? 0n, progress, log.id);
      return { subscriber, [Symbol.asyncDispose]: async () => undefined };
    }
    logger.warn(
      { model: declaration.name, checkpoint, log: log.id },
      'read model is not of this log: rebuilding it',
    );
    // Only one rebuild of a model may run at a time, and a replay may be running now.
    const generation = await closingOnFailure(async (closers) => {
      closers.add(await store.lease(rebuildLease(declaration), stop));
      const rebuild = closers.add(await store.rebuild(declaration));
      return { subscriber: createRebuildingSubscriber(model, rebuild, store, progress, log.id) };
    });
    return {
      ...generation,
      // The next rebuild drops what this one leaves behind, so a failure here must not stop the model.
      async [Symbol.asyncDispose]() {
        try {
          await generation[Symbol.asyncDispose]();
        } catch (error) {
          logger.warn(
            { err: error, model: declaration.name },
            'an unfinished generation could not be dropped',
          );
        }
      },
    };
  }

  return {
    status: () => progress.status(),
    caughtUp: async (target) => progress.allReached(target ?? (await log.head())),
    async [Symbol.asyncDispose]() {
      closing.abort();
      progress.close();
      await Promise.all(running);
    },
  };
}

function createSubscriber(
  model: CompiledModel,
  writer: ReadModelWriter,
  from: bigint,
  progress: Progress,
  logId: string,
  reached: (position: bigint) => void = (position) => progress.reached(model.declaration.name, position),
): Subscriber {
  const { name, priority } = model.declaration;
  let position = from;
  return {
    priority,
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

/** Fills a generation beside the one of another log, and swaps it in when it has caught up. */
function createRebuildingSubscriber(
  model: CompiledModel,
  rebuild: Rebuild,
  store: ReadStore,
  progress: Progress,
  logId: string,
): Subscriber {
  // Nobody reads the generation before the swap, so progress is reported only after it.
  let subscriber = createSubscriber(model, rebuild.generation, 0n, progress, logId, () => undefined);
  let swapped = false;
  return {
    priority: model.declaration.priority,
    position: () => subscriber.position(),
    apply: (events) => subscriber.apply(events),
    async caughtUp() {
      if (!swapped) {
        // If no event was applied, the generation has no checkpoint of this log yet.
        await rebuild.generation.commit(
          { puts: [], deletes: [] },
          { logId, position: subscriber.position() },
        );
        await rebuild.swap();
        swapped = true;
        const writer = await store.writer(model.declaration);
        subscriber = createSubscriber(model, writer, subscriber.position(), progress, logId);
        progress.reached(model.declaration.name, subscriber.position());
      }
      await subscriber.caughtUp();
    },
  };
}

/** Whether the error is temporary: a store does not answer, or another process has replaced the generation. */
const isPassing = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof LogUnavailable || error instanceof GenerationReplaced;
