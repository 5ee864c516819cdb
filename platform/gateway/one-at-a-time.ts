import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests that may wait on a connection. Browsers and proxies send the next one after the answer. */
const waitingMost = 4;

export interface OneAtATime {
  /** Handles a request once the answers before it on its connection are written out. */
  readonly handle: Handler;
  /** Whether a connection has an answer under way, or about to begin. */
  readonly isAnswering: (socket: Socket) => boolean;
  /** The answer that each connection has under way. */
  readonly underWay: ReadonlyMap<Socket, ServerResponse>;
}

/**
 * Gives each connection one answer at a time. Node hands over every request that has arrived, so answers to requests
 * that one client sends in a row would all be made and held before the first is read. A connection on which more than
 * a few wait is closed.
 */
export function createOneAtATime(server: Server, handler: Handler): OneAtATime {
  const places = createFairSemaphore<Socket>({
    waiting: { most: waitingMost, refusal: () => new Error('Too many requests wait on one connection') },
  });
  const underWay = new Map<Socket, ServerResponse>();
  // A request that waits when its connection closes has a response that Node never closes.
  server.on('connection', (socket) => socket.once('close', () => underWay.delete(socket)));

  const start = (response: ServerResponse, place: Disposable): void => {
    const { req: request } = response;
    const { socket } = request;
    // After an answer with `Connection: close` nothing more can be written.
    if (!socket.writable) return place[Symbol.dispose]();
    underWay.set(socket, response);
    response.once('close', () => {
      underWay.delete(socket);
      place[Symbol.dispose]();
    });
    handler(request, response);
  };
  const handle: Handler = ({ socket }, response) => {
    if (socket.destroyed) return;
    const place = places.takeIfFree(socket);
    if (place !== undefined) return start(response, place);
    places.take(socket).then(
      (later) => start(response, later),
      () => socket.destroy(),
    );
  };
  return { handle, isAnswering: (socket) => places.isHeld(socket), underWay };
}
