import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import { createCommandService } from '#command-service/app';
import type { Config } from '#command-service/config';
import { sharedMiddleware } from '#command-service/http/shared';
import { startHousekeeping } from '#command-service/housekeeping';
import { createRenderer } from '#command-service/images/render';
import { readModels } from '#projections/read-models/all';
import { createNeededPhotos } from '#projections/needed-photos';
import { createProjections } from '#projections/runner';
import { createQueryService } from '#query-service/app';

import { createClosers } from './closers.ts';
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
}

/**
 * All services in one process on one port. Fulfilled once it is ready: the administrator, the sample and the read
 * models are in. @throws StartError for what the operator can put right
 */
export async function startLightfall(deps: StartDeps): Promise<Running> {
  const closers = createClosers();
  try {
    const { origin, projections } = await start(deps, closers);
    return {
      origin,
      processAll: () => projections.processAll(),
      [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose](),
    };
  } catch (error) {
    await closers[Symbol.asyncDispose]();
    throw error;
  }
}

const builtPages = fileURLToPath(new URL('./web', import.meta.url));

async function start(
  { config, logger, say, pages = builtPages }: StartDeps,
  closers: ReturnType<typeof createClosers>,
) {
  const clock = Date.now;
  closers.add(await lockDataDir(config.dataDir));
  const { log, readStore, records, photos } = await openStores(config, logger, closers);
  const headAtStart = await log.head();

  const projections = closers.add(
    await createProjections({ log, store: readStore, models: readModels, logger }),
  );
  const { adminEmail, publicOrigin } = config;
  const middleware = sharedMiddleware({ logger, records, adminEmail, clock });
  const shared = { records, photos, middleware, clock };
  const query = closers.add(
    await createQueryService({
      ...shared,
      readStore,
      head: () => log.head(),
      adminEmail,
      publicOrigin,
      pages: { folder: pages },
      cacheBytes,
      onAnswered: (answered) => logger.info(answered, 'request'),
      onError: (error) => logger.error({ err: error }, 'reading side'),
    }),
  );
  const renderer = createRenderer({});
  const command = closers.add(
    await createCommandService({ ...shared, log, views: query.views, renderer, config, logger }),
  );

  const neededPhotos = (keptSince: number) => createNeededPhotos({ log, store: readStore }, keptSince);
  closers.add(startHousekeeping({ records, photos, neededPhotos, clock, logger }));

  const health = createHealth({ query, projections, headAtStart });
  const front = closers.add(
    createFront({ command: command.handler, query: query.handler, health: () => health.report() }),
  );
  query.attachLive(front.server);
  const origin = await listen(front.server, config);
  await prepare({
    config,
    command,
    records,
    photos,
    renderer,
    logIsEmpty: headAtStart === 0n,
    clock,
    origin,
    say,
    oneTimePassword,
  });
  await projections.caughtUp(headAtStart);
  health.prepared();
  return { origin, projections };
}

const oneTimePassword = (): string => randomBytes(12).toString('base64url');
