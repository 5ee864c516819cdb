import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy between a client and a server, for tests: it cuts, stalls and slows their connections. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections that are open. */
  connections(): number;
  /** Bytes that the server has sent since the proxy was opened. */
  received(): number;
  /** Resets every open connection; new ones are accepted. */
  cut(): void;
  /** Resets a connection once the server has sent that many more bytes on it, wherever in a message that is. */
  cutAfter(bytes: number): void;
  /** Accepts no connections and resets open ones, until `restore`. */
  refuse(): void;
  /** Forwards nothing in either direction, but keeps the connections, until `restore`. */
  stall(): void;
  /** Forwards what the server sends in pieces, each after that many milliseconds, until `restore`. */
  slow(milliseconds: number): void;
  /** Forwards everything again. */
  restore(): void;
}

interface State {
  refusing: boolean;
  /** Fulfilled when the stall is over; undefined when there is none. */
  stalled: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  pause: number;
  bytesLeft: number;
  received: number;
}

/** Receives everything that a client sends on one connection. */
type Listener = (bytes: Buffer) => void;

export interface TcpProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Called for each connection; by default nobody listens. */
  readonly listen?: () => Listener;
}

/** Listens on a free port of the loopback address and forwards every connection to `host`:`port`. */
export async function openTcpProxy({ listen, ...target }: TcpProxyOptions): Promise<TcpProxy> {
  const state: State = { refusing: false, stalled: undefined, pause: 0, bytesLeft: Infinity, received: 0 };
  const sockets = new Set<Socket>();

  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const restore = () => {
    state.refusing = false;
    state.pause = 0;
    state.bytesLeft = Infinity;
    state.stalled?.end();
    state.stalled = undefined;
  };
  const take = (near: Socket) => {
    if (state.refusing) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      // An error is followed by the close.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.resetAndDestroy();
      });
    }
    if (listen !== undefined) near.on('data', listen());
    near.pipe(passing(state)).pipe(far);
    far.pipe(passing(state, near)).pipe(near);
  };

  const server = createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size / 2,
    received: () => state.received,
    cut,
    cutAfter: (bytes) => (state.bytesLeft = bytes),
    refuse() {
      state.refusing = true;
      cut();
    },
    stall() {
      state.stalled ??= openStall();
    },
    slow: (milliseconds) => (state.pause = milliseconds),
    restore,
    async [Symbol.asyncDispose]() {
      restore();
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards data in one direction; `near` only for data from the server. */
function passing(state: State, near?: Socket): Transform {
  return new Transform({
    // Small, so that a stalled reader soon stalls the writer.
    highWaterMark: 16 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      const pass = async () => {
        if (near && state.pause > 0) await delay(state.pause);
        while (state.stalled) await state.stalled.over;
        if (!near) return chunk;
        state.received += chunk.length;
        if (chunk.length < state.bytesLeft) {
          state.bytesLeft -= chunk.length;
          return chunk;
        }
        const first = chunk.subarray(0, state.bytesLeft);
        state.bytesLeft = Infinity;
        setImmediate(() => near.resetAndDestroy());
        return first;
      };
      pass().then(
        (piece) => done(null, piece),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}

function openStall() {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { over, end };
}
