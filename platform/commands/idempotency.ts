import { createHash } from 'node:crypto';

import { idempotencyHeader, positionHeaders } from '#contracts/shared/operation';
import { errorStatus, Refusal, type ErrorCode } from '#contracts/shared/errors';
import { problemOf } from '#contracts/shared/problem';
import { isUuid } from '#contracts/shared/uuid';

import type { RecordStore, StoredResponse } from '#platform/record-store/index';
import type { RequestContext, RequestMiddleware } from '../http/context.ts';

/**
 * Milliseconds after which a claim without a response counts as left by a process that died. If that process is alive
 * after all, the command is decided twice, but the second append finds the events of the first.
 */
const staleAfter = 10_000;
const keptHeaders = ['Location', 'Content-Type', 'Cache-Control', 'Retry-After', positionHeaders.event];

/** The request's idempotency key, if it has one. @throws Refusal `invalid` if it is not a UUID */
function idempotencyKeyOf(ctx: RequestContext): string | undefined {
  const key = ctx.get(idempotencyHeader);
  if (key === '') return undefined;
  if (!isUuid(key)) {
    const message = `${idempotencyHeader} must be a UUID`;
    throw new Refusal('invalid', { detail: message, errors: [{ path: idempotencyHeader, message }] });
  }
  return key.toLowerCase();
}

/**
 * Gives a repeated request of the same person with the same key the same response as the first one, refusals included.
 * Server errors and temporary refusals are not stored, so the request can be sent again. Responses are stored for a day
 * and can be lost in a crash. The command's ids therefore also depend on the fingerprint: another body with an old key
 * is another command and never finds the old events.
 * - Only POST has keys: the other methods change nothing when they are repeated.
 * - `alone`: no other process uses these records. A claim that this process does not hold was then left by a dead
 *   process, and is taken over at once.
 */
export function idempotency(records: RecordStore, clock: () => number, alone = false): RequestMiddleware {
  const inHand = new Set<string>();
  return async (ctx, next) => {
    const key = ctx.method === 'POST' ? idempotencyKeyOf(ctx) : undefined;
    const { viewer } = ctx.state;
    if (key === undefined || viewer === null) {
      await next();
      return;
    }
    const id = `${viewer.userId}:${key}`;
    const fingerprint = fingerprintOf(ctx);
    ctx.state.idempotent = { key, fingerprint };
    const isFirst = !inHand.has(id);
    inHand.add(id);
    try {
      const deadAfter = alone && isFirst ? 0 : staleAfter;
      const claim = await records.idempotency.claim(id, fingerprint, clock(), deadAfter);
      if (claim.state === 'running') throw new Refusal('request-running', { retryAfter: 1 });
      if (claim.state === 'other-request') throw new Refusal('key-reused');
      if (claim.state === 'answered') return replay(ctx, claim.response);
      await respondOnce(ctx, records, id, clock, next);
    } finally {
      if (isFirst) inHand.delete(id);
    }
  };
}

async function respondOnce(
  ctx: RequestContext,
  records: RecordStore,
  id: string,
  clock: () => number,
  next: () => Promise<unknown>,
): Promise<void> {
  let kept = false;
  try {
    await next();
    await records.idempotency.respond(id, recordOf(ctx), clock());
    kept = true;
  } catch (error) {
    if (error instanceof Refusal && isFinal(error)) {
      const problem = problemOf(error, ctx.state.requestId);
      const headers = { 'Content-Type': 'application/problem+json' };
      await records.idempotency.respond(
        id,
        { status: problem.status, headers, body: JSON.stringify(problem) },
        clock(),
      );
      kept = true;
    }
    throw error;
  } finally {
    if (!kept) await records.idempotency.release(id);
  }
}

const temporary: ReadonlySet<ErrorCode> = new Set([
  'conflict',
  'too-much-waiting',
  'unauthorized',
  'account-blocked',
]);

/** Server errors, limits, lost races and lost rights of the sender are temporary; any other answer is stored. */
const isFinal = ({ code }: Refusal): boolean => {
  const status = errorStatus[code];
  return status < 500 && status !== 429 && !temporary.has(code);
};

function recordOf(ctx: RequestContext): StoredResponse {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = ctx.response.get(name);
    if (value !== '') headers[name] = value;
  }
  return { status: ctx.status, headers, body: typeof ctx.body === 'string' ? ctx.body : '' };
}

function replay(ctx: RequestContext, { status, headers, body }: StoredResponse): void {
  ctx.status = status;
  if (body !== '') ctx.body = body;
  ctx.set(headers);
}

/** The parser leaves `rawBody` undefined if there was no body, although its type says otherwise. */
const rawBodyOf = ({ rawBody }: { readonly rawBody?: string }): string => rawBody ?? '';

function fingerprintOf(ctx: RequestContext): string {
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.path}\n`)
    .update(ctx.state.bodyDigest ?? rawBodyOf(ctx.request))
    .digest('hex');
}
