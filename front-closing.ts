import type { Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Milliseconds without anything new, after which nothing is on its way any more to a server that closes. */
const moment = 100;
/** So many moments at most: others may send for ever. */
const momentsMost = 20;
/** Milliseconds that answers then have to reach their readers. */
const grace = 10_000;

export interface Closing {
  /** To be told of every answer, before anything of it is written. */
  watch(response: ServerResponse): void;
  /** Answers what is on its way, then takes no more, sends to its end what was begun, and closes what is left. */
  close(): Promise<void>;
}

/**
 * How a server closes. Its own `close` cuts off an answer whose end still waits for a slow reader, drops requests that
 * have just arrived, and then waits for clients that keep their connections open.
 */
export function createClosing(server: Server): Closing {
  const connections = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isClosing = false;
  /** How many connections and requests have come. */
  let arrived = 0;

  server.on('connection', (socket) => {
    arrived += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const isBusy = (socket: Socket): boolean => [...answers].some(({ req }) => req.socket === socket);

  /** Waits until nothing has come for a moment. */
  async function quiet(): Promise<void> {
    for (let moments = 0; moments < momentsMost; moments += 1) {
      const before = arrived;
      await delay(moment);
      // A timer of a busy process is late, and runs before what has come in the meantime.
      await nextTurn();
      if (arrived === before) return;
    }
  }

  return {
    watch(response) {
      arrived += 1;
      // Says `Connection: close`, and does so after the answer.
      if (isClosing) response.shouldKeepAlive = false;
      answers.add(response);
      response.once('close', () => {
        answers.delete(response);
        const { socket } = response.req;
        if (isClosing && !isBusy(socket)) socket.destroySoon();
      });
    },
    async close() {
      isClosing = true;
      for (const response of answers) if (!response.headersSent) response.shouldKeepAlive = false;
      if (connections.size > 0) await quiet();
      const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
      // Those that wait, and live ones: a client connects again when it can.
      for (const socket of connections) if (!isBusy(socket)) socket.destroy();
      const late = setTimeout(() => connections.forEach((socket) => socket.destroy()), grace);
      await closed;
      clearTimeout(late);
      // Its timers.
      server.close();
    },
  };
}
