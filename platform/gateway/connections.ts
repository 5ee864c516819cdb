import type { Server, ServerResponse, IncomingMessage } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';
import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests that may wait on one connection. Browsers and proxies send the next request only after the response. */
const waitingMost = 4;

interface OneAtATime {
  /** Handles a request once the earlier responses on its connection are written. */
  readonly handle: Handler;
  /** Whether a connection has a response in progress, or one about to begin. */
  readonly isResponding: (socket: Socket) => boolean;
  /** The response in progress on each connection. */
  readonly underWay: ReadonlyMap<Socket, ServerResponse>;
}

/**
 * Handles the requests of each connection one at a time. Node passes on every request as soon as it arrives, so a
 * client that sends many in a row would make the server build and hold all the responses before it reads the first. A
 * connection with more than a few waiting requests is closed.
 */
export function createOneAtATime(server: Server, handler: Handler): OneAtATime {
  const places = createFairSemaphore<Socket>({
    waiting: { most: waitingMost, refusal: () => new Error('Too many requests wait on one connection') },
  });
  const underWay = new Map<Socket, ServerResponse>();
  // If a connection closes, Node never closes the response of a request that still waits on it.
  server.on('connection', (socket) => socket.once('close', () => underWay.delete(socket)));

  const start = (response: ServerResponse, place: Disposable): void => {
    const { req: request } = response;
    const { socket } = request;
    // After a response with `Connection: close` nothing more can be written.
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
  return { handle, isResponding: (socket) => places.isHeld(socket), underWay };
}

/** Milliseconds. If nothing arrives for this long, a closing server expects no more requests. */
const moment = 100;
/** How many of these periods closing waits at most, because clients may continue to send. */
const momentsMost = 20;
/** Milliseconds that the remaining answers then have to reach their clients. */
const grace = 10_000;

interface GracefulClose {
  /** Must be called for every response before any of it is written. */
  watch(response: ServerResponse): void;
  /**
   * Answers the requests that are arriving, stops listening, finishes the responses in progress, and closes all other
   * connections.
   */
  close(): Promise<void>;
}

/**
 * Closes a server without losing requests. The server's own `close` cuts off responses that a slow client is still
 * reading, drops requests that have just arrived, and waits for connections that clients keep open.
 */
export function createGracefulClose(
  server: Server,
  { isResponding, underWay }: Pick<OneAtATime, 'isResponding' | 'underWay'>,
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

  /** Adds `Connection: close` if the headers are not sent yet, and closes the connection after the response. */
  function closeAfter(response: ServerResponse): void {
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('close', () => {
      const { socket } = response.req;
      if (!isResponding(socket)) socket.destroySoon();
    });
  }

  /** Waits until nothing arrives for one period. */
  async function quiet(): Promise<void> {
    for (let moments = 0; moments < momentsMost; moments += 1) {
      const before = arrived;
      await delay(moment);
      // In a busy process a timer fires late, and before the handlers of data that has already arrived.
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
      // Idle connections and sockets: their clients will connect again.
      for (const socket of connections) if (!isResponding(socket)) socket.destroy();
      const late = setTimeout(() => connections.forEach((socket) => socket.destroy()), grace);
      await closed;
      clearTimeout(late);
      // Stops the server's timers.
      server.close();
    },
  };
}
