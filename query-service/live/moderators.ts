import type { PendingCounts } from '#contracts/live';
import type { Change } from '#platform/read-store/index';

import { readTotals } from '../moderation/queue/entries.ts';
import type { QueryContext } from '../query-context.ts';
import { createPresence } from './presence.ts';
import { queueMoves, type ClosedChange } from './queue-moves.ts';
import { rooms } from './rooms.ts';
import type { LiveServer, LiveSocket } from './socket.ts';

export interface Moderators {
  /** Listens to a socket from its first message. Its messages count only while its person is a moderator. */
  hear(socket: LiveSocket): void;
  /** Sends a socket that has joined the moderators' room the queue's counts and who is looking at what. */
  welcome(socket: LiveSocket): Promise<void>;
  /** Forgets what a socket was looking at when it left the moderators' room. */
  forget(socket: LiveSocket): void;
  end(): Promise<void>;
}

const room = rooms.moderators;

/** Notifies moderators, and nobody else, of changes in the queue and of who is looking at what. */
export function openModerators(
  io: LiveServer,
  context: QueryContext,
  caught: (error: unknown) => void,
): Moderators {
  const { queue } = context.models;
  const presence = createPresence((looks) => io.to(room).emit('presence', looks));
  let order = Promise.resolve();
  /** Position up to which moves were sent, and the closed cities then. */
  let sentTo = queue.position;
  let closed = context.models.closedInQueue;

  const tell = async (change: Change, closedCities: ClosedChange) => {
    const since = sentTo;
    sentTo = change.everything ? queue.position : change.position;
    if ((io.of('/').adapter.rooms.get(room)?.size ?? 0) === 0) return;
    if (!change.everything && Object.values(change.ids).every((ids) => ids.length === 0)) return;
    for (const move of await queueMoves(context, change, since, closedCities))
      io.to(room).emit('queue', move);
    io.to(room).emit('pending-counts', await pendingCounts(context, change.position));
  };
  const stop = queue.listen((change) => {
    const closedCities = { before: closed, now: context.models.closedInQueue };
    closed = closedCities.now;
    order = order.then(() => tell(change, closedCities)).catch(caught);
  });

  return {
    hear: (socket) => presence.hear(socket),
    async welcome(socket) {
      socket.emit('presence', presence.all());
      socket.emit('pending-counts', await pendingCounts(context));
    },
    forget: (socket) => presence.forget(socket),
    async end() {
      stop();
      await order;
      presence[Symbol.dispose]();
    },
  };
}

async function pendingCounts(
  { models }: QueryContext,
  position = models.queue.position,
): Promise<PendingCounts> {
  const { city, location, edit, photo, change, report } = await readTotals(models);
  return {
    cities: city,
    locations: location,
    edits: edit,
    photos: photo,
    changes: change,
    reports: report,
    position: String(position),
  };
}
