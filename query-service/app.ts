import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import Router from '@koa/router';
import Koa from 'koa';

import { operations } from '#contracts/api';
import { pageParams } from '#contracts/screens';
import type { About } from '#contracts/shared/about';
import type { LogProof } from '#platform/log-integrity/log-proof';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import type { ReadStore } from '#platform/read-store/index';

import { createResponseCache, createRequestKeys } from '#platform/queries/response-cache';
import { accountTag, locationTag } from './shared/tags.ts';
import type { RequestState } from '#platform/http/context';
import { unknownPaths } from './http/known-paths.ts';
import { createPages, type PagesFolder } from './pages/page.ts';
import { createCachedResponses, type ResponseLog } from '#platform/queries/cached-responses';
import { createCachedLocations } from './location/cached-locations.ts';
import { createPictureLimit, fileRoutes, photoRoutes } from './photo/routes.ts';
import { createSingleFlight, createScheduler } from '#platform/queries/shared-work';
import { createGoodNow } from './location/good-now.ts';
import { createLocationCache } from './location/location-cache.ts';
import type { ConnectionLimits } from '#platform/live/admission';
import { openLive, type Live } from './live/live.ts';
import { createLocalQueries } from '#platform/queries/local-queries';
import { createFreshness, createReadTo, type LastPublic } from '#platform/queries/positions';
import { modelNames, openModels, type ModelName } from './models.ts';
import { followNames } from './names.ts';
import { createReadiness, type Readiness } from '#platform/queries/model-feed';
import type { QueryContext, Serving } from './query-context.ts';
import { accountRoutes } from './account/routes.ts';
import { activityRoutes } from './moderation/activity-routes.ts';
import { cityRoutes } from './city/routes.ts';
import { docsRoutes } from './openapi/docs-page.ts';
import { type MapTiles, mapTilesRoute } from './map/tiles.ts';
import { listRoutes } from './list/routes.ts';
import { locationRoutes } from './location/routes.ts';
import type { Past } from '#contracts/moderation/past';
import { moderationRoutes } from './moderation/routes.ts';
import type { SearchMemoryLimits } from './search-memory/search-memory.ts';
import { createCommandViews, type CommandViews } from './views-for-commands.ts';

export interface QueryServiceDeps {
  readonly readStore: ReadStore;
  readonly photos: PhotoStore;
  readonly records: RecordStore;
  /** Position of the log's last event, for recognising unknown positions and reporting a model's lag. */
  readonly head: () => Promise<bigint>;
  /** The log's id. Read models of another log are neither awaited nor reported as up to date. */
  readonly logId: string;
  readonly past: Past;
  /** A sentence that says which read model has stopped; undefined if none has. */
  readonly stopped: () => Promise<string | undefined>;
  /**
   * Gives the request an id, logs it, turns errors into problem documents, and identifies the sender
   * (`ctx.state.viewer`).
   */
  readonly middleware: readonly Koa.Middleware[];
  readonly adminEmail: string;
  /** Source of evidence and receipts. */
  readonly proof: LogProof;
  /** Public information about the installation. */
  readonly about: About;
  /** The file of tiles for maps, if there is one. */
  readonly mapTiles?: MapTiles | undefined;
  /** The folder with the operator's own texts. It need not exist. */
  readonly ownPages?: string;
  /** Ids of the sample's cities, whether or not the sample was loaded. */
  readonly sampleCityIds: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The built web client; without it there are no pages. */
  readonly pages?: PagesFolder;
  readonly publicOrigin: string;
  /** The network of a request's sender, for which connections and answers with pictures are limited. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** Limits of socket connections; for tests. */
  readonly connectionLimits?: ConnectionLimits;
  /** The most bytes that cached responses and locations may take together; 0 caches none. */
  readonly cacheBytes: number;
  /** The most locations that are searched in memory, and bytes of their texts; with more, the store searches. */
  readonly searchMemory?: SearchMemoryLimits;
  /** How long a request with X-Min-Position or a command's response waits for the read models, in milliseconds. */
  readonly waitTimeout?: number;
  /** Called for each response that did not pass through the middleware. */
  readonly onResponded: (responded: ResponseLog) => void;
  /** Called with errors that no request waits for. */
  readonly onError: (error: Error) => void;
}

export interface QueryService extends AsyncDisposable {
  /** A listener for `node:http`. */
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** Serves sockets on this server, which passes on their requests and handshakes. Must be called at most once. */
  attachLive(server: Server): void;
  /** Loads the code of the pages, so that the first page does not wait for it. */
  loadPages(): Promise<void>;
  readonly views: CommandViews;
  /** The positions of the read models. @throws the error of a store that does not respond */
  ready(): Promise<Readiness>;
}

/** The cache's share for locations; the rest is for responses. By default it holds about 21,000 locations. */
const locationsShare = 0.65;

