import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import { createCommandService, type CommandService } from '#command-service/app';
import { isHalfImported } from '#command-service/cli/import-stores';
import type { Config } from '#command-service/config';
import { sharedMiddleware } from '#command-service/http/shared';
import { startHousekeeping } from '#command-service/housekeeping';
import type { RequestMiddleware } from '#command-service/http/context';
import { createRenderer, type Renderer } from '#command-service/images/render';
import { createNeededPhotos } from '#projections/needed-photos';
import { createQueryService, type QueryService } from '#query-service/app';

import type { Closers } from './closers.ts';
import { createFront } from './front.ts';
import { createHealth, type HealthDeps } from './health.ts';
import { openStores, StartError, type Stores } from './stores.ts';

/** What the services of one process have in common. */
export interface Surroundings {
  readonly config: Config;
  readonly logger: Logger;
  readonly stores: Stores;
  /** The log's, when the process started. */
  readonly headAtStart: bigint;
  readonly middleware: readonly RequestMiddleware[];
  readonly clock: () => number;
  readonly closers: Closers;
}

/** Opens the stores. @throws what a store throws that cannot be opened */
export async function surround(
  deps: Pick<Surroundings, 'config' | 'logger' | 'closers'>,
): Promise<Surroundings> {
  const { config, logger, closers } = deps;
  const stores = await openStores(config, logger, closers);
  const headAtStart = await stores.log.head();
  const clock = Date.now;
  const { adminEmail, publicOrigin } = config;
  return {
    ...deps,
    stores,
    headAtStart,
    clock,
    middleware: sharedMiddleware({ logger, records: stores.records, adminEmail, publicOrigin, clock }),
  };
}

export interface Reading {
  /** Where the built web client is; beside the built server unless said otherwise. */
  readonly pages?: string | undefined;
  /** Bytes of answers that are kept ready. */
  readonly cacheBytes?: number;
  /** Milliseconds that an answer waits for the read models; the query service's own unless said otherwise. */
  readonly patience?: number | undefined;
}

const builtPages = fileURLToPath(new URL('./web', import.meta.url));

export async function addQueryService(
  { config, logger, stores, middleware, clock, closers }: Surroundings,
  { pages = builtPages, cacheBytes = 64 * 1024 * 1024, patience }: Reading = {},
): Promise<QueryService> {
  const { log, ...read } = stores;
  return closers.add(
    await createQueryService({
      ...read,
      middleware,
      clock,
      head: () => log.head(),
      adminEmail: config.adminEmail,
      publicOrigin: config.publicOrigin,
      pages: { folder: pages },
      cacheBytes,
      ...(patience !== undefined && { patience }),
      onAnswered: (answered) => logger.info(answered, 'request'),
      onError: (error) => logger.error({ err: error }, 'reading side'),
    }),
  );
}

/**
 * The writing side, which answers with what the reading side shows, and its housekeeping.
 * @throws StartError while an import is not finished
 */
export async function addCommandService(
  { config, logger, stores, middleware, clock, closers }: Surroundings,
  { views }: QueryService,
): Promise<{ readonly command: CommandService; readonly renderer: Renderer }> {
  const { log, readStore, records, photos } = stores;
  if (await isHalfImported(records)) {
    throw new StartError('An import into these stores is not finished. Run npm run import again first.');
  }
  const renderer = createRenderer({});
  const shared = { records, photos, clock, logger };
  const command = closers.add(
    await createCommandService({ ...shared, log, views, renderer, middleware, config }),
  );
  const neededPhotos = (keptSince: number) => createNeededPhotos({ log, store: readStore }, keptSince);
  closers.add(startHousekeeping({ ...shared, neededPhotos }));
  return { command, renderer };
}

export interface Answering extends Pick<HealthDeps, 'states' | 'areWritten'> {
  /** Answers writes and sessions. */
  readonly command: CommandService['handler'];
  readonly query: QueryService;
}

/** The port of a process that answers requests, not listening yet, and what it says of itself at `/readyz`. */
export function addFront(
  { config, headAtStart, closers }: Surroundings,
  { command, query, ...told }: Answering,
) {
  const health = createHealth({ readiness: () => query.ready(), headAtStart, ...told });
  const { publicOrigin } = config;
  const front = createFront({ command, query: query.handler, health: () => health.report(), publicOrigin });
  return { server: closers.add(front).server, prepared: () => health.prepared() };
}
