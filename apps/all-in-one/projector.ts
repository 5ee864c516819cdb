import { parentPort, workerData } from 'node:worker_threads';

import { parseEvent } from '#contracts/events';
import { readModels } from '#projections/read-models';
import { createProjections, type Logger, ModelStopped, type Projections } from '#platform/projections/runner';

import { closingOnFailure } from '#platform/concurrency/closers';
import { openProjectionStores } from '../projection-stores.ts';
import type { FromThread, LogLine, ThreadSettings, ToThread } from './thread-messages.ts';

if (parentPort === null) throw new Error('The projector runs as a worker thread');
const port = parentPort;
const send = (message: FromThread): void => port.postMessage(message);

/** Only plain values keep their content when they are sent between threads. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { type: name, message, stack };
}

function logAt(level: LogLine['level']): Logger[LogLine['level']] {
  return (fields, message) => {
    const plainFields = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, plain(value)]),
    );
    send({ kind: 'log', line: { level, fields: plainFields, message } });
  };
}

const logger: Logger = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') };

/** The read models' runner, with its own connections to both files. Any error ends the thread. */
async function run({ config }: ThreadSettings): Promise<void> {
  // Sends only one message for all changes in one tick of the event loop.
  let isScheduled = false;
  const sendStates = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      send({
        kind: 'states',
        states: projections.status().map(({ position: _p, lag: _l, ...state }) => state),
      });
    });
  };
  const { projections, ...opened } = await closingOnFailure(async (closers) => {
    const { log, store } = await openProjectionStores(config, closers, {
      warn: (message) => logger.warn({}, message),
      onDamage: () => send({ kind: 'damaged' }),
    });
    const deps = { log, store, models: readModels, parse: parseEvent, logger, onState: sendStates };
    return { projections: closers.add(await createProjections(deps)) };
  });
  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') void close(opened);
    else void tellWhenReached(projections, message);
  });
}

/** The thread ends once everything is closed. */
async function close(opened: AsyncDisposable): Promise<void> {
  try {
    await opened[Symbol.asyncDispose]();
  } finally {
    port.close();
  }
}

async function tellWhenReached(
  projections: Projections,
  { number, target }: Extract<ToThread, { kind: 'when-reached' }>,
): Promise<void> {
  try {
    await projections.caughtUp(target);
    send({ kind: 'reached', number });
  } catch (error) {
    // Any other error means that it was closed meanwhile, and no caller waits any longer.
    if (error instanceof ModelStopped) send({ kind: 'failed', number, message: error.message });
  }
}

// The value with which the thread was started.
await run(workerData as ThreadSettings);
