import type { IncomingMessage, ServerResponse } from 'node:http';

import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';

import { createAccounts, type Accounts } from './account/accounts.ts';
import { createBrowserSecret } from './account/session-opener.ts';
import { createCredentials } from './account/credentials.ts';
import { createLinkTokens } from './account/link-tokens.ts';
import { createLoginGuard } from './account/login-guard.ts';
import { createPasswords, type PasswordCosts } from './account/passwords.ts';
import type { ProviderConfigs } from './account/provider-config.ts';
import { attemptLife, createProviderSignIn } from './account/provider-sign-in.ts';
import { createSessions } from './account/sessions.ts';
import { createStandings } from './account/standings.ts';
import { createCommands, type Commands } from './commands.ts';
import type { BatchLookups } from './moderation/batch.ts';
import type { OpinionLookups } from './opinion/commands.ts';
import type { CityLookups } from './city/commands.ts';
import type { EventLookups } from './moderation/change-commands.ts';
import type { PhotoCommands, PhotoReviewTime, SamePhotoLookups } from './photo/commands.ts';
import { hashPhotos, type HashPhotosDeps } from './photo/hash-photos.ts';
import { createPictureCommands } from './photo/picture-commands.ts';
import { parseEvent } from '#contracts/events';
import type { EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { RequestMiddleware, RequestState } from '#platform/http/context';
import { idempotency } from '#platform/commands/idempotency';
import { originCheck, refuseWhenStopped } from '#platform/http/write-guards';
import { writeLimit } from '#platform/http/rate-limits';
import type { Renderer } from './photo/images/render.ts';
import type { Post } from './account/auth-deps.ts';
import { createPhotoLimit, type PhotoLookups } from './photo/photo-limit.ts';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import { authRoutes } from './account/auth-routes.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { teamRoutes } from './moderation/team-routes.ts';
import { cityRoutes } from './city/routes.ts';
import { createReportLimit } from './report/commands.ts';
import { createUnfinished } from './shared/unfinished.ts';
import { finishCommands } from './location/finish.ts';
import { createListCommands, type ListLookups } from './list/commands.ts';
import { listRoutes } from './list/routes.ts';
import { locationRoutes } from './location/routes.ts';
import { opinionRoutes } from './opinion/routes.ts';
import { peopleRoutes } from './account/people-routes.ts';
import { photoRoutes } from './photo/routes.ts';
import { reportRoutes } from './report/routes.ts';
import { sampleRoutes } from './sample/remove.ts';
import type { Uploads } from '#platform/uploads/uploads';
import type { Views } from './shared/write-routes.ts';
import { createUnreviewedPhotos, type UnreviewedPhotosDeps } from './photo/unreviewed-photos.ts';
import { createWaitingLimit, type WaitingLookups } from './moderation/waiting-limit.ts';

/** The settings of the installation that the writing side needs. */
export interface CommandServiceConfig {
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly providers: ProviderConfigs;
  /** How many proxies in front are trusted to name the client's address. */
  readonly trustProxy: number;
  /** Upper limits per minute; null for no limit. */
  readonly loginAttemptsPerMinute: number | null;
  readonly signupsPerMinute: number | null;
  readonly writesPerMinute: number | null;
  /** Whether the number of items that one person may have waiting for review is limited. */
  readonly waitingIsLimited: boolean;
  /** Whether a moderator reviews people's photos before or after they appear. */
  readonly photoReview: PhotoReviewTime;
  /** Whether a city's picture may be on another site. */
  readonly foreignPictures: boolean;
  /** The address of a MongoDB server that holds the records; other processes may then use them too. */
  readonly mongoDbUrl: string | undefined;
}

export interface CommandServiceDeps {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly uploads: Pick<Uploads, 'body'>;
  /** The parts of the reading side that answers and limits need. */
  readonly views: Views &
    ListLookups &
    WaitingLookups &
    PhotoLookups &
    UnreviewedPhotosDeps['lookups'] &
    HashPhotosDeps['lookups'] &
    EventLookups &
    BatchLookups &
    CityLookups &
    OpinionLookups &
    SamePhotoLookups;
  /** Returns a sentence that names the read model that has stopped; undefined if all are running. */
  readonly stopped: () => Promise<string | undefined>;
  /** Takes requests to send email; undefined if email is not configured. */
  readonly post: Post | undefined;
  readonly middleware: readonly RequestMiddleware[];
  readonly config: CommandServiceConfig;
  /** By default those that OWASP recommends. */
  readonly passwordCosts?: PasswordCosts | undefined;
  readonly logger: Logger;
  readonly clock: () => number;
}

export interface CommandService {
  /** Answers write requests and all requests below /auth. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  readonly commands: Commands;
  /** The photo commands with another renderer, for pictures that already have renditions. */
  readonly photosRenderedBy: (renderer: Pick<Renderer, 'render'>) => PhotoCommands;
  readonly accounts: Accounts;
  /** Finishes the commands that were interrupted between two appends; this also happens at the start. */
  readonly finish: () => Promise<void>;
  /** Computes the hashes of some photos that an earlier release added without one, and returns their number. */
  readonly hashPhotos: (signal: AbortSignal) => Promise<number>;
}

/** The writing side: turns requests into events. It does no work between requests. */
export async function createCommandService(deps: CommandServiceDeps): Promise<CommandService> {
  const { log, records, photos, renderer, views, config, logger, clock } = deps;
  const passwords = await createPasswords({
    ...(config.signupsPerMinute === null && { waitingMost: Infinity }),
    ...(deps.passwordCosts && { costs: deps.passwordCosts }),
  });
  const streams = createFoldedStreams(log, parseEvent);
  const waiting = config.waitingIsLimited ? createWaitingLimit({ streams, records, lookups: views }) : null;
  const reportLimit = config.waitingIsLimited ? createReportLimit({ streams, records }) : null;
  const photoLimit = config.waitingIsLimited ? createPhotoLimit(records, views) : null;
  const unreviewedPhotos = config.waitingIsLimited
    ? createUnreviewedPhotos({ streams, records, lookups: views })
    : null;
  const unfinished = createUnfinished(records.settings);
  const commandsWith = (by: Pick<Renderer, 'render'>) =>
    createCommands({
      streams,
      waiting,
      unfinished,
      photoLimit,
      unreviewedPhotos,
      photos,
      renderer: by,
      photoReview: config.photoReview,
      reportLimit,
      notes: records.reportNotes,
      lookups: views,
    });
  const commands = commandsWith(renderer);
  const { adminEmail } = config;
  const links = createLinkTokens(records, clock);
  const credentials = createCredentials({ records, links, passwords, clock });
  const accounts = createAccounts({ streams, records, passwords, adminEmail, clock });
  await accounts.recordAll();
  const standings = createStandings({
    streams,
    records,
    recordAccount: (userId) => accounts.record(userId),
    adminEmail,
    clock,
  });
  await standings.completeAll();
  const finish = () => finishCommands({ log, unfinished, location: commands.location, clock });
  await finish();

  const router = new Router<RequestState>({ sensitive: true });
  const routeDeps = {
    uploads: deps.uploads,
    commands,
    head: () => log.head(),
    pictures: createPictureCommands({
      streams,
      photos,
      renderer,
      config,
      counters: config.waitingIsLimited ? records.limits : null,
    }),
    views,
    clock,
    refuseWhenStopped: refuseWhenStopped(deps.stopped),
    writeLimit: writeLimit(records, clock, config.writesPerMinute),
    // Embedded records belong to one process; the lock on the data folder ensures that.
    idempotency: idempotency(records, clock, config.mongoDbUrl === undefined),
  };
  const browserSecret = createBrowserSecret(config.publicOrigin, attemptLife);
  authRoutes(router, {
    records,
    accounts,
    sessions: createSessions(records, clock),
    loginGuard: createLoginGuard({
      records,
      clock,
      failuresPerMinute: config.loginAttemptsPerMinute,
      // A sign-in causes as many writes to the stores as a write request.
      signInsPerMinute: config.writesPerMinute,
    }),
    adminEmail,
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
    credentials,
    links,
    post: deps.post,
    logger,
    clock,
  });
  for (const routes of [
    cityRoutes,
    locationRoutes,
    opinionRoutes,
    photoRoutes,
    moderationRoutes,
    reportRoutes,
  ]) {
    routes(router, routeDeps);
  }
  listRoutes(router, routeDeps, createListCommands({ lists: records.lists, lookups: views }));
  peopleRoutes(router, routeDeps, standings);
  teamRoutes(router, { ...routeDeps, streams, records });
  sampleRoutes(router, routeDeps, { commands, accounts, records, log });

  return {
    handler: koaHandler(router, deps),
    commands,
    photosRenderedBy: (other) => commandsWith(other).photo,
    accounts,
    finish,
    hashPhotos: (signal) => hashPhotos({ photo: commands.photo, lookups: views, clock }, signal),
  };
}

function koaHandler(
  router: Router<RequestState>,
  { middleware, config, logger }: CommandServiceDeps,
): CommandService['handler'] {
  const app = new Koa<RequestState>();
  // The middleware answers every refusal and fault, so only broken connections arrive here.
  app.on('error', (error: unknown) => logger.info({ err: error }, 'connection broke off'));
  app.proxy = config.trustProxy > 0;
  app.maxIpsCount = config.trustProxy;
  for (const step of middleware) app.use(step);
  app.use(originCheck(config.publicOrigin));
  app.use(router.routes());
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}
