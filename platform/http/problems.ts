import type { Logger } from 'pino';

import { errorStatus, Refusal, type ErrorCode } from '#contracts/shared/errors';
import { problemOf } from '#contracts/shared/problem';

import { isUnavailable } from './unavailable.ts';
import type { RequestContext, RequestMiddleware } from './context.ts';

/** Seconds after which a request may be repeated when a store does not answer. */
const storeRetryAfter = 5;

/** Turns every error into a problem document. Unexpected errors are logged, and their details are not sent. */
export const problems =
  (logger: Logger): RequestMiddleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && !ctx.headerSent) throw new Refusal('not-found');
    } catch (error) {
      const refusal = refusalOf(error);
      // A refusal is intended, even with status 503; the request's log line shows it.
      if (errorStatus[refusal.code] >= 500 && !(error instanceof Refusal)) {
        logger.error({ err: error, requestId: ctx.state.requestId }, 'request failed');
      }
      answer(ctx, refusal);
    }
  };

function answer(ctx: RequestContext, refusal: Refusal): void {
  const problem = problemOf(refusal, ctx.state.requestId);
  ctx.status = problem.status;
  ctx.body = JSON.stringify(problem);
  ctx.type = 'application/problem+json';
  ctx.set('Cache-Control', 'no-store');
  if (refusal.details.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.details.retryAfter));
  if (problem.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('unavailable', { retryAfter: storeRetryAfter });
  const code = httpCodes[statusOf(error) ?? 500];
  if (code === 'invalid') return new Refusal('invalid', { detail: 'The request could not be read as JSON.' });
  return new Refusal(code ?? 'internal');
}

/** Errors of the body parser and of Koa carry a status. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

const httpCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'not-json',
};
