import { join } from 'node:path';

import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import type { PasswordCosts } from '#command-service/account/passwords';
import { createCommandService, type CommandService } from '#command-service/app';
import type { MapBackground } from '#contracts/shared/about';
import type { Config } from './config.ts';
import { sharedMiddleware } from '#platform/http/shared-middleware';
import { startHousekeeping } from '#command-service/housekeeping';
import type { RequestMiddleware } from '#platform/http/context';
import { createNetworkOf } from '#platform/http/network';
import { createMapTiles, type MapTiles } from '#query-service/map/tiles';
import { openMail } from '#command-service/mail/open-mail';
import { startChainRecorder } from '#platform/log-integrity/record-chain';
import { createLogProof } from '#platform/log-integrity/log-proof';
import { createLogTree, type LogTree } from '#platform/log-integrity/log-tree';
import { openSigningKey, type SigningKey } from '#platform/log-integrity/signing-key';
import { photosKnownSince, lastEventTime } from '#platform/log-integrity/known-log';
import { createRenderer } from '#command-service/photo/images/render';
import { sampleCityIds } from '#command-service/sample/load';
import { freeBytes } from '#platform/uploads/admission';
import { createUploads } from '#platform/uploads/uploads';
import { createPast } from '#projections/moderation/entity-at';
import { createNeededPictures, createNeededPhotos } from '#projections/photo/needed-photos';
import { createQueryService, type QueryService } from '#query-service/app';

import type { Closers } from '#platform/concurrency/closers';
import {
  createClockCheck,
  createHealth,
  type HealthDeps,
  stoppedInAnotherProcess,
  type StoppedModel,
} from './health.ts';
import { byService } from './by-service.ts';
import { createGateway } from '#platform/gateway/gateway';
import { openServiceStores, type Stores } from './stores.ts';

/** What the services of one process share. */
export interface ServiceContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly stores: Stores;
  readonly tree: LogTree;
  readonly key: SigningKey;
  /** The log's head when the process started. */
  readonly headAtStart: bigint;
  /** Returns a warning if the clock is behind the log's last event. */
  readonly clockWarning: () => string | undefined;
  readonly middleware: readonly RequestMiddleware[];
  readonly clock: () => number;
  readonly closers: Closers;
}

/**
 * Opens the stores. `onDamage` is called when the read models' file is found to be damaged.
 * @throws StartError, or a store's own error if it cannot be opened
 */
export async function openServiceContext(
  deps: Pick<ServiceContext, 'config' | 'logger' | 'closers'>,
  onDamage?: () => void,
): Promise<ServiceContext> {
  const { config, logger, closers } = deps;
  const clock = Date.now;
  const stores = await openServiceStores({ config, logger, closers, onDamage, now: clock() });
  const headAtStart = await stores.log.head();
  const clockWarning = createClockCheck(await lastEventTime(stores.log, stores.records), clock);
  const warning = clockWarning();
  if (warning !== undefined) logger.warn(warning);
  const { adminEmail, publicOrigin } = config;
  return {
    ...deps,
    stores,
    tree: createLogTree(stores.log, stores.records),
    key: await openSigningKey(stores.records),
    headAtStart,
    clockWarning,
    clock,
    middleware: sharedMiddleware({ logger, records: stores.records, adminEmail, publicOrigin, clock }),
  };
}

export interface QueryServiceOptions {
  /** The read model that has stopped, as a sentence. By default this is computed from the log. */
  readonly stopped?: StoppedModel | undefined;
  /** The folder of the built web client; by default beside the built server. */
  readonly pages?: string | undefined;
  /** A sentence for every page. */
  readonly notice?: string;
  /** Bytes for cached responses. */
  readonly cacheBytes?: number;
  /** Milliseconds that a response waits for the read models; by default the query service's own value. */
  readonly waitTimeout?: number | undefined;
}

const builtPages = fileURLToPath(new URL('./web', import.meta.url));

export async function addQueryService(
  { config, logger, stores, tree, key, middleware, clock, closers }: ServiceContext,
  {
    pages = builtPages,
    cacheBytes = 56 * 1024 * 1024,
    waitTimeout,
    stopped,
    notice,
  }: QueryServiceOptions = {},
): Promise<QuerySide> {
  const { log, ...read } = stores;
  const { mapTiles, background } = await openMap(config, logger);
  const isStopped = stopped ?? stoppedInAnotherProcess(log, () => service.ready(), clock);
  const service: QueryService = closers.add(
    await createQueryService({
      ...read,
      logId: log.id,
      stopped: isStopped,
      middleware,
      clock,
      head: () => log.head(),
      past: createPast({ log, store: read.readStore }),
      adminEmail: config.adminEmail,
      ownPages: join(config.dataDir, 'pages'),
      about: {
        photoLicence: config.photoLicence,
        sendsMail: config.mail !== undefined,
        foreignPictures: config.foreignPictures,
        publicKey: key.publicKey,
        map: background,
      },
      proof: createLogProof(log, { tree, key, clock }),
      mapTiles,
      sampleCityIds,
      publicOrigin: config.publicOrigin,
      networkOf: createNetworkOf(config.trustProxy),
      pages: { folder: pages, ...(notice !== undefined && { notice }) },
      cacheBytes,
      ...(waitTimeout !== undefined && { waitTimeout }),
      onResponded: (responded) => logger.info(responded, 'request'),
      onError: (error) => logger.error({ err: error }, 'query service failed'),
    }),
  );
  return { ...service, stopped: isStopped };
}

