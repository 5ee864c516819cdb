import type { IncomingMessage, Server as HttpServer } from 'node:http';

import { Server } from 'socket.io';

import { asError } from '#contracts/shared/as-error';
import type { ClientToServerEvents, Following } from '#contracts/live';
import { isOwnOrigin } from '#platform/http/write-guards';
import type { Change } from '#platform/read-store/index';

import { commonHeaders } from '#platform/http/headers';
import { respondRaw } from '#platform/http/problems';
import { distinct, type QueryContext } from '../query-context.ts';
import {
  createAdmission,
  defaultConnectionLimits,
  type Admission,
  type ConnectionLimits,
} from '#platform/live/admission';
import { type Broadcast, createBroadcast, throttleChanges } from './broadcast.ts';
import { cut, requireWebsocket, type Engine, type RefusedHandshake } from '#platform/live/connection';
import { outcomesIn, decisionsIn } from './decisions.ts';
import { disconnectSlowReaders, limitMessages } from '#platform/live/client-limits';
import { openModerators } from './moderators.ts';
import { createIdentities, identifySocket } from './identity.ts';
import type { LastPublic } from '#platform/queries/positions';
import { closesAny, mayBePublic, publicChanges, type ChangedLists } from './public-changes.ts';
import { connectionOf, type LiveServer, type LiveSocket, rooms } from './socket.ts';

export type Live = AsyncDisposable;

export interface LiveOptions {
  readonly server: HttpServer;
  readonly context: QueryContext;
  readonly lastPublic: LastPublic;
  readonly publicOrigin: string;
  /** The network that a handshake came from, by the same rules as for requests. */
  readonly networkOf: (request: IncomingMessage) => string;
  readonly connectionLimits?: ConnectionLimits | undefined;
  readonly onError: (error: Error) => void;
}

/** Bytes. Clients send little: the handshake, and moderators also which item they have open. */
const largestMessage = 4096;
/** The library's code for a handshake that `allowRequest` refuses. */
const forbidden = 4;
/** Milliseconds that a refused connection may take to close by itself. */
const farewellTime = 1_000;
/** Milliseconds between two messages to a socket about the same read model. */
const changedEvery = 1_000;

/** Notifies sockets of the read models' changes, in order. */
export function openLive(options: LiveOptions): Live {
  const {
    server,
    context,
    lastPublic,
    publicOrigin,
    networkOf,
    connectionLimits = defaultConnectionLimits,
    onError,
  } = options;
  const io: LiveServer = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    httpCompression: false,
    allowRequest: (req, respond) => respond(null, isOurs(req, publicOrigin)),
  });
  const engine = engineOf(io);
  engine.on('headers', (headers) => Object.assign(headers, commonHeaders(publicOrigin)));
  engine.on('connection_error', (refused) => refuseHandshake(refused, publicOrigin));
  requireWebsocket(engine, connectionLimits.upgradeTime);
  const admission = createAdmission({ engine, networkOf, limits: connectionLimits });
  const messageLimit = limitMessages(engine, context.clock);
  const slowReaders = disconnectSlowReaders({ engine, clock: context.clock });
  const stop = new AbortController();
  const caught = (error: unknown) => onError(asError(error));

  admitKnown(io, { context, admission, publicOrigin, caught });
  const moderators = openModerators(io, context, caught);
  const identities = createIdentities({
    context,
    admission,
    onModerator: async (socket) => {
      messageLimit.allowModerator(connectionOf(socket));
      await moderators.welcome(socket);
    },
    onFormerModerator: (socket) => moderators.forget(socket),
    onError: caught,
  });
  const broadcast = createBroadcast(io, engine);
  const listening = listen(io, { context, lastPublic, broadcast, caught });
  io.on('connection', (socket) => {
    broadcast.add(socket);
    moderators.hear(socket);
    const settled = identities.settle(socket).catch(caught);
    socket.on('following', (respond: unknown) => {
      if (!isCallback(respond)) return;
      void settled.then(() => respond(followingOf(socket, context, lastPublic)));
    });
  });
  const following = identities.follow(io, stop.signal);

  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      slowReaders[Symbol.dispose]();
      await listening.end();
      await moderators.end();
      // The owner of the HTTP server closes it.
      io.disconnectSockets(true);
      io.engine.close();
      await following;
    },
  };
}

/**
 * A browser sends the origin of the site that opens a socket, and only our own origin may. Other programs send none.
 * Neither does a browser that loads a script, for which the library would wrap its response if the query has `j`.
 */
const isOurs = (
  { url = '', headers: { origin, host = '' } }: IncomingMessage,
  publicOrigin: string,
): boolean =>
  origin === undefined
    ? !new URLSearchParams(url.slice(url.indexOf('?'))).has('j')
    : isOwnOrigin(origin, publicOrigin, host);