/** About 40 MB. The bits of 20,000 locations take 12.5 MB, and their texts usually the same. */
const searchMemoryMost: SearchMemoryLimits = { documents: 32_768, textBytes: 24 * 1024 * 1024 };

const keys = createRequestKeys(Object.values(operations), pageParams);

/** Milliseconds. It is short because the client can repeat a query. */
const queryTimeout = 2000;
/** Milliseconds. A command's response waits longer than a stand-by needs to replace a killed projections process. */
const commandTimeout = 10_000;

/** Starts the query service: every GET, the live updates, the pages. @throws StoreUnavailable */
export async function createQueryService(deps: QueryServiceDeps): Promise<QueryService> {
  const { readStore, head, logId, stopped, clock, onError, onResponded } = deps;
  const locationBytes = Math.floor(deps.cacheBytes * locationsShare);
  const cache = createResponseCache<ModelName>(deps.cacheBytes - locationBytes);
  const locationCache = createLocationCache(locationBytes);
  const models = await openModels({
    store: readStore,
    logId,
    searchMemory: deps.searchMemory ?? searchMemoryMost,
    drop: (change) => {
      cache.drop(change);
      locationCache.drop(change);
    },
    dropLocations: (ids) => ids.forEach((id) => cache.dropTag(locationTag(id))),
    onError,
  });
  const names = followNames({
    accounts: deps.records.accounts,
    drop: (userId) => {
      cache.dropTag(accountTag(userId));
      locationCache.names.delete(userId);
    },
    dropAll: () => {
      cache.dropAll();
      locationCache.names.clear();
    },
    onError,
  });
  const freshnessWithin = (timeout: number) =>
    createFreshness<ModelName>({ models, head, stopped, waitTimeout: deps.waitTimeout ?? timeout });
  const freshness = freshnessWithin(queryTimeout);
  const lastPublic: LastPublic = { position: models.places.position };
  const readTo = createReadTo<ModelName>(models, lastPublic);
  const context: QueryContext = {
    ...deps,
    models,
    names,
    locationCache,
    goodNow: createGoodNow({ models, clock: deps.clock }),
  };
  const cachedLocation = createCachedLocations(context);
  const cachedFor = (key: string) => cache.get(key) ?? cachedLocation(key);
  const fromCache = createCachedResponses({
    cachedFor,
    keys,
    freshness,
    readTo,
    clock,
    onResponded,
    onError,
  });
  const { handle: long, loadPages } = createKoa(deps, context, {
    models,
    names,
    cache,
    freshness,
    readTo,
    keys,
    flights: createSingleFlight(),
    createTask: createScheduler(),
    local: createLocalQueries(),
  });
  const lives: Live[] = [];

  return {
    handler: (req, res) => {
      if (!fromCache(req, res)) void long(req, res);
    },
    attachLive: (server) => {
      if (lives.length > 0) throw new Error('Live updates are already attached');
      const { publicOrigin, networkOf, connectionLimits } = deps;
      lives.push(
        openLive({ server, context, lastPublic, publicOrigin, networkOf, connectionLimits, onError }),
      );
    },
    loadPages,
    views: createCommandViews(context, freshnessWithin(commandTimeout)),
    ready: createReadiness({
      models: modelNames.map((name) => models[name]),
      readStore,
      photos: deps.photos,
      records: deps.records,
      head,
    }),
    async [Symbol.asyncDispose]() {
      for (const live of lives) await live[Symbol.asyncDispose]();
      await names[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    },
  };
}

/** Codes of the errors that a client causes by disconnecting. */
const disconnected: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Handles requests for which no response is cached: middleware, routes, pages. */
function createKoa(deps: QueryServiceDeps, context: QueryContext, shared: Omit<Serving, 'router'>) {
  const koa = new Koa<RequestState>();
  // The middleware answers every refusal and error. A disconnected client is neither.
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (!disconnected.has(error.code ?? '')) deps.onError(error);
  });
  for (const middleware of deps.middleware) koa.use(middleware);
  const router = new Router<RequestState>({ sensitive: true });
  const serving = { ...shared, router };
  cityRoutes(serving, context);
  locationRoutes(serving, context);
  listRoutes(serving, context);
  photoRoutes(serving, context, createPictureLimit(deps.networkOf));
  moderationRoutes(serving, context);
  activityRoutes(serving, context);
  accountRoutes(serving, context);
  docsRoutes(router, deps.publicOrigin);
  fileRoutes(router, context);
  mapTilesRoute(router, deps.mapTiles);
  koa.use(router.routes());
  koa.use(unknownPaths);
  const { pages, publicOrigin, networkOf, onError } = deps;
  const built = pages && createPages({ ...pages, publicOrigin, serving, context, networkOf, onError });
  if (built !== undefined) koa.use(built.serve);
  return { handle: koa.callback(), loadPages: async () => built?.load() };
}
