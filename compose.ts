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
import { StartError, type Stores } from './stores.ts';

/** What the services of one process have in common. */
export interface Surroundings {
  readonly config: Config;
  readonly logger: Logger;
  readonly stores: Stores;
  readonly middleware: readonly RequestMiddleware[];
  readonly clock: () => number;
  readonly closers: Closers;
}

export function surround(deps: Omit<Surroundings, 'middleware' | 'clock'>): Surroundings {
  const { config, logger, stores } = deps;
  const clock = Date.now;
  const { adminEmail, publicOrigin } = config;
  return {
    ...deps,
    clock,
    middleware: sharedMiddleware({ logger, records: stores.records, adminEmail, publicOrigin, clock }),
  };
}

/** The built web client, beside the built server. */
export const builtPages = fileURLToPath(new URL('./web', import.meta.url));

export interface Reading {
  /** Where the built web client is. */
  readonly pages: string;
  /** Bytes of answers that are kept ready. */
  readonly cacheBytes: number;
  /** Milliseconds that an answer waits for the read models; the query service's own unless said otherwise. */
  readonly patience?: number | undefined;
}

export async function addQueryService(
  { config, logger, stores, middleware, clock, closers }: Surroundings,
  { pages, cacheBytes, patience }: Reading,
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
