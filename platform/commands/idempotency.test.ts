import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';
import pino from 'pino';
import { describe, expect, it } from 'vitest';

import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import { ordinaryPerson } from '#contracts/shared/person';

import type { RequestState } from '../http/context.ts';
import { idempotency } from './idempotency.ts';
import { problems } from '../http/problems.ts';
import { recordsOfTest } from '../../test/harness/stores.ts';

/** A server with this handler, for one person whose requests all have one key. */
async function open(handle: Koa.Middleware<RequestState>, alone = false) {
  const app = new Koa<RequestState>();
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, { requestId: 'r', viewer: ordinaryPerson('u') });
    await next();
  });
  app.use(problems(pino({ level: 'silent' })));
  app.use(idempotency(await recordsOfTest(), Date.now, alone));
  app.use(handle);
  const callback = app.callback();
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { 'Idempotency-Key': randomUUID() };
  return {
    async send(): Promise<number> {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers });
      await response.text();
      return response.status;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Sends one request twice, to a handler that refuses the first and accepts the second. */
async function twice(code: ErrorCode): Promise<number[]> {
  let calls = 0;
  await using server = await open((ctx) => {
    calls += 1;
    if (calls === 1) throw new Refusal(code);
    ctx.status = 201;
    ctx.body = 'done';
  });
  return [await server.send(), await server.send()];
}

describe('a request repeated with the same key', () => {
  it.each([
    ['conflict', 409],
    ['too-many-requests', 429],
    ['too-much-waiting', 409],
    ['unavailable', 503],
    ['not-caught-up', 503],
    ['internal', 500],
  ] as const)('is handled again after %s, because that refusal is temporary', async (code, status) => {
    expect(await twice(code)).toEqual([status, 201]);
  });
  it.each([
    ['already-decided', 409],
    ['city-not-found', 404],
    ['invalid', 400],
  ] as const)('gets the first answer again after %s', async (code, status) => {
    expect(await twice(code)).toEqual([status, status]);
  });
  it.each([false, true])('is refused while the first is handled; alone: %s', async (alone) => {
    let handled: Promise<number[]> | undefined;
    await using server = await open(async (ctx) => {
      handled ??= Promise.all([server.send()]);
      await handled;
      ctx.body = 'done';
    }, alone);
    expect(await server.send()).toBe(200);
    expect(await handled).toEqual([409]);
  });
});
