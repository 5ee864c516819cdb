import { ServerResponse, type IncomingMessage } from 'node:http';

import Koa from 'koa';

import { networkOf } from './network.ts';

/**
 * Returns a function that gives the network of a request's sender, by the same rules as `ctx.ip`, for requests that
 * do not go through Koa: the handshakes of sockets. `trustProxy`: how many proxies in front are trusted.
 */
export function createNetworkOf(trustProxy: number): (request: IncomingMessage) => string {
  const app = new Koa();
  app.proxy = trustProxy > 0;
  app.maxIpsCount = trustProxy;
  return (request) => networkOf(app.createContext(request, new ServerResponse(request)).ip);
}
