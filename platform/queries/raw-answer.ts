import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import { problemOf } from '#contracts/shared/problem';

import { commonHeaders } from '../http/headers.ts';

export interface RawAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly publicOrigin: string;
}

/**
 * Answers with a problem document on a connection for which there is no response object, and closes it, since whatever
 * follows on it cannot be trusted.
 */
export function answerRaw(socket: Duplex, { code, status, detail, publicOrigin }: RawAnswer): void {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ ...problemOf(new Refusal(code, { detail }), ''), status, title });
  const answer = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(commonHeaders(publicOrigin)).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  // The client may never read it, so the socket is destroyed at once.
  socket.end(answer, () => socket.destroy());
}
