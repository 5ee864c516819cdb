import type { IncomingMessage } from 'node:http';

/** The used part of a connection of engine.io, which does not declare its websocket's type. */
export interface Connection {
  readonly request: IncomingMessage;
  readonly transport: {
    readonly socket: { readonly bufferedAmount: number; terminate(): void };
    on(event: 'drain', listener: () => void): unknown;
  };
  /** Packets that wait for the websocket. */
  readonly writeBuffer: ReadonlyArray<{ readonly data?: unknown }>;
  on(event: 'data' | 'close', listener: () => void): unknown;
}

/** The used part of engine.io's server. */
export interface Engine {
  on(event: 'connection', listener: (connection: Connection) => void): unknown;
}

/** Closes a connection without a closing handshake, which a client that does not read would delay. */
export const cut = ({ transport }: Connection): void => transport.socket.terminate();
