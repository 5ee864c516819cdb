import type { Logger } from 'pino';

import { parseEvent } from '#contracts/events';
import type { Config } from '../config.ts';
import { readModels } from '#projections/read-models';
import { createProjections, ModelStopped } from '#platform/projections/runner';

import { type Closers, closingOnFailure } from '#platform/concurrency/closers';
import {
  addCommandService,
  addGateway,
  addQueryService,
  type CommandServiceOptions,
  openServiceContext,
} from '../compose.ts';
import { listen } from '#platform/gateway/gateway';
import { createAdministratorCheck, prepare } from '../prepare.ts';
import { stoppedInThisProcess } from '../health.ts';
import { lockDataDir, type Stores } from '../stores.ts';
import { type RunningProjections, startProjectionsThread } from './projections-thread.ts';
import type { ProjectionsThreadDeps } from './projections-thread.ts';

export interface Running extends AsyncDisposable, Pick<Closers, 'lastClosed'> {
  /** The address at which it listens. */
  readonly origin: string;
  /** Waits until the read models have applied everything that is in the log now. */
  caughtUp(): Promise<void>;
}

export interface StartDeps extends CommandServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Shows text to the person at the terminal. */
  readonly print: (text: string) => void;
  /** The folder of the built web client. */
  readonly pages?: string;
  /**
   * Starts the thread of the projections, if log and read models are embedded. Without it, and with stores on servers,
   * the projections run in this thread.
   */
  readonly projectionsThread?: ProjectionsThreadDeps['start'];
  /** Milliseconds that a response waits for the read models. */
  readonly waitTimeout?: number;
}

/**
 * A stopped read model does not stop the process: /readyz and every response to a write report it, and reads still
 * work.
 */
async function unlessStopped(caughtUp: Promise<void>): Promise<void> {
  await caughtUp.catch((error: unknown) => {
    if (!(error instanceof ModelStopped)) throw error;
  });
}

/**
 * Runs all services in one process on one port. Fulfilled once the administrator, the sample and the read models are
 * ready, or a read model has stopped. @throws StartError for problems that the operator can correct
 */
export async function startLightfall(deps: StartDeps): Promise<Running> {
  const attempt = async (isLast: boolean): Promise<Running> => {
    const damage = createDamage();
    try {
      return await closingOnFailure((closers) => start(deps, closers, damage));
    } catch (error) {
      if (isLast || !damage.isFound()) throw error;
      // Opening the file does not check every page. The next opening sets the damaged file aside.
      return attempt(true);
    }
  };
  return attempt(false);
}

/** Remembers that the read models' file is damaged, so that no caller waits for read models that cannot catch up. */
function createDamage() {
  let isFound = false;
  let tell: () => void = () => undefined;
  const found = new Promise<void>((resolve) => (tell = resolve));
  return {
    isFound: () => isFound,
    onDamage: (): void => {
      isFound = true;
      tell();
    },
    /** Fulfilled when `work` is. @throws Error if damage is found before */
    async unlessFound(work: Promise<void>): Promise<void> {
      await Promise.race([
        work,
        found.then(() => Promise.reject(new Error('The file of the read models is damaged'))),
      ]);
    },
  };
}

/** Runs the projections, in a separate thread if possible. */
async function addProjections(
  { config, logger, projectionsThread }: StartDeps,
  { log, readStore }: Stores,
  onDamage: () => void,
): Promise<RunningProjections> {
  const isEmbedded = config.eventStoreDbUrl === undefined && config.mongoDbUrl === undefined;
  if (projectionsThread === undefined || !isEmbedded)
    return createProjections({ log, store: readStore, models: readModels, parse: parseEvent, logger });
  const { dataDir, streamPrefix } = config;
  const embedded = { dataDir, streamPrefix };
  return startProjectionsThread({ config: embedded, logger, onDamage, start: projectionsThread });
}

async function start(deps: StartDeps, closers: Closers, damage: ReturnType<typeof createDamage>) {
  const { config, logger, print, pages, waitTimeout } = deps;
  closers.add(await lockDataDir(config.dataDir));
  const context = await openServiceContext({ config, logger, closers }, damage.onDamage);
  const projections = closers.add(await addProjections(deps, context.stores, damage.onDamage));
  const stopped = stoppedInThisProcess(() => projections.status());
  const query = await addQueryService(context, { pages, waitTimeout, stopped });
  const command = await addCommandService(context, query, deps);

  const states = () => projections.status();
  const noAdministrator = createAdministratorCheck(context);
  const services = { command: command.handler, query, states, noAdministrator };
  const { server, live, prepared } = addGateway(context, services);
  query.attachLive(live);
  const origin = await listen(server, config);
  const wanted = await prepare({ ...context, command, origin, print });
  await damage.unlessFound(unlessStopped(projections.caughtUp(wanted)));
  prepared();
  return { origin, caughtUp: async () => projections.caughtUp(await context.stores.log.head()) };
}
