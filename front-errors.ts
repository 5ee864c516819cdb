import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { Refusal } from '#contracts/errors';
import { problemOf } from '#contracts/problem';

import { everyAnswer } from './front-headers.ts';

/** By Node's name for what is wrong. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what cannot be read as a request, or did not come in time, and closes the connection: whatever follows on it
 * may be anything. To an answer that has begun nothing is added.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
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
    ...Object.entries(everyAnswer).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  // Who does not read it is not waited for.
  socket.end(answer, () => socket.destroy());
}

/** Node keeps the answer that is under way on its socket, and does the same look itself where nobody listens. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return message instanceof Object && 'headersSent' in message && message.headersSent === true;
}
