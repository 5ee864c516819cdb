import type { Logger } from 'pino';
import { errorStatus, Refusal, type ErrorCode } from '#contracts/shared/errors';
import { problemOf } from '#contracts/shared/problem';
import type { RequestContext, RequestMiddleware } from './context.ts';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { discard } from './discard.ts';
import { commonHeaders } from './headers.ts';

/** Seconds after which a client may repeat a request if a store does not respond. */
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
      respond(ctx, refusal);
    }
  };

function respond(ctx: RequestContext, refusal: Refusal): void {
  const problem = problemOf(refusal, ctx.state.requestId);
  ctx.status = problem.status;
  ctx.body = JSON.stringify(problem);
  ctx.type = 'application/problem+json';
  ctx.set('Cache-Control', 'no-store');
  if (refusal.details.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.details.retryAfter));
  if (problem.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
}

/** The refusal of a body that is no JSON object. */
export const unreadableBody = (): Refusal =>
  new Refusal('invalid', { detail: 'The request could not be read as a JSON object.' });

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('unavailable', { retryAfter: storeRetryAfter });
  const code = httpCodes[statusOf(error) ?? 500];
  return code === 'invalid' ? unreadableBody() : new Refusal(code ?? 'internal');
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

/**
 * Whether the error says that a store does not respond. Checks the end of the error's name, because the read store's
 * error class belongs to another service.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name.endsWith('Unavailable');

export interface RawResponse {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly publicOrigin: string;
}

/**
 * Answers with a problem document on a connection that has no response object. Closes the connection, because nothing
 * that follows on it can be trusted.
 */
export function respondRaw(socket: Duplex, { code, status, detail, publicOrigin }: RawResponse): void {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ ...problemOf(new Refusal(code, { detail }), ''), status, title });
  const response = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(commonHeaders(publicOrigin)).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  // Data that follows is not parsed.
  socket.removeAllListeners('data').removeAllListeners('end').end(response);
  discard(socket, socket, afterResponse);
}

/** How much data of a client is still read after such a response, and for how long. */
const afterResponse = { milliseconds: 1000, bytes: 1_000_000 };
