import type { Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';

import type { OneAtATime } from './one-at-a-time.ts';

/** Milliseconds. When nothing arrives for that long, a closing server expects no more requests. */
const moment = 100;
/** How many of these periods a close waits at most, since clients may go on sending. */
const momentsMost = 20;
/** Milliseconds that answers then have to reach their clients. */
const grace = 10_000;

export interface GracefulClose {
  /** Must be called for every response before anything of it is written. */
  watch(response: ServerResponse): void;
  /** Answers the requests that are arriving, stops listening, finishes the answers in flight, and closes the rest. */
  close(): Promise<void>;
}

/**
 * Closes a server without losing requests. The server's own `close` cuts off answers that a slow client still reads,
 * drops requests that have just arrived, and waits for connections that clients keep open.
 */
export function createGracefulClose(
  server: Server,
  { isAnswering, underWay }: Pick<OneAtATime, 'isAnswering' | 'underWay'>,
): GracefulClose {
  const connections = new Set<Socket>();
  let isClosing = false;
  /** How many connections and requests have arrived. */
  let arrived = 0;

  server.on('connection', (socket) => {
    arrived += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  /** Sends `Connection: close` if it still can, and closes the connection after the answer. */
  function closeAfter(response: ServerResponse): void {
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => {
      const { socket } = response.req;
      if (!isAnswering(socket)) socket.destroySoon();
    });
  }

  /** Waits until nothing arrives for one period. */
  async function quiet(): Promise<void> {
    for (let moments = 0; moments < momentsMost; moments += 1) {
      const before = arrived;
      await delay(moment);
      // In a busy process a timer fires late, before the handlers of data that has already arrived.
      await nextTick();
      if (arrived === before) return;
    }
  }

  return {
    watch(response) {
      arrived += 1;
      if (isClosing) closeAfter(response);
    },
    async close() {
      isClosing = true;
      for (const response of underWay.values()) closeAfter(response);
      if (connections.size > 0) await quiet();
      const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
      // Idle connections and sockets: their clients connect again.
      for (const socket of connections) if (!isAnswering(socket)) socket.destroy();
      const late = setTimeout(() => connections.forEach((socket) => socket.destroy()), grace);
      await closed;
      clearTimeout(late);
      // Stops the server's timers.
      server.close();
    },
  };
}
