import { Worker } from 'node:worker_threads';

import { asError } from '#contracts/shared/as-error';
import { readModels } from '#projections/read-models';
import { type Logger, ModelStopped, type ModelState } from '#platform/projections/runner';
import { pause } from '#platform/concurrency/waiting';

import type { EmbeddedConfig } from '../projection-stores.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/** The projections as the rest of the process sees them, wherever they run. */
export interface RunningProjections extends AsyncDisposable {
  status(): readonly ModelState[];
  /** Fulfilled once every model has reached the position. @throws ModelStopped */
  caughtUp(target: bigint): Promise<void>;
}

export interface ProjectionsThreadDeps {
  readonly config: EmbeddedConfig;
  readonly logger: Logger;
  /** Called when the read models' file is found to be damaged. */
  readonly onDamage: () => void;
  /** Starts the thread; `startThread` with the built file. */
  readonly start: (settings: ThreadSettings) => Worker;
}

export const startThread =
  (file: URL) =>
  (workerData: ThreadSettings): Worker =>
    new Worker(file, { workerData, name: 'projections' });

/** A thread that has run this long (milliseconds) before it died does not count as an early death. */
const longLife = 60_000;
/** After this many early deaths in a row, the read models count as stopped. */
const mostDeaths = 5;
const shortestDelay = 100; // milliseconds

interface Waiting {
  readonly target: bigint;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs the projections in a separate thread, so that HTTP never waits for them. A thread that dies is replaced. After
 * several early deaths in a row every model counts as stopped, which /readyz and the responses to writes report.
 */
export function startProjectionsThread(deps: ProjectionsThreadDeps): RunningProjections {
  const { config, logger, onDamage, start } = deps;
  const closing = new AbortController();
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let states: readonly ModelState[] = readModels.map(({ declaration: { name, version } }) => ({
    name,
    version,
    state: 'standing-by',
  }));
  let worker: Worker | undefined;
  /** Why no further position will be reached. */
  let failure: Error | undefined;
  const send = (message: ToThread): void => worker?.postMessage(message);

  function take(message: FromThread): void {
    switch (message.kind) {
      case 'states':
        states = message.states;
        return;
      case 'reached':
        return settle(message.number, ({ resolve }) => resolve());
      case 'failed':
        return settle(message.number, ({ reject }) => reject(new ModelStopped(message.message)));
      case 'damaged':
        return onDamage();
      case 'log': {
        const { level, fields, message: text } = message.line;
        logger[level](fields, text);
      }
    }
  }

  function settle(number: number, how: (one: Waiting) => void): void {
    const one = waiting.get(number);
    waiting.delete(number);
    if (one !== undefined) how(one);
  }

  function giveUp(error: Error): void {
    failure = error;
    for (const number of [...waiting.keys()]) settle(number, ({ reject }) => reject(error));
  }

  /** Fulfilled when the thread has ended, with the reason if it died. */
  function runOnce(): Promise<Error | undefined> {
    return new Promise((resolve) => {
      let reason: Error | undefined;
      const thread = start({ config });
      worker = thread;
      thread.on('message', take);
      thread.on('error', (error: unknown) => (reason = asError(error)));
      thread.on('exit', () => {
        worker = undefined;
        if (!closing.signal.aborted) return resolve(reason ?? new Error('The projections thread has ended'));
        if (reason !== undefined) logger.error({ err: reason }, 'the projections thread could not close');
        resolve(undefined);
      });
      for (const [number, { target }] of waiting) send({ kind: 'when-reached', number, target });
    });
  }

  async function run(): Promise<void> {
    for (let deaths = 0; deaths < mostDeaths && !closing.signal.aborted;) {
      const started = performance.now();
      const reason = await runOnce();
      if (reason === undefined) return;
      deaths = performance.now() - started < longLife ? deaths + 1 : 1;
      logger.error({ err: reason, deaths }, 'the projections thread has died');
      states = states.map((state) => ({ ...state, state: 'catching-up', error: reason.message }));
      if (deaths === mostDeaths) stop(reason);
      else await pause(shortestDelay * 2 ** deaths, closing.signal);
    }
  }

  function stop({ message }: Error): void {
    const stoppedAt = `an event, since its thread has died again and again: ${message}`;
    states = states.map((state) => ({ ...state, state: 'stopped', error: message, stoppedAt }));
    giveUp(new ModelStopped(`The read models have stopped at ${stoppedAt}`));
  }

  const running = run();

  return {
    status: () => states,
    caughtUp: (target) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        const number = (asked += 1);
        waiting.set(number, { target, resolve, reject });
        send({ kind: 'when-reached', number, target });
      }),
    async [Symbol.asyncDispose]() {
      closing.abort();
      send({ kind: 'close' });
      await running;
      giveUp(new Error('The projections are closed'));
    },
  };
}
