import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#contracts/shared/limits';

/** Bytes of answers that may wait for their readers. */
export interface UnreadBytes {
  readonly all: number;
  readonly ofNetwork: number;
}

export const defaultUnreadBytes: UnreadBytes = { all: 256_000_000, ofNetwork: 64_000_000 };

export interface UnreadAnswersOptions {
  /** The answer that each connection has under way. */
  readonly underWay: ReadonlyMap<Socket, ServerResponse>;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly bytes: UnreadBytes;
  /** Milliseconds within which a client must take some of what waits for it, whatever it sends meanwhile. */
  readonly timeout: number;
  /** Milliseconds between two looks. */
  readonly lookEvery: number;
}

interface Looked {
  readonly network: string;
  readonly taken: number;
  /** How many looks in a row have found that the client took nothing. */
  readonly idleLooks: number;
}

/**
 * Closes connections whose clients do not read, until disposed of: one that takes nothing for too long, and, where too
 * many bytes wait, those that have taken nothing for longest. Node's own timeout begins again with each byte that a
 * client sends.
 */
export function limitUnreadAnswers(options: UnreadAnswersOptions): Disposable {
  const { underWay, networkOf, bytes: most, timeout, lookEvery } = options;
  const lookedAt = new WeakMap<ServerResponse, Looked>();

  const lookAt = (socket: Socket, response: ServerResponse): Looked => {
    const before = lookedAt.get(response);
    const taken = takenFrom(socket);
    const idleLooks = before?.taken === taken ? before.idleLooks + 1 : 0;
    const looked = { network: before?.network ?? networkOf(response.req), taken, idleLooks };
    lookedAt.set(response, looked);
    return looked;
  };
  const look = (): void => {
    // Those that took something since the last look come first; of equal ones, the newest.
    const unread = [...underWay]
      .reverse()
      .filter(([socket]) => socket.writableLength > 0)
      .map(([socket, response]) => ({ socket, ...lookAt(socket, response) }))
      .sort((one, other) => one.idleLooks - other.idleLooks);
    let all = 0;
    const ofNetworks = new Map<string, number>();
    for (const { socket, network, idleLooks } of unread) {
      const bytes = socket.writableLength;
      const ofNetwork = (ofNetworks.get(network) ?? 0) + bytes;
      if (idleLooks * lookEvery >= timeout || all + bytes > most.all || ofNetwork > most.ofNetwork) {
        socket.destroy();
        continue;
      }
      all += bytes;
      ofNetworks.set(network, ofNetwork);
    }
  };
  const timer = setInterval(look, lookEvery).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * A number that grows when the system takes bytes for the client. `bytesWritten` counts a large write before any of it
 * is taken; how much of it is left only the handle says, which Node's own timeout reads too.
 */
function takenFrom(socket: Socket): number {
  const handle: unknown = '_handle' in socket ? socket._handle : undefined;
  const isKnown = handle instanceof Object && 'writeQueueSize' in handle;
  const left = isKnown ? Number(handle.writeQueueSize) : socket.writableLength;
  return socket.bytesWritten - left;
}

/**
 * Bytes of a declared length that are still read after the answer. So a program that sends a whole file before it
 * reads can learn why the file was refused. No request that this API expects is longer.
 */
const declaredMost = 4 * limits.uploadBodyBytes;
/** Bytes that are read of a body with an unknown or greater length. */
const undeclaredMost = limits.bodyBytes;
/** Milliseconds to read it. */
const timeMost = 15_000;

/** Closes the connection when the answer is sent but the rest of the request's body is too long or too slow. */
export function limitUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('prefinish', () => {
    if (request.complete) return;
    const { socket } = request;
    const declared = Number(request.headers['content-length'] ?? Infinity);
    let left = declared <= declaredMost ? declared : undeclaredMost;
    const late = setTimeout(() => socket.destroy(), timeMost).unref();
    request.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late));
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    });
    request.resume();
  });
}
