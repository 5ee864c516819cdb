import { createHash } from 'node:crypto';

import { idempotencyHeader, positionHeaders } from '#contracts/api/index';
import { errorStatus, Refusal } from '#contracts/errors';
import { problemOf } from '#contracts/problem';

import type { RecordStore, StoredAnswer } from '../record-store/index.ts';
import type { RequestContext, RequestMiddleware } from './context.ts';

/**
 * A claim without an answer for so long (milliseconds) was left by a process that died. Should it be alive after all,
 * only its work is done twice: whoever appends second finds the events that he was about to append.
 */
const staleAfter = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const keptHeaders = ['Location', 'Content-Type', 'Cache-Control', 'Retry-After', positionHeaders.event];

/** The request's idempotency key, if it has one. @throws Refusal `invalid` when it is no UUID */
export function idempotencyKeyOf(ctx: RequestContext): string | undefined {
  const key = ctx.get(idempotencyHeader);
  if (key === '') return undefined;
  if (!uuid.test(key)) {
    const message = `${idempotencyHeader} must be a UUID`;
    throw new Refusal('invalid', { detail: message, errors: [{ path: idempotencyHeader, message }] });
  }
  return key.toLowerCase();
}

/**
 * The same key from the same person gives the answer that the first request got, refusals too. An answer that tells
 * of a fault of ours is not kept: the request may be sent again.
 * `alone`: no other process uses these records, so that a claim that is not in hand here was left by one that died, or
 * could not be released.
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
    const isFirst = !inHand.has(id);
    inHand.add(id);
    try {
      const deadAfter = alone && isFirst ? 0 : staleAfter;
      const claim = await records.idempotency.claim(id, fingerprintOf(ctx), clock(), deadAfter);
      if (claim.state === 'running') throw new Refusal('request-running', { retryAfter: 1 });
      if (claim.state === 'other-request') throw new Refusal('key-reused');
      if (claim.state === 'answered') return replay(ctx, claim.answer);
      await answerOnce(ctx, records, id, clock, next);
    } finally {
      if (isFirst) inHand.delete(id);
    }
  };
}

async function answerOnce(
  ctx: RequestContext,
  records: RecordStore,
  id: string,
  clock: () => number,
  next: () => Promise<unknown>,
): Promise<void> {
  let kept = false;
  try {
    await next();
    await records.idempotency.answer(id, recordOf(ctx), clock());
    kept = true;
  } catch (error) {
    if (error instanceof Refusal && isFinal(error)) {
      const problem = problemOf(error, ctx.state.requestId);
      const headers = { 'Content-Type': 'application/problem+json' };
      await records.idempotency.answer(
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

/** Faults of ours and limits pass; everything else would be refused again. */
const isFinal = (refusal: Refusal): boolean => {
  const status = errorStatus[refusal.code];
  return status < 500 && status !== 429;
};

function recordOf(ctx: RequestContext): StoredAnswer {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = ctx.response.get(name);
    if (value !== '') headers[name] = value;
  }
  return { status: ctx.status, headers, body: typeof ctx.body === 'string' ? ctx.body : '' };
}

function replay(ctx: RequestContext, { status, headers, body }: StoredAnswer): void {
  ctx.status = status;
  if (body !== '') ctx.body = body;
  ctx.set(headers);
}

function fingerprintOf(ctx: RequestContext): string {
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.path}\n`)
    .update(ctx.request.rawBody ?? '')
    .digest('hex');
}
