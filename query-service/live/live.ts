import type { IncomingMessage, Server as HttpServer } from 'node:http';

import { Server, type Socket } from 'socket.io';

import type { ClientToServerEvents, PendingCounts, ServerToClientEvents } from '#contracts/live';
import { isOwnOrigin } from '#contracts/origin';
import { identify, tokenOf, type Identity } from '#command-service/record-store/index';
import type { Change } from '#projections/read-store/index';

import type { Reads } from '../reads.ts';
import { decisionsIn } from './decisions.ts';
import { endTalkers, hasRoom, type Engine } from './guard.ts';
import { publicChanges } from './public-changes.ts';

export type Live = AsyncDisposable;

interface SocketData {
  identity?: Identity;
}
type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;
type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

export interface LiveOptions {
  readonly server: HttpServer;
  readonly reads: Reads;
  readonly publicOrigin: string;
  readonly onError: (error: Error) => void;
}

const rooms = {
  admin: 'admin',
  user: (id: string) => `user:${id}`,
  session: (sid: string) => `session:${sid}`,
} as const;

/** Nothing is ever sent to the server but the handshake. Bytes. */
const largestMessage = 4096;

/** Tells sockets what the read models' changes mean for them, in their order. */
export function openLive({ server, reads, publicOrigin, onError }: LiveOptions): Live {
  const io: LiveServer = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    allowRequest: (req, answer) => answer(null, isOurs(req, publicOrigin) && hasRoom(engineOf(io), req)),
  });
  endTalkers(engineOf(io));
  const stop = new AbortController();
  const caught = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));

  io.use((socket, next) => {
    identifySocket(socket, reads).then(
      () => next(),
      (error: unknown) => {
        caught(error);
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => {
    welcome(socket, reads).catch(caught);
  });
  const ending = closeEndedSessions(io, reads, stop.signal).catch(caught);
  const listening = listen(io, reads, caught);

  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await listening.end();
      // The server that it is attached to is its owner's to close.
      io.disconnectSockets(true);
      io.engine.close();
      await ending;
    },
  };
}

/** A browser says which site opens a socket: only this one may. What is no browser does not say. */
const isOurs = ({ headers: { origin, host = '' } }: IncomingMessage, publicOrigin: string): boolean =>
  origin === undefined || isOwnOrigin(origin, publicOrigin, host);

/** The library leaves its engine without a type. */
const engineOf = ({ engine }: LiveServer): Engine => engine as Engine;

async function identifySocket(socket: LiveSocket, { records, adminEmail, clock }: Reads): Promise<void> {
  const { auth, headers } = socket.handshake;
  const given: unknown = auth['token'];
  const token = typeof given === 'string' && given !== '' ? given : tokenOf(headers)?.token;
  const identity =
    token === undefined ? undefined : await identify(records, { token, adminEmail, now: clock() });
  if (identity !== undefined) socket.data.identity = identity;
}

const longestTimer = 2 ** 31 - 1;

async function welcome(socket: LiveSocket, reads: Reads): Promise<void> {
  const { identity } = socket.data;
  if (identity === undefined) return;
  const { session, userId, isAdmin } = identity;
  const left = Math.min(Math.max(session.expire - reads.clock(), 0), longestTimer);
  const expiry = setTimeout(() => end(socket), left).unref();
  socket.on('disconnect', () => clearTimeout(expiry));
  await socket.join([rooms.session(session.sid), rooms.user(userId), ...(isAdmin ? [rooms.admin] : [])]);
  // A session that ended before the socket was in its room is not told of any more.
  if ((await reads.records.sessions.get(session.sid, reads.clock())) === undefined) return end(socket);
  if (isAdmin) socket.emit('pending-counts', await pendingCounts(reads));
}

/** Closes the connection under the socket: the client comes back by itself, as whoever it is then. */
function end(socket: LiveSocket): void {
  for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  socket.conn.close();
}

async function closeEndedSessions(io: LiveServer, { records }: Reads, signal: AbortSignal): Promise<void> {
  for await (const sid of records.sessions.ended(signal)) {
    for (const id of io.of('/').adapter.rooms.get(rooms.session(sid)) ?? []) {
      const socket = io.of('/').sockets.get(id);
      if (socket !== undefined) end(socket);
    }
  }
}

/** Follows the feeds; one change is told after the other. */
function listen(io: LiveServer, reads: Reads, caught: (error: unknown) => void) {
  const { models } = reads;
  let order = Promise.resolve();
  let decisions = Promise.resolve();
  let trending = models.trending.ids.join();
  const isHeard = () => io.of('/').sockets.size > 0;

  const tellPlaces = async (change: Change) => {
    if (!isHeard()) return;
    for (const changed of await publicChanges(models, change)) io.emit('changed', changed);
    if (isQueueChange(change) && hasAdmin(io)) {
      io.to(rooms.admin).emit('pending-counts', await pendingCounts(reads, change.position));
    }
  };
  const tellTrending = (change: Change) => {
    const now = models.trending.ids.join();
    if (now === trending) return;
    trending = now;
    io.emit('changed', {
      readModel: 'trending',
      ids: [...models.trending.ids],
      position: String(change.position),
    });
  };
  const ends = [
    models.places.listen((change) => {
      tellTrending(change);
      order = order.then(() => tellPlaces(change)).catch(caught);
    }),
    models.contributors.listen(({ position }) => {
      io.emit('changed', { readModel: 'stats', ids: [], position: String(position) });
    }),
    models.history.listen((change) => {
      decisions = decisions.then(() => tellDecisions(io, reads, change)).catch(caught);
    }),
  ];
  return {
    async end() {
      for (const stop of ends) stop();
      await Promise.all([order, decisions]);
    },
  };
}

async function tellDecisions(io: LiveServer, { models }: Reads, change: Change): Promise<void> {
  if (io.of('/').sockets.size === 0) return;
  for (const { userId, decision } of await decisionsIn(models, change)) {
    io.to(rooms.user(userId)).emit('decided', decision);
  }
}

const hasAdmin = (io: LiveServer) => (io.of('/').adapter.rooms.get(rooms.admin)?.size ?? 0) > 0;

const isQueueChange = ({ ids, everything }: Change) =>
  everything || [ids['cities'], ids['locations'], ids['edits']].some((changed) => (changed?.length ?? 0) > 0);

async function pendingCounts({ models }: Reads, position = models.places.position): Promise<PendingCounts> {
  const { reader } = models.places;
  const [cities, locations, edits] = await Promise.all([
    reader.count('cities', { status: 'pending' }),
    reader.count('locations', { status: 'pending' }),
    reader.count('edits', { waiting: true }),
  ]);
  return { cities, locations, edits, position: String(position) };
}
