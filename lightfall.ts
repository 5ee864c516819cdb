import type { Logger } from 'pino';

import type { Config } from '#command-service/config';
import { readModels } from '#projections/read-models/all';
import { createProjections } from '#projections/runner';

import { type Closers, closingOnFailure } from './closers.ts';
import { addCommandService, addQueryService, builtPages, surround } from './compose.ts';
import { createFront, listen } from './front.ts';
import { createHealth } from './health.ts';
import { prepare } from './prepare.ts';
import { lockDataDir, openStores } from './stores.ts';

/** Bytes of answers that are kept ready. */
const cacheBytes = 64 * 1024 * 1024;

export interface Running extends AsyncDisposable {
  /** Where it listens. */
  readonly origin: string;
  /** Waits until the read models hold everything that is in the log now. */
  processAll(): Promise<void>;
}

export interface StartDeps {
  readonly config: Config;
  readonly logger: Logger;
  /** Shows text to the person at the terminal. */
  readonly say: (text: string) => void;
  /** Where the built web client is. */
  readonly pages?: string;
  /** Milliseconds that an answer waits for the read models. */
  readonly patience?: number;
}

/**
 * All services in one process on one port. Fulfilled once it is ready: the administrator, the sample and the read
 * models are in. @throws StartError for what the operator can put right
 */
export const startLightfall = (deps: StartDeps): Promise<Running> =>
  closingOnFailure((closers) => start(deps, closers));

async function start({ config, logger, say, pages = builtPages, patience }: StartDeps, closers: Closers) {
  closers.add(await lockDataDir(config.dataDir));
  const stores = await openStores(config, logger, closers);
  const { log, readStore } = stores;
  const headAtStart = await log.head();

  const projections = closers.add(
    await createProjections({ log, store: readStore, models: readModels, logger }),
  );
  const surroundings = surround({ config, logger, stores, closers });
  const query = await addQueryService(surroundings, { pages, cacheBytes, patience });
  const { command, renderer } = await addCommandService(surroundings, query);

  const health = createHealth({
    readiness: () => query.ready(),
    states: () => projections.status(),
    headAtStart,
  });
  const front = closers.add(
    createFront({
      command: command.handler,
      query: query.handler,
      health: () => health.report(),
      publicOrigin: config.publicOrigin,
    }),
  );
  query.attachLive(front.server);
  const origin = await listen(front.server, config);
  await prepare({ ...surroundings, command, renderer, logIsEmpty: headAtStart === 0n, origin, say });
  await projections.caughtUp(headAtStart);
  health.prepared();
  return { origin, processAll: () => projections.processAll() };
}
