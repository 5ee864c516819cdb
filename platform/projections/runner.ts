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
  StoreUnavailable,
} from '#platform/read-store/index';
import type { Lease } from '#platform/concurrency/reservation';
import { isAborted, pause } from '#platform/concurrency/waiting';
import { writerLease } from './leases.ts';
import { fillAndSwap, openReplay, RebuildUnderWay } from './replay.ts';
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
  const progress = createProgress(
    models.map(({ declaration }) => declaration),
    deps,
  );
  progress.sawHead(await log.head());

  const running = models.map(async (model) => {
    const { name } = model.declaration;
    try {
      while (!closing.signal.aborted) await takeTurn(model);
    } catch (error) {
      if (closing.signal.aborted) return;
      logger.error({ err: error, model: name, position: progress.of(name).position }, 'read model stopped');
      progress.stopped(name, asError(error));
    }
  });

  /** Stands by until this process holds the model's lease, then writes the model until it loses the lease. */
  async function takeTurn(model: ReadModel): Promise<void> {
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

  async function awaitLease(model: ReadModel): Promise<Lease> {
    await using _following = standBy(model);
    return await store.lease(writerLease(model.declaration), closing.signal);
  }

  /** Reads the model's progress from the store while another process writes it. */
  function standBy({ declaration }: ReadModel): AsyncDisposable {
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

  async function keepUp(model: ReadModel, stop: AbortSignal): Promise<void> {
    const { name } = model.declaration;
    let wait = shortestDelay;
    while (!stop.aborted) {
      const before = progress.of(name).position;
      try {
        const subscriber = await openSubscriber(model, stop);
        progress.started(name, subscriber.position());
        progress.sawHead(await log.head());
        await subscriptions.subscribe(subscriber, stop);
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

  async function openSubscriber(model: ReadModel, stop: AbortSignal): Promise<Subscriber> {
    const writer = await store.writer(model.declaration);
    let checkpoint = await writer.checkpoint();
    const isOfThisLog = checkpoint?.logId === log.id && checkpoint.position <= (await log.head());
    if (checkpoint !== undefined && !isOfThisLog) {
      const { name } = model.declaration;
      logger.warn({ model: name, checkpoint, log: log.id }, 'read model is not of this log: rebuilding it');
      // Nobody reads the new generation before it has caught up.
      progress.started(name, 0n);
      await rebuild(model, stop);
      checkpoint = await writer.checkpoint();
    }
    return createSubscriber(compile(model), writer, checkpoint?.position ?? 0n, progress, log.id);
  }

  async function rebuild(model: ReadModel, signal: AbortSignal): Promise<void> {
    const replay = await openReplay(model, { log, store });
    try {
      await fillAndSwap({ log, store, parse, replays: [replay], batchSize, signal });
    } finally {
      // The next rebuild drops the remains of this one, so a failure here must not stop the model.
      try {
        await replay[Symbol.asyncDispose]();
      } catch (error) {
        const { name } = model.declaration;
        logger.warn({ err: error, model: name }, 'an unfinished generation could not be dropped');
      }
    }
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
): Subscriber {
  const { name, priority } = model.declaration;
  let position = from;
  return {
    priority,
    position: () => position,
    apply: (events) =>
      applyEvents({ model, writer, logId }, events, (last) => {
        position = last;
        progress.reached(name, last);
      }),
    async caughtUp() {
      await writer.finish();
      progress.live(name);
    },
  };
}

/** Whether the error is temporary: a store does not answer, or another process replaces the generation. */
const isPassing = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof LogUnavailable ||
  error instanceof GenerationReplaced ||
  error instanceof RebuildUnderWay;
