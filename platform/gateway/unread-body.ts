import type { IncomingMessage, ServerResponse } from 'node:http';

import { limits } from '#contracts/shared/limits';

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
