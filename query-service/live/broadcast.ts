import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Changed } from '#contracts/live';

import type { Engine } from '#platform/live/connection';
import type { LiveServer, LiveSocket } from './socket.ts';

export interface Broadcast {
  /** Adds a socket to those that hear. */
  add(socket: LiveSocket): void;
  /** Sends the messages, in this order, to every socket. Fulfilled once all were sent. */
  readonly send: (messages: readonly Changed[]) => Promise<void>;
}

/**
 * The sockets are divided into this many groups. Between two groups requests are answered, since writing to thousands
 * of sockets takes longer than an answer may wait.
 */
const groups = 64;
const groupRoom = (number: number): string => `group:${number}`;

export function createBroadcast(io: LiveServer, engine: Engine): Broadcast {
  let added = 0;
  joinWrites(engine);
  return {
    add(socket) {
      void socket.join(groupRoom(added % groups));
      added += 1;
    },
    async send(messages) {
      for (let number = 0; number < groups; number += 1) {
        const room = groupRoom(number);
        if (!io.of('/').adapter.rooms.has(room)) continue;
        for (const message of messages) io.to(room).emit('changed', message);
        await nextTurn();
      }
    },
  };
}

/** Hands the messages that wait for a connection to the system in one call instead of one for each. */
function joinWrites(engine: Engine): void {
  engine.on('flush', ({ request }) => request.socket.cork());
  engine.on('drain', ({ request }) => request.socket.uncork());
}
