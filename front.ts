import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import type { Config } from '#command-service/config';
import { allowedMethods } from '#query-service/http/known-paths';

import { StartError } from './stores.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What `GET /readyz` tells. */
export interface Health {
  readonly isReady: boolean;
  readonly report: object;
}

export interface FrontDeps {
  /** Answers writes and sessions. */
  readonly command: Handler;
  /** Answers everything else. */
  readonly query: Handler;
  /** @throws what a store throws that does not answer */
  readonly health: () => Promise<Health>;
}

/** Milliseconds: for a request's headers, for all of it, and between two requests on a connection. */
const headersTimeout = 15_000;
const requestTimeout = 120_000;
const keepAliveTimeout = 65_000;

export interface Front extends AsyncDisposable {
  readonly server: Server;
}

/** One port for both services. Disposing of it waits for the requests in flight. */
export function createFront({ command, query, health }: FrontDeps): Front {
  const options = { headersTimeout, requestTimeout, keepAliveTimeout };
  const upgraded = new Set<Duplex>();
  const server = createServer(options, (request, response) => {
    const method = request.method ?? 'GET';
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/healthz') return answer(response, 200, { status: 'ok' });
    if (path === '/readyz') return void answerReady(response, health);
    (isForCommandService(method, path) ? command : query)(request, response);
  });
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  return { server, [Symbol.asyncDispose]: () => closeServer(server, upgraded) };
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
    'X-Content-Type-Options': 'nosniff',
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

/** Milliseconds that requests in flight have to end. */
const grace = 10_000;

/** Takes no more requests, ends the live connections, lets requests in flight end, then closes what is left. */
async function closeServer(server: Server, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  // The server counts them as open and closes none of them by itself. A client connects again when it can.
  for (const socket of upgraded) socket.destroy();
  const late = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(late);
}
