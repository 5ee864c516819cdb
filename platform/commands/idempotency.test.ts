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

/** Sends one request twice with one key, to a handler that refuses the first and accepts the second. */
async function twice(code: ErrorCode): Promise<number[]> {
  const app = new Koa<RequestState>();
  let calls = 0;
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, { requestId: 'r', viewer: ordinaryPerson('u') });
    await next();
  });
  app.use(problems(pino({ level: 'silent' })));
  app.use(idempotency(await recordsOfTest(), Date.now));
  app.use(async (ctx) => {
    calls += 1;
    if (calls === 1) throw new Refusal(code);
    ctx.status = 201;
    ctx.body = 'done';
  });
  const callback = app.callback();
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { 'Idempotency-Key': randomUUID() };
  const statuses: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers });
    await answer.text();
    statuses.push(answer.status);
  }
  await new Promise((resolve) => server.close(resolve));
  return statuses;
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
});
