import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { respondRaw } from '#platform/http/problems';
import { commonHeaders, rawHeaders, withOthers } from '#platform/http/headers';

/** Status by Node's error code; any other is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const detail = 'This cannot be read as a request.';

/**
 * Answers a request that is malformed or too slow, and closes the connection. If a response has begun, nothing is added
 * to it.
 */
export function respondToMalformed(error: NodeJS.ErrnoException, socket: Duplex, publicOrigin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToRespond(socket)) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  respondRaw(socket, { code: 'invalid', status, detail, publicOrigin });
}

/**
 * Whether Node's parser has accepted an invalid request. In HTTP/0.9 nothing after the first line is part of the
 * request; with two Host headers a proxy in front may have read the other one; since HTTP/1.1 the header is required.
 */
export function isAmbiguous({ httpVersion, httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts !== 1 && !(hosts === 0 && httpVersion === '1.0');
}

/** Node stores the current response on its socket, and checks this property itself when no handler takes the error. */
function hasBegunToRespond(socket: Duplex): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return message instanceof Object && 'headersSent' in message && message.headersSent === true;
}

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/**
 * A response class that adds the common headers to every response, including those of socket.io, unless the response
 * has its own. It adds them when the head is written, because Node writes headers at once if it gets them all in one
 * call.
 */
export function responseWithHeaders(publicOrigin: string): typeof ServerResponse {
  const common = commonHeaders(publicOrigin);
  const rawCommon = rawHeaders(common);
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, message?: string | Given, headers?: Given): this {
      if (typeof message === 'string') return super.writeHead(status, message, this.#withCommon(headers));
      return super.writeHead(status, this.#withCommon(message ?? headers));
    }

    #withCommon(given: Given): Given {
      if (this.getHeaderNames().length === 0 && isRaw(given)) return withOthers(given, rawCommon);
      for (const [name, value] of Object.entries(common))
        if (!this.hasHeader(name)) this.setHeader(name, value);
      return given;
    }
  };
}

const isRaw = (given: Given): given is string[] =>
  Array.isArray(given) && given.every((each) => typeof each === 'string');
