import type { Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds in which what was sent to a closing server still arrives: it does not know of it yet. */
const lastMoment = 200;
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

  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const isBusy = (socket: Socket): boolean => [...answers].some(({ req }) => req.socket === socket);

  return {
    watch(response) {
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
      if (connections.size > 0) await delay(lastMoment);
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
