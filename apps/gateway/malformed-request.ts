import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { Refusal } from '#contracts/errors';
import { problemOf } from '#contracts/problem';

import { commonHeaders } from './headers.ts';

/** Status by Node's error code; any other is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a request that is malformed or too slow, and closes the connection, since whatever follows on it cannot be
 * trusted. If an answer has begun, nothing is added to it.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const refusal = new Refusal('invalid', { detail: 'This cannot be read as a request.' });
  const body = JSON.stringify({ ...problemOf(refusal, ''), status, title });
  const answer = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  // The client may never read it, so the socket is destroyed at once.
  socket.end(answer, () => socket.destroy());
}

/** Node keeps the current response on its socket, and checks this property itself when nobody handles the error. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return message instanceof Object && 'headersSent' in message && message.headersSent === true;
}
