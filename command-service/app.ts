import type { IncomingMessage, ServerResponse } from 'node:http';

import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';

import { createAccounts, type Accounts } from './auth/accounts.ts';
import { createBrowserSecret } from './auth/browser-secret.ts';
import { createLoginGuard } from './auth/login-guard.ts';
import { createPasswords } from './auth/passwords.ts';
import { attemptLife, createProviderSignIn } from './auth/provider-sign-in.ts';
import { createSessions } from './auth/sessions.ts';
import { createCommands, type Commands } from './commands/index.ts';
import type { Config } from './config.ts';
import type { EventLog } from './event-log/index.ts';
import type { RequestMiddleware, RequestState } from './http/context.ts';
import { idempotency } from './http/idempotency.ts';
import { originCheck } from './http/origin.ts';
import { writeLimit } from './http/write-limit.ts';
import type { Renderer } from './images/render.ts';
import type { PhotoStore } from './photo-store/index.ts';
import { startReactions, type Reactions } from './reactions/runner.ts';
import type { RecordStore } from './record-store/index.ts';
import { authRoutes } from './routes/auth.ts';
import { cityRoutes } from './routes/cities.ts';
import type { RouteDeps } from './routes/deps.ts';
import { locationRoutes, opinionRoutes } from './routes/locations.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { photoRoutes } from './routes/photos.ts';
import type { Lookups, Views } from './views.ts';

export interface CommandServiceDeps {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  readonly renderer: Renderer;
  /** The reading side, as far as answers and cascades need it. */
  readonly views: Views & Lookups;
  readonly middleware: readonly RequestMiddleware[];
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => number;
}

export interface CommandService extends AsyncDisposable {
  /** Answers writes and everything below /auth. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  readonly commands: Commands;
  readonly accounts: Accounts;
  readonly reactions: Reactions;
}

/** The writing side: turns requests into events. Closing it waits for the cascade that is under way. */
export async function createCommandService(deps: CommandServiceDeps): Promise<CommandService> {
  const { log, records, photos, renderer, views, config, logger, clock } = deps;
  const passwords = await createPasswords();
  const commands = createCommands({ log, photos, renderer });
  const accounts = createAccounts({ log, records, passwords, adminEmail: config.adminEmail, clock });
  await accounts.recordAll();

  const router = new Router<RequestState>({ sensitive: true });
  const routeDeps: RouteDeps = {
    commands,
    views,
    clock,
    writeLimit: writeLimit(records, clock, config.writesPerMinute),
    // Embedded records are one process's; see the lock on the data folder.
    idempotency: idempotency(records, clock, config.mongoDbUrl === undefined),
  };
  const browserSecret = createBrowserSecret(config.publicOrigin, attemptLife);
  authRoutes(router, {
    records,
    accounts,
    sessions: createSessions(records, clock),
    loginGuard: createLoginGuard(records, clock, config.loginAttemptsPerMinute),
    adminEmail: config.adminEmail,
    publicOrigin: config.publicOrigin,
    signupsPerMinute: config.signupsPerMinute,
    providerSignIn: createProviderSignIn({
      configs: config.providers,
      publicOrigin: config.publicOrigin,
      browserSecret,
      records,
      logger,
      clock,
    }),
    browserSecret,
    writeLimit: routeDeps.writeLimit,
    logger,
    clock,
  });
  for (const routes of [cityRoutes, locationRoutes, opinionRoutes, photoRoutes, moderationRoutes]) {
    routes(router, routeDeps);
  }

  const reactions = startReactions({ log, commands, lookups: views, records, logger });
  return {
    handler: koaHandler(router, deps),
    commands,
    accounts,
    reactions,
    [Symbol.asyncDispose]: () => reactions[Symbol.asyncDispose](),
  };
}

function koaHandler(
  router: Router<RequestState>,
  { middleware, config, logger }: CommandServiceDeps,
): CommandService['handler'] {
  const app = new Koa<RequestState>();
  // Every refusal and fault is answered by the middleware; what is left are connections that broke off.
  app.on('error', (error: unknown) => logger.info({ err: error }, 'connection broke off'));
  app.proxy = config.trustProxy > 0;
  app.maxIpsCount = config.trustProxy;
  for (const step of middleware) app.use(step);
  app.use(originCheck(config.publicOrigin));
  app.use(router.routes());
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}
