import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa from 'koa';

import { Refusal } from '#contracts/shared/errors';

import type { RequestState } from '#platform/http/context';

/**
 * Answers requests for the command service in a process without one: 405 for a write, 404 for the rest. Such a
 * request means that the proxy is misconfigured.
 */
export function createReadOnlyHandler(
  middleware: readonly Koa.Middleware[],
): (request: IncomingMessage, response: ServerResponse) => void {
  const koa = new Koa<RequestState>();
  for (const step of middleware) koa.use(step);
  koa.use((ctx) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') throw new Refusal('not-found');
    ctx.set('Allow', 'GET, HEAD');
    throw new Refusal('method-not-allowed', { detail: 'This process answers reads only.' });
  });
  const callback = koa.callback();
  return (request, response) => void callback(request, response);
}
