import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerRaw } from '#platform/http/problems';
import { commonHeaders } from '#platform/http/headers';

/** Status by Node's error code; any other is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const detail = 'This cannot be read as a request.';

/**
 * Answers a request that is malformed or too slow, and closes the connection. If an answer has begun, nothing is added
 * to it.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex, publicOrigin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  answerRaw(socket, { code: 'invalid', status, detail, publicOrigin });
}

/**
 * Whether Node's parser accepts a request that is none: in HTTP/0.9 nothing after the first line belongs to it, and
 * with two hosts a proxy in front may have read the other one.
 */
export function isAmbiguous({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Node keeps the current response on its socket, and checks this property itself when nobody handles the error. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return message instanceof Object && 'headersSent' in message && message.headersSent === true;
}

/** A response class that sets the headers of every answer to a request, including those of socket.io. */
export function responseWithHeaders(publicOrigin: string): typeof ServerResponse {
  const headers = Object.entries(commonHeaders(publicOrigin));
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      for (const [name, value] of headers) this.setHeader(name, value);
    }
  };
}
