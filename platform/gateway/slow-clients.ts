import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createReservation } from '#platform/concurrency/reservation';
import { discard } from '#platform/http/discard';
import { limits } from '#contracts/shared/limits';

/** Limits on the bytes of responses that wait for their readers. */
export interface UnreadBytes {
  readonly all: number;
  readonly ofNetwork: number;
}

export const defaultUnreadBytes: UnreadBytes = { all: 256_000_000, ofNetwork: 64_000_000 };

export interface UnreadResponsesOptions {
  /** The response in progress on each connection. */
  readonly underWay: ReadonlyMap<Socket, ServerResponse>;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly bytes: UnreadBytes;
  /** Milliseconds within which a client must take some of the waiting data, whatever it sends meanwhile. */
  readonly timeout: number;
  /** Milliseconds between two checks. */
  readonly checkEvery: number;
}

interface Seen {
  readonly network: string;
  readonly taken: number;
  /** How many checks in a row have found that the client took nothing. */
  readonly idleChecks: number;
}

/**
 * Closes connections whose clients do not read, until it is disposed of: a client that takes nothing for too long, and,
 * if too many bytes wait, the clients that have taken nothing for longest. Node's own timeout starts again with each
 * byte that a client sends.
 */
export function limitUnreadResponses(options: UnreadResponsesOptions): Disposable {
  const { underWay, networkOf, bytes, timeout, checkEvery } = options;
  const lastSeen = new WeakMap<ServerResponse, Seen>();

  const see = (socket: Socket, response: ServerResponse): Seen => {
    const before = lastSeen.get(response);
    const taken = takenFrom(socket);
    const idleChecks = before?.taken === taken ? before.idleChecks + 1 : 0;
    const seen = { network: before?.network ?? networkOf(response.req), taken, idleChecks };
    lastSeen.set(response, seen);
    return seen;
  };
  const check = (): void => {
    // Clients that took something since the last check come first; of equal ones, the newest.
    const unread = [...underWay]
      .reverse()
      .filter(([socket]) => socket.writableLength > 0)
      .map(([socket, response]) => ({ socket, ...see(socket, response) }))
      .sort((one, other) => one.idleChecks - other.idleChecks);
    const room = createReservation({ most: bytes.all, mostOfKey: bytes.ofNetwork });
    for (const { socket, network, idleChecks } of unread) {
      const isStuck = idleChecks * checkEvery >= timeout;
      if (isStuck || room.take(network, socket.writableLength) === undefined) socket.destroy();
    }
  };
  const timer = setInterval(check, checkEvery).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * A number that grows when the system takes bytes for the client. `bytesWritten` counts a large write before any of it
 * is taken; only the handle, which Node's own timeout reads too, knows how much of it is left.
 */
function takenFrom(socket: Socket): number {
  const handle: unknown = '_handle' in socket ? socket._handle : undefined;
  const isKnown = handle instanceof Object && 'writeQueueSize' in handle;
  const left = isKnown ? Number(handle.writeQueueSize) : socket.writableLength;
  return socket.bytesWritten - left;
}

/**
 * Bytes of a declared length that are still read after the response, so that a program that sends a whole file before
 * it reads can learn why the file was refused. No expected request is longer.
 */
const declaredMost = 4 * limits.uploadBodyBytes;
/** Bytes that are read of a body of unknown or greater length: the limit of an upload. */
const undeclaredMost = limits.uploadBodyBytes;
/** Milliseconds within which the rest must be read. */
const timeMost = 15_000;

/** Closes the connection when the response is sent but the rest of the request's body is too long or too slow. */
export function limitUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  response.once('prefinish', () => {
    if (request.complete) return;
    const declared = Number(length ?? Infinity);
    const bytes = declared <= declaredMost ? declared : undeclaredMost;
    discard(request, request.socket, { bytes, milliseconds: timeMost });
  });
}
