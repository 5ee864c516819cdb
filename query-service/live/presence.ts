import type { Presence } from '#contracts/live';
import { Looking } from '#contracts/moderation/commands';

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
  const looks = new Map<LiveSocket, Presence[number]>();
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  const all = (): Presence => {
    const distinct = new Map(
      [...looks.values()].map((look) => [`${look.user.id} ${look.kind} ${look.id}`, look]),
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
    if (looks.delete(socket)) changed();
  };

  return {
    hear(socket) {
      socket.on('looking', (said: unknown) => {
        const { success, data: look } = Looking.safeParse(said);
        const identity = socket.data.person?.identity;
        // A malformed message is ignored: it is no reason to close a moderator's connection.
        if (!success || identity?.person.canModerate !== true) return;
        const known = looks.get(socket);
        if (known?.kind === look?.kind && known?.id === look?.id) return;
        const user = { id: identity.person.userId, name: nameOf(identity.account) };
        if (look === null) looks.delete(socket);
        else looks.set(socket, { user, ...look });
        changed();
      });
      socket.on('disconnect', () => forget(socket));
    },
    forget,
    all,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
