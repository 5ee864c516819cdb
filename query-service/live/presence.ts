import type { Presence } from '#contracts/live';
import { Viewing } from '#contracts/moderation/commands';

import { nameOf } from '../account/person-view.ts';
import type { LiveSocket } from './socket.ts';

export interface PresenceBoard extends Disposable {
  /** Listens to a moderator's socket. */
  hear(socket: LiveSocket): void;
  /** Forgets what a socket was looking at. */
  forget(socket: LiveSocket): void;
  /** What all moderators are looking at. */
  all(): Presence;
}

/** Milliseconds between two messages to the moderators. */
const sendEvery = 250;

/**
 * What moderators are looking at, as reported by their sockets. It is kept only in memory, while the socket is open.
 * `tell` reaches all moderators of this process.
 */
export function createPresence(tell: (presence: Presence) => void): PresenceBoard {
  const viewing = new Map<LiveSocket, Presence[number]>();
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

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

  const forget = (socket: LiveSocket) => {
    if (viewing.delete(socket)) changed();
  };

  return {
    hear(socket) {
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