/** The library would answer a refused handshake without the common headers. */
function refuseHandshake(
  { req: { socket, res, websocket }, code }: RefusedHandshake,
  publicOrigin: string,
): void {
  // A request has a response. A websocket that is already open takes no response.
  if (res !== undefined || websocket !== undefined) return;
  const isForeign = code === forbidden;
  respondRaw(socket, {
    code: isForeign ? 'forbidden' : 'invalid',
    status: isForeign ? 403 : 400,
    detail: 'This handshake cannot be accepted.',
    publicOrigin,
  });
}

/** The library declares no type for its engine. */
const engineOf = ({ engine }: LiveServer): Engine => engine as Engine;

interface Admitting {
  readonly context: QueryContext;
  readonly admission: Admission;
  readonly publicOrigin: string;
  readonly caught: (error: unknown) => void;
}

/** Completes every handshake: it gives the person or visitor a place, or closes the connection. */
function admitKnown(io: LiveServer, { context, admission, publicOrigin, caught }: Admitting): void {
  io.use((socket, next) => {
    const connection = connectionOf(socket);
    const refuse = (reason: string) => {
      next(new Error(reason));
      // The reason is sent before the close. The server does not wait for the client to close.
      setImmediate(() => socket.conn.close());
      setTimeout(() => cut(connection), farewellTime).unref();
    };
    const place = () => {
      const isAdmitted = admission.admit(
        connection,
        socket.data.person?.identity.person.canModerate === true,
      );
      if (isAdmitted) next();
      else refuse('full');
    };
    identifySocket(socket, context, publicOrigin).then(place, (error: unknown) => {
      caught(error);
      refuse('unavailable');
    });
  });
}

interface Listening {
  readonly context: QueryContext;
  readonly lastPublic: LastPublic;
  readonly broadcast: Broadcast;
  readonly caught: (error: unknown) => void;
}

/** Follows the feeds and sends their changes one after the other. */
function listen(io: LiveServer, { context, lastPublic, broadcast, caught }: Listening) {
  const { models } = context;
  let order = Promise.resolve();
  let decisions = Promise.resolve();
  let trending = models.trending.ids.join();
  let { closed } = models;
  const throttle = throttleChanges(broadcast.send, changedEvery, caught);

  /** The trending list, if it has changed. */
  const newTrending = (): readonly string[] | undefined => {
    const { ids } = models.trending;
    const now = ids.join();
    if (now === trending) return undefined;
    trending = now;
    return ids;
  };
  const sendPlaces = async (change: Change, lists: ChangedLists) => {
    const at = change.everything ? models.places.position : change.position;
    if (io.of('/').sockets.size === 0) {
      if (mayBePublic(change, lists)) lastPublic.position = at;
      return;
    }
    const messages = await publicChanges(models, change, lists);
    if (messages.length === 0) return;
    lastPublic.position = at;
    throttle.add(messages);
  };
  const ends = [
    models.places.listen((change) => {
      const lists = {
        trending: newTrending(),
        closes: closesAny(change, closed, models.closed),
        before: closed,
        after: models.closed,
      };
      closed = models.closed;
      order = order.then(() => sendPlaces(change, lists)).catch(caught);
    }),
    models.history.listen((change) => {
      decisions = decisions.then(() => sendDecisions(io, context, change)).catch(caught);
    }),
    models.reports.listen((change) => {
      decisions = decisions.then(() => sendOutcomes(io, context, change)).catch(caught);
    }),
  ];
  return {
    async end() {
      for (const stop of ends) stop();
      await Promise.all([order, decisions]);
      throttle[Symbol.dispose]();
    },
  };
}

/** A client may send anything instead of a callback. */
const isCallback = (value: unknown): value is Parameters<ClientToServerEvents['following']>[0] =>
  typeof value === 'function';

/** The positions after which a newly opened socket is notified of changes. */
function followingOf({ data }: LiveSocket, { models }: QueryContext, { position }: LastPublic): Following {
  const own = [models.history, models.reports, models.queue].map(({ position }) => position);
  const last = own.reduce((one, other) => (one > other ? one : other));
  return { publicTo: String(position), ownTo: data.person === undefined ? null : String(last) };
}

async function sendDecisions(io: LiveServer, { models }: QueryContext, change: Change): Promise<void> {
  if (io.of('/').sockets.size === 0) return;
  for (const { userId, decision } of await decisionsIn(models, change, () => peopleOn(io))) {
    io.to(rooms.user(userId)).emit('decided', decision);
  }
}

/** Notifies people of the responses to their reports. */
async function sendOutcomes(io: LiveServer, { models }: QueryContext, change: Change): Promise<void> {
  if (io.of('/').sockets.size === 0) return;
  for (const { userId, decision } of await outcomesIn(models, change)) {
    io.to(rooms.user(userId)).emit('decided', decision);
  }
}

/** Ids of the people who are signed in on any socket. */
const peopleOn = (io: LiveServer): string[] =>
  distinct([...io.of('/').sockets.values()].flatMap(({ data }) => data.person?.identity.person.userId ?? []));