/** The background of maps. If a file cannot be used, the log names it, and the outline replaces it. */
async function openMap(
  { map: { tiles, attribution } }: Config,
  logger: Logger,
): Promise<{ readonly mapTiles?: MapTiles | undefined; readonly background: MapBackground }> {
  if (tiles !== undefined && 'style' in tiles)
    return { background: { kind: 'style', styleUrl: tiles.style, attribution } };
  const mapTiles = tiles && createMapTiles(tiles.file, (sentence) => logger.warn(sentence));
  const file = await mapTiles?.open();
  await file?.handle.close();
  if (mapTiles === undefined || file === undefined)
    return { background: { kind: 'outline', styleUrl: null, attribution } };
  return { mapTiles, background: { kind: 'tiles', styleUrl: null, attribution } };
}

/** The query service, with a function that tells which read model has stopped. */
export interface QuerySide extends QueryService {
  readonly stopped: StoppedModel;
}

export interface CommandServiceOptions {
  readonly passwordCosts?: PasswordCosts | undefined;
  /** Milliseconds between two rounds of housekeeping; by default an hour. */
  readonly housekeepingEvery?: number | undefined;
}

/** Adds the command service, which answers with the query service's views, and its housekeeping. */
export async function addCommandService(
  { config, logger, stores, tree, middleware, clock, closers }: ServiceContext,
  { views, stopped }: QuerySide,
  { passwordCosts, housekeepingEvery }: CommandServiceOptions = {},
): Promise<CommandService> {
  const { log, readStore, records, photos } = stores;
  // Closed after the commands, so that it records their last events.
  closers.add(startChainRecorder({ log, records, logger, tree }));
  const renderer = closers.add(createRenderer());
  const uploads = closers.add(
    await createUploads({
      dataDir: isEmbedded(config) ? config.dataDir : undefined,
      counters: config.waitingIsLimited ? records.limits : null,
      clock,
    }),
  );
  const shared = { records, photos, clock, logger };
  const mail =
    config.mail &&
    closers.add(
      await openMail({
        ...shared,
        config: config.mail,
        log,
        lookups: views,
        publicOrigin: config.publicOrigin,
        isLimited: config.waitingIsLimited,
      }),
    );
  const command = await createCommandService({
    ...shared,
    log,
    views,
    stopped,
    post: mail?.post,
    renderer,
    uploads,
    middleware,
    config,
    passwordCosts,
  });
  const neededPhotos = (keptSince: number) => createNeededPhotos({ log, store: readStore }, keptSince);
  const neededPictures = (keptSince: number) => createNeededPictures({ log, store: readStore }, keptSince);
  const photosSince = () => photosKnownSince(photos, log.id);
  const finishCommands = () => command.finish();
  const hashPhotos = (signal: AbortSignal) => command.hashPhotos(signal);
  closers.add(
    startHousekeeping(
      { ...shared, neededPhotos, neededPictures, photosSince, finishCommands, hashPhotos },
      housekeepingEvery,
    ),
  );
  return command;
}

/** Whether a store is on this machine. */
const isEmbedded = ({ eventStoreDbUrl, mongoDbUrl }: Config): boolean =>
  eventStoreDbUrl === undefined || mongoDbUrl === undefined;

export interface GatewayServices extends Pick<HealthDeps, 'states' | 'areWritten' | 'noAdministrator'> {
  /** Answers writes and sessions. */
  readonly command: CommandService['handler'];
  readonly query: QuerySide;
}

/**
 * Creates the HTTP server of a process, which does not listen yet, with its report for `/readyz`. `prepared` is called
 * once the process can do its work; the code that only pages need is loaded then.
 */
export function addGateway(
  { config, headAtStart, clockWarning, closers, logger }: ServiceContext,
  { command, query, ...rest }: GatewayServices,
) {
  const health = createHealth({
    readiness: () => query.ready(),
    stopped: query.stopped,
    headAtStart,
    clockWarning,
    freeBytes: isEmbedded(config) ? () => freeBytes(config.dataDir) : undefined,
    ...rest,
  });
  const { publicOrigin } = config;
  const gateway = createGateway({
    handler: byService({ command, query: query.handler }),
    health: () => health.report(),
    onError: (error) => logger.error({ err: error }, 'a connection was not accepted'),
    publicOrigin,
    networkOf: createNetworkOf(config.trustProxy),
  });
  const { server, live } = closers.add(gateway);
  return {
    server,
    live,
    prepared: () => {
      health.prepared();
      query.loadPages().catch((error: unknown) => logger.error({ err: error }, 'the pages were not loaded'));
    },
  };
}
