import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Config } from '#command-service/config';
import { allowedMethods } from '#query-service/http/known-paths';

import { createClosing } from './front-closing.ts';
import { answerUnreadable } from './front-errors.ts';
import { guardedResponse } from './front-headers.ts';
import { StartError } from './stores.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What `GET /readyz` tells. */
export interface Health {
  readonly isReady: boolean;
  readonly report: object;
}

export interface FrontDeps {
  /** Answers writes and sessions. Without it nothing does. */
  readonly command?: Handler;
  /** Answers everything else. */
  readonly query?: Handler;
  /** @throws what a store throws that does not answer */
  readonly health: () => Promise<Health>;
  /** Where browsers find it: under https they are told never to come by another way. */
  readonly publicOrigin?: string;
  readonly patience?: Partial<Patience>;
}

/** How long (milliseconds) a client may take. */
export interface Patience {
  /** To send a request's headers. */
  readonly headersTimeout: number;
  /** To send all of it. */
  readonly requestTimeout: number;
  /** Between two requests on a connection. */
  readonly keepAliveTimeout: number;
  /** Without taking or sending a byte, in the middle of an exchange. */
  readonly idleTimeout: number;
  /** How often the first two are looked at. */
  readonly connectionsCheckingInterval: number;
}

const defaultPatience: Patience = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  idleTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
};
/** More than that at once are not taken: each costs memory before it has said a word. */
const connectionsMost = 10_000;

export interface Front extends AsyncDisposable {
  readonly server: Server;
}

const nothing: Handler = (_request, response) => answer(response, 404, { status: 'not found' });

/** One port for what this process answers. Disposing of it waits for the requests in flight. */
export function createFront(deps: FrontDeps): Front {
  const { command = nothing, query = nothing, health, publicOrigin = '' } = deps;
  const { idleTimeout, ...patience } = { ...defaultPatience, ...deps.patience };
  const handle: Handler = (request, response) => {
    closing.watch(response);
    // A request line without a version: in HTTP/0.9 nothing after it belongs to the request.
    if (request.httpVersionMajor < 1) return answerUnreadable(new Error('HTTP/0.9'), request.socket);
    const method = request.method ?? 'GET';
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/healthz') return answer(response, 200, { status: 'ok' });
    if (path === '/readyz') return void answerReady(response, health);
    (isForCommandService(method, path) ? command : query)(request, response);
  };
  const server = createServer({ ...patience, ServerResponse: guardedResponse(publicOrigin) }, handle);
  server.timeout = idleTimeout;
  server.maxConnections = connectionsMost;
  server.on('clientError', answerUnreadable);
  // An expectation that nobody here knows of is passed over, as RFC 9110 allows.
  server.on('checkExpectation', handle);
  const closing = createClosing(server);
  return { server, [Symbol.asyncDispose]: () => closing.close() };
}

/** Known writes and all that has to do with signing in; what is not known is refused by the reading side. */
function isForCommandService(method: string, path: string): boolean {
  if (allowedMethods(path)?.includes(method) !== true) return false;
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead || path.startsWith('/auth/') || /^\/api\/login\/?$/.test(path);
}

async function answerReady(response: ServerResponse, health: FrontDeps['health']): Promise<void> {
  try {
    const { isReady, report } = await health();
    answer(response, isReady ? 200 : 503, report);
  } catch (error) {
    answer(response, 503, { status: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '1' }),
  });
  response.end(JSON.stringify(body));
}

/** Listens, and gives the address. @throws StartError when the port cannot be had */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken ? new StartError(`Port ${port} is in use. Stop what uses it, or set another PORT.`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  const { port: actual, address, family } = server.address() as AddressInfo;
  const isLocal = address === '127.0.0.1' || address === '::1' || address === '0.0.0.0' || address === '::';
  return `http://${isLocal ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
