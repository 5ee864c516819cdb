import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests that may wait on a connection. Browsers and proxies send the next one after the answer. */
const waitingMost = 4;

export interface Turns {
  /** Handles a request once the answers before it on its connection are written out. */
  readonly take: Handler;
  /** The answer that each connection has under way. */
  readonly underWay: ReadonlyMap<Socket, ServerResponse>;
}

/**
 * Gives each connection one answer at a time. Node hands over every request that has arrived, so answers to requests
 * that one client sends in a row would all be made and held before the first is read. A connection on which more than
 * a few wait is closed.
 */
export function createTurns(server: Server, handle: Handler): Turns {
  const underWay = new Map<Socket, ServerResponse>();
  const waiting = new Map<Socket, ServerResponse[]>();
  // An answer that never had its turn on the connection is not closed with it.
  server.on('connection', (socket) =>
    socket.once('close', () => {
      underWay.delete(socket);
      waiting.delete(socket);
    }),
  );

  const start = (response: ServerResponse): void => {
    const { req: request } = response;
    const { socket } = request;
    underWay.set(socket, response);
    response.once('close', () => {
      underWay.delete(socket);
      const next = waiting.get(socket)?.shift();
      // After an answer with `Connection: close` nothing more can be written.
      if (next !== undefined && socket.writable) start(next);
    });
    handle(request, response);
  };
  const take: Handler = ({ socket }, response) => {
    if (socket.destroyed) return;
    if (!underWay.has(socket)) return start(response);
    const others = waiting.get(socket) ?? [];
    if (others.length >= waitingMost) return void socket.destroy();
    waiting.set(socket, [...others, response]);
  };
  return { take, underWay };
}
