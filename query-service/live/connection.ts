import type { IncomingMessage } from 'node:http';

/** The part of an engine.io connection that is used here. The library does not declare its websocket's type. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly transport: {
    readonly socket: { readonly bufferedAmount: number; terminate(): void };
    on(event: 'drain', listener: () => void): unknown;
  };
  /** Packets that the websocket has not taken yet. */
  readonly writeBuffer: ReadonlyArray<{ readonly data?: unknown }>;
  on(event: 'data' | 'close', listener: () => void): unknown;
}

/** The part of engine.io's server that is used here. */
export interface Engine {
  /** `flush` comes before waiting packets are written to the websocket, `drain` right after, in the same turn. */
  on(event: 'connection' | 'flush' | 'drain', listener: (connection: Connection) => void): unknown;
}

/** Closes a connection without a closing handshake, because a client that does not read would delay it. */
export const cut = ({ transport }: Connection): void => transport.socket.terminate();
