import type { IncomingMessage } from 'node:http';

/** How messages are transported. The library does not declare the type of its websocket; polling has none. */
interface Transport {
  readonly socket?: { readonly bufferedAmount: number; terminate(): void };
  on(event: 'drain', listener: () => void): unknown;
}

/** The part of an engine.io connection that is used here. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly transport: Transport;
  /** Packets that the websocket has not taken yet. */
  readonly writeBuffer: ReadonlyArray<{ readonly data?: unknown }>;
  on(event: 'data' | 'close', listener: () => void): unknown;
  /** The connection began with polling and has upgraded to a websocket. */
  on(event: 'upgrade', listener: (transport: Transport) => void): unknown;
  /** With `discard`, data that waits to be sent is dropped. */
  close(discard?: boolean): void;
}

/** A refused handshake. The request for a websocket has no response object. */
export interface RefusedHandshake {
  readonly req: IncomingMessage & { readonly res?: unknown; readonly websocket?: unknown };
  readonly code: number;
}

/** The part of engine.io's server that is used here. */
export interface Engine {
  on(event: 'connection_error', listener: (refused: RefusedHandshake) => void): unknown;
  /** Emitted before the headers of a response are sent. */
  on(event: 'headers', listener: (headers: Record<string, string>) => void): unknown;
  /** `flush` is emitted before waiting packets are written to the websocket, `drain` right after, in the same tick. */
  on(event: 'connection' | 'flush' | 'drain', listener: (connection: Connection) => void): unknown;
}

/** Closes a connection without a closing handshake, which a client that does not read would delay. */
export function cut(connection: Connection): void {
  const { socket } = connection.transport;
  if (socket) socket.terminate();
  else connection.close(true);
}

/**
 * Closes connections that have not upgraded to a websocket in time. A client may begin with polling, the library's
 * default. But a client that stays with polling takes a place without holding a connection, at no cost to itself.
 * `within`: milliseconds.
 */
export function requireWebsocket(engine: Engine, within: number): void {
  engine.on('connection', (connection) => {
    if (connection.transport.socket) return;
    const timer = setTimeout(() => cut(connection), within).unref();
    const settled = () => clearTimeout(timer);
    connection.on('upgrade', settled);
    connection.on('close', settled);
  });
}
