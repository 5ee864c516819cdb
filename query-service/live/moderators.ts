import type { PendingCounts, Presence } from '#contracts/live';
import { Viewing } from '#contracts/moderation/commands';
import type { Change } from '#platform/read-store/index';

import { nameOf } from '../account/person-view.ts';
import { readTotals } from '../moderation/queue/entries.ts';
import type { QueryContext } from '../query-context.ts';
import { type ClosedChange, queueMoves } from './queue-moves.ts';
import { type LiveServer, type LiveSocket, rooms } from './socket.ts';

const room = rooms.moderators;

/** Notifies moderators, and nobody else, of changes in the queue and of what each moderator has open. */
export function openModerators(io: LiveServer, context: QueryContext, caught: (error: unknown) => void) {
  const { queue } = context.models;
  const presence = createPresence((looks) => io.to(room).emit('presence', looks));
  let order = Promise.resolve();
  /** Position up to which moves were sent, and the cities that were closed then. */
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
    /** Listens to a socket from its first message. Its messages count only while its person is a moderator. */
    hear: (socket: LiveSocket) => presence.hear(socket),
    /** Sends a socket that has joined the moderators' room the queue's counts and what each moderator has open. */
    async welcome(socket: LiveSocket) {
      socket.emit('presence', presence.all());
      socket.emit('pending-counts', await pendingCounts(context));
    },
    /** Forgets what a socket had open when it left the moderators' room. */
    forget: presence.forget,
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

/** Milliseconds between two messages to the moderators. */
const sendEvery = 250;

/**
 * What moderators have open, as reported by their sockets. It is held only in memory, while the socket is open. `tell`
 * reaches all moderators of this process.
 */
function createPresence(tell: (presence: Presence) => void) {
  const viewing = new Map<LiveSocket, Presence[number]>();
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  /** What all moderators have open. */
  const all = (): Presence => {
    const distinct = new Map(
      [...viewing.values()].map((viewed) => [`${viewed.user.id} ${viewed.kind} ${viewed.id}`, viewed]),
    );
    return [...distinct.values()];
  };
  const changed = () => {
    if (timer !== undefined) {
      isDue = true;
      return;
    }
    isDue = false;
    tell(all());
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) changed();
    }, sendEvery).unref();
  };

  /** Forgets what a socket had open. */
  const forget = (socket: LiveSocket) => {
    if (viewing.delete(socket)) changed();
  };

  return {
    /** Listens to a moderator's socket. */
    hear(socket: LiveSocket) {
      socket.on('looking', (said: unknown) => {
        const { success, data: viewed } = Viewing.safeParse(said);
        const identity = socket.data.person?.identity;
        // A malformed message is ignored: it is no reason to close a moderator's connection.
        if (!success || identity?.person.canModerate !== true) return;
        const known = viewing.get(socket);
        if (known?.kind === viewed?.kind && known?.id === viewed?.id) return;
        const user = { id: identity.person.userId, name: nameOf(identity.account) };
        if (viewed === null) viewing.delete(socket);
        else viewing.set(socket, { user, ...viewed });
        changed();
      });
      socket.on('disconnect', () => forget(socket));
    },
    forget,
    all,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
