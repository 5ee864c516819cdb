import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { respondToMalformed, isAmbiguous, responseWithHeaders } from './malformed-request.ts';
import { createOneAtATime, createGracefulClose } from './connections.ts';
import {
  defaultUnreadBytes,
  limitUnreadResponses,
  type UnreadBytes,
  limitUnreadBody,
} from './slow-clients.ts';
import { isLive, passUpgrades } from './upgrades.ts';
import { StartError } from '#platform/log-integrity/start-error';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The response to `GET /readyz`. */
export interface Health {
  readonly isReady: boolean;
  readonly report: object;
}

export interface GatewayDeps {
  /** Answers every request except the health checks. Without it they get 404. */
  readonly handler?: Handler;
  /** @throws the store's own error if it does not respond */
  readonly health: () => Promise<Health>;
  /** Called with the error if a connection could not be accepted. */
  readonly onError: (error: Error) => void;
  /** The public address. If it is https, responses tell browsers to use only https. */
  readonly publicOrigin?: string;
  /** The network of a request's sender, for the limit on unread responses; by default the sender's address. */
  readonly networkOf?: (request: IncomingMessage) => string;
  readonly unreadBytes?: UnreadBytes;
  readonly timeouts?: Partial<Timeouts>;
}

/** How long (milliseconds) a client may take for each step. */
export interface Timeouts {
  /** To send a request's headers. */
  readonly headersTimeout: number;
  /** To send the whole request. */
  readonly requestTimeout: number;
  /** Between two requests on a connection. */
  readonly keepAliveTimeout: number;
  /** Without taking or sending a byte in the middle of a request or a response. */
  readonly idleTimeout: number;
  /** Without taking a byte of a response that waits for it. */
  readonly unreadTimeout: number;
  /** How often `unreadTimeout` and the bytes of unread responses are checked. */
  readonly unreadCheckingInterval: number;
  /** How often `headersTimeout` and `requestTimeout` are checked. */
  readonly connectionsCheckingInterval: number;
}

const defaultTimeouts: Timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  idleTimeout: 120_000,
  unreadTimeout: 30_000,
  unreadCheckingInterval: 250,
  connectionsCheckingInterval: 5_000,
};
/** Further connections are refused, because each takes memory before it sends anything. */
const connectionsMost = 10_000;

export interface Gateway extends AsyncDisposable {
  readonly server: Server;
  /** Receives the requests and handshakes for socket.io, if anything listens on it. It has no port of its own. */
  readonly live: Server;
}

export const notFound: Handler = (_request, response) => respond(response, 404, { status: 'not found' });

/** Creates the HTTP server of a process. Disposing of it waits for the requests in progress. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { handler = notFound, health, onError, publicOrigin = '' } = deps;
  const {
    networkOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '',
    unreadBytes = defaultUnreadBytes,
  } = deps;
  const { idleTimeout, unreadTimeout, unreadCheckingInterval, ...timeouts } = {
    ...defaultTimeouts,
    ...deps.timeouts,
  };
  const refuse = ({ socket }: IncomingMessage) =>
    respondToMalformed(new Error('An ambiguous request'), socket, publicOrigin);
  const handle: Handler = (request, response) => {
    gracefulClose.watch(response);
    limitUnreadBody(request, response);
    if (isAmbiguous(request)) return refuse(request);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/healthz') return respond(response, 200, { status: 'ok' });
    if (path === '/readyz') return void respondReadiness(response, health);
    handler(request, response);
  };
  const server = createServer({
    ...timeouts,
    // Node's own response would have no body.
    requireHostHeader: false,
    ServerResponse: responseWithHeaders(publicOrigin),
  });
  const oneAtATime = createOneAtATime(server, handle);
  const { isResponding, underWay } = oneAtATime;
  const live = createServer();
  const receive: Handler = (request, response) => {
    if (!isLive(request) || live.listenerCount('request') === 0) return oneAtATime.handle(request, response);
    if (isAmbiguous(request)) return refuse(request);
    live.emit('request', request, response);
  };
  server.on('request', receive);
  passUpgrades(server, live, isResponding);
  server.timeout = idleTimeout;
  server.maxConnections = connectionsMost;
  server.on('error', (error) => server.listening && onError(error));
  server.on('clientError', (error, socket) => respondToMalformed(error, socket, publicOrigin));
  // RFC 9110 allows a server to ignore an unknown expectation.
  server.on('checkExpectation', receive);
  const gracefulClose = createGracefulClose(server, oneAtATime);
  const unread = limitUnreadResponses({
    underWay,
    networkOf,
    bytes: unreadBytes,
    timeout: unreadTimeout,
    checkEvery: unreadCheckingInterval,
  });
  return {
    server,
    live,
    async [Symbol.asyncDispose]() {
      await gracefulClose.close();
      unread[Symbol.dispose]();
    },
  };
}

async function respondReadiness(response: ServerResponse, health: GatewayDeps['health']): Promise<void> {
  try {
    const { isReady, report } = await health();
    respond(response, isReady ? 200 : 503, report);
  } catch (error) {
    respond(response, 503, {
      status: 'unavailable',
      reason: error instanceof Error ? error.name : 'unknown',
    });
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '1' }),
  });
  response.end(JSON.stringify(body));
}

/** The message to the operator for each error code of `listen`. */
const unavailable: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use. Stop what uses it, or choose another.`,
  EACCES: (_, port) => `Port ${port} may not be used by this user. Choose another.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not known.`,
};

/** Listens, and returns the address. @throws StartError if the address is not available */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const sentence = unavailable[code]?.(host, port);
    throw sentence === undefined ? error : new StartError(sentence);
  }
  const { port: actual, address, family } = server.address() as AddressInfo;
  const isLocal = address === '127.0.0.1' || address === '::1' || address === '0.0.0.0' || address === '::';
  return `http://${isLocal ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
