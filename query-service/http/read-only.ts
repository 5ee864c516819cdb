import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa from 'koa';

import { Refusal } from '#contracts/shared/errors';

import { operations } from '#contracts/api';
import type { Session } from '#contracts/account/views';
import type { RequestState } from '#platform/http/context';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers requests for the command service in a process without one: 405 for a write, 404 for the rest. Such a request
 * means that the proxy is misconfigured.
 */
export const createReadOnlyHandler = (middleware: readonly Koa.Middleware[]): Handler =>
  handlerOf(middleware, (ctx) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') throw new Refusal('not-found');
    ctx.set('Allow', 'GET, HEAD');
    throw new Refusal('method-not-allowed', { detail: 'This process answers reads only.' });
  });

/** Answers the same requests in a process that shows a past state of the guide: nobody is signed in, or can sign in. */
export const createAsItWasHandler = (middleware: readonly Koa.Middleware[], sentence: string): Handler =>
  handlerOf(middleware, (ctx) => {
    if (ctx.method !== 'GET' || ctx.path !== operations.getSession.path)
      throw new Refusal('as-it-was', { detail: sentence });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { accessToken: null, expiresAt: null, user: null } satisfies Session;
  });

function handlerOf(
  middleware: readonly Koa.Middleware[],
  respond: (ctx: Koa.ParameterizedContext<RequestState>) => void,
): Handler {
  const koa = new Koa<RequestState>();
  for (const step of middleware) koa.use(step);
  koa.use(respond);
  const callback = koa.callback();
  return (request, response) => void callback(request, response);
}
