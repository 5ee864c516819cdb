import type { Logger } from 'pino';

import type { Config } from '#command-service/config';
import { readModels } from '#projections/read-models/all';
import { createProjections } from '#projections/runner';

import { type Closers, closingOnFailure } from './closers.ts';
import { addCommandService, addFront, addQueryService, surround } from './compose.ts';
import { listen } from './front.ts';
import { prepare } from './prepare.ts';
import { lockDataDir } from './stores.ts';

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

async function start({ config, logger, say, pages, patience }: StartDeps, closers: Closers) {
  closers.add(await lockDataDir(config.dataDir));
  const surroundings = await surround({ config, logger, closers });
  const { headAtStart } = surroundings;
  const { log, readStore } = surroundings.stores;

  const projections = closers.add(
    await createProjections({ log, store: readStore, models: readModels, logger }),
  );
  const query = await addQueryService(surroundings, { pages, patience });
  const { command, renderer } = await addCommandService(surroundings, query);

  const states = () => projections.status();
  const { server, prepared } = addFront(surroundings, { command: command.handler, query, states });
  query.attachLive(server);
  const origin = await listen(server, config);
  await prepare({ ...surroundings, command, renderer, origin, say });
  await projections.caughtUp(headAtStart);
  prepared();
  return { origin, processAll: () => projections.processAll() };
}
