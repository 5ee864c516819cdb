import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import Router from '@koa/router';
import Koa from 'koa';

import type { PhotoStore } from '#command-service/photo-store/index';
import type { RecordStore } from '#command-service/record-store/index';
import type { ReadStore } from '#projections/read-store/index';

import { createAnswerCache } from './answer-cache.ts';
import { locationTag } from './answer.ts';
import type { RequestState } from './http/context.ts';
import { unknownPaths } from './http/known-paths.ts';
import { page } from './http/page.ts';
import { createQuickAnswers, type Answered } from './http/quick-answers.ts';
import type { Serving } from './http/serve.ts';
import { openLive, type Live } from './live/live.ts';
import { createFreshness } from './min-position.ts';
import { openModels } from './models.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import type { Reads } from './reads.ts';
import { accountRoutes } from './routes/account.ts';
import { cityRoutes } from './routes/cities.ts';
import { docsRoutes } from './routes/docs.ts';
import { fileRoutes } from './routes/files.ts';
import { locationRoutes } from './routes/locations.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { createCommandViews, type CommandViews } from './views-for-commands.ts';

export interface QueryServiceDeps {
  readonly readStore: ReadStore;
  readonly photos: PhotoStore;
  readonly records: RecordStore;
  /** Position of the log's last event: only to tell a position that does not exist, and how far a model lags. */
  readonly head: () => Promise<bigint>;
  /**
   * Names the request, logs it, lets what is not a page load nothing, turns errors into problem documents, says who asks
   * (`ctx.state.viewer`).
   */
  readonly middleware: readonly Koa.Middleware[];
  readonly adminEmail: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The built web client; without it there are no pages. */
  readonly pages?: { readonly folder: string };
  readonly publicOrigin: string;
  /** Most that kept answers may hold together; 0 keeps none. */
  readonly cacheBytes: number;
  /** Milliseconds that a request waits for the read models: one with X-Min-Position, and a command for what it did. */
  readonly patience?: number;
  /** Told of each answer that did not go through the middleware. */
  readonly onAnswered: (answered: Answered) => void;
  /** Told of what went wrong where no request waits for it. */
  readonly onError: (error: Error) => void;
}

export interface QueryService extends AsyncDisposable {
  /** A listener for `node:http`. */
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** Serves sockets on the server's own address. At most once. */
  attachLive(server: Server): void;
  readonly views: CommandViews;
  /** Where the read models stand. @throws what a store throws that does not answer */
  ready(): Promise<Readiness>;
}

/** Milliseconds. A question may be asked again. */
const questionPatience = 2000;
/** A command's answer outlasts the time in which a stand-by takes over from a projections process that was killed. */
const commandPatience = 10_000;

/** Opens the reading side: every GET, the live updates, the pages. @throws StoreUnavailable */
export async function createQueryService(deps: QueryServiceDeps): Promise<QueryService> {
  const { readStore, head, clock, onError, onAnswered } = deps;
  const cache = createAnswerCache(deps.cacheBytes);
  const models = await openModels({
    store: readStore,
    drop: cache.drop,
    dropLocations: (ids) => ids.forEach((id) => cache.dropTag(locationTag(id))),
    onError,
  });
  const patiently = (patience: number) =>
    createFreshness({ models, head, patience: deps.patience ?? patience });
  const freshness = patiently(questionPatience);
  const reads: Reads = { ...deps, models };
  const quick = createQuickAnswers({ cache, freshness, clock, onAnswered, onError });
  const long = createKoa(deps, reads, { models, cache, freshness });
  const lives: Live[] = [];

  return {
    handler: (req, res) => {
      if (!quick(req, res)) void long(req, res);
    },
    attachLive: (server) => {
      if (lives.length > 0) throw new Error('Live updates are attached already');
      lives.push(openLive({ server, reads, publicOrigin: deps.publicOrigin, onError }));
    },
    views: createCommandViews(reads, patiently(commandPatience)),
    ready: createReadiness({ models, readStore, photos: deps.photos, records: deps.records, head }),
    async [Symbol.asyncDispose]() {
      for (const live of lives) await live[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    },
  };
}

/** The long way: middleware, routes, pages. */
function createKoa(deps: QueryServiceDeps, reads: Reads, shared: Omit<Serving, 'router'>) {
  const koa = new Koa<RequestState>();
  // The middleware answers every refusal and fault; a client that went away is neither.
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET') deps.onError(error);
  });
  for (const middleware of deps.middleware) koa.use(middleware);
  const router = new Router<RequestState>({ sensitive: true });
  const serving = { ...shared, router };
  cityRoutes(serving, reads);
  locationRoutes(serving, reads);
  moderationRoutes(serving, reads);
  accountRoutes(serving, reads);
  docsRoutes(router, deps.publicOrigin);
  fileRoutes(router, reads);
  koa.use(router.routes());
  koa.use(unknownPaths);
  const { pages, publicOrigin, onError } = deps;
  if (pages !== undefined) koa.use(page({ ...pages, publicOrigin, reads, onError }));
  return koa.callback();
}
