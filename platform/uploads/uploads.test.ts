import { ordinaryPerson } from '#contracts/shared/person';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import Koa from 'koa';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { limits } from '#contracts/shared/limits';
import { createLocalCounters } from '#platform/concurrency/window-counter';
import { folderOfTest } from '../../test/harness/folders.ts';
import { onSmallDisk } from '../../test/harness/small-disk.ts';
import { recordsOfTest } from '../../test/harness/stores.ts';

import type { RequestState } from '../http/context.ts';
import { problems } from '../http/problems.ts';
import { createUploads, type UploadsOptions } from './uploads.ts';

/** A server that accepts uploads of the person whom the request names, and answers with the number of bytes. */
async function serve(options: Partial<UploadsOptions> = {}) {
  const dataDir = folderOfTest();
  const { limits: counters } = await recordsOfTest(dataDir);
  const uploads = await createUploads({ dataDir, counters, clock: Date.now, ...options });
  const app = new Koa<RequestState>();
  app.use(problems(pino({ level: 'silent' })));
  let closed = 0;
  app.use(async (ctx, next) => {
    ctx.res.once('close', () => (closed += 1));
    const userId = ctx.get('X-User');
    ctx.state.viewer = { ...ordinaryPerson(userId), isTrusted: userId.startsWith('trusted') };
    await next();
  });
  app.use(uploads.body(async () => undefined));
  app.use((ctx) => {
    ctx.state.spent = Number(JSON.parse(JSON.stringify(ctx.request.body)).spent ?? 0);
    ctx.body = { length: JSON.stringify(ctx.request.body).length, digest: ctx.state.bodyDigest };
  });
  const handle = app.callback();
  const server = createServer((incoming, response) => void handle(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** Sends the beginning of a body of that many bytes; `response` is its status and text. */
  function begin(userId: string, body: string, sent = body.length) {
    const upload: ClientRequest = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'X-User': userId, 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    const response = once(upload, 'response').then(async ([response]: unknown[]) => {
      const chunks: Buffer[] = [];
      const incoming = response as NodeJS.ReadableStream & { statusCode: number };
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const retryAfter = Number((response as IncomingMessage).headers['retry-after']);
      return { status: incoming.statusCode, text: Buffer.concat(chunks).toString(), retryAfter };
    });
    upload.on('error', () => undefined);
    upload.write(body.slice(0, sent));
    const end = () => upload.end(body.slice(sent));
    if (sent === body.length) end();
    return { response, end, upload };
  }

  return {
    begin,
    /** How many connections were closed, or responses finished. */
    closed: () => closed,
    counters,
    folder: path.join(dataDir, 'uploads'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await uploads[Symbol.asyncDispose]();
    },
  };
}

const bodyOf = (bytes: number): string => JSON.stringify({ imageData: 'x'.repeat(bytes - 16) });

it('receives a body completely, and leaves nothing on disk', async () => {
  await using place = await serve();
  const body = bodyOf(3_000_000);
  const { status, text } = await place.begin('anna', body).response;
  expect(status).toBe(200);
  const digest = createHash('sha256').update(body).digest('hex');
  expect(JSON.parse(text)).toEqual({ length: 3_000_000, digest });
  expect(await readdir(place.folder)).toEqual([]);
});

it("refuses the twenty-sixth upload of a person, but not another person's", async () => {
  await using place = await serve();
  const held = Array.from({ length: 26 }, () => place.begin('anna', bodyOf(100_000), 50_000));
  const refused = await Promise.race(held.map(({ response }) => response));
  expect(refused.status).toBe(429);
  expect((await place.begin('ben', bodyOf(100_000)).response).status).toBe(200);
  for (const each of held) each.end();
  const statuses = (await Promise.all(held.map(({ response }) => response))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(25);
});

it('aborts an upload of the person who holds the most when all bytes are used', async () => {
  await using place = await serve({ bytesMost: 1_000_000 });
  const held = [1, 2, 3, 4].map(() => place.begin('mallory', bodyOf(300_000), 290_000));
  const first = await Promise.race(held.map(({ response }) => response));
  expect(first.status).toBe(503);
  const taken = await Promise.all([1, 2].map(() => place.begin('anna', bodyOf(290_000)).response));
  expect(taken.map(({ status }) => status)).toEqual([200, 200]);
});

it('refuses a body whose last part does not fit on the disk, and does not cut the connection', async ({
  skip,
}) => {
  const script = fileURLToPath(new URL('./full-disk.test-process.mjs', import.meta.url));
  const outcome = await onSmallDisk(script, folderOfTest());
  if (outcome === undefined) return skip();
  expect(outcome).toBe('unavailable');
});

it('refuses a body that stops arriving', async () => {
  await using place = await serve({ pace: { bytes: 1, time: 50 } });
  expect((await place.begin('anna', bodyOf(100_000), 50_000).response).status).toBe(408);
});

it('lets a person upload again after broken connections', async () => {
  await using place = await serve();
  for (let round = 0; round < 3; round += 1) {
    const held = Array.from({ length: 25 }, () => place.begin('anna', bodyOf(100_000), 50_000));
    for (const { upload, response } of held) {
      response.catch(() => undefined);
      upload.destroy();
    }
    await expect.poll(async () => (await place.begin('anna', bodyOf(1000)).response).status).toBe(200);
  }
});

it('gives no place to a client that disconnects before its body is read', async () => {
  const counters = createLocalCounters();
  let asked = 0;
  let goOn = (): void => undefined;
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const peek: typeof counters.peek = async (...window) => {
    asked += 1;
    await mayGoOn;
    return counters.peek(...window);
  };
  await using place = await serve({ counters: { ...counters, peek } });
  const held = Array.from({ length: 25 }, () => place.begin('anna', bodyOf(100_000), 1000));
  await expect.poll(() => asked).toBe(25);
  for (const { upload, response } of held) {
    response.catch(() => undefined);
    upload.destroy();
  }
  await expect.poll(place.closed).toBe(25);
  goOn();
  await expect
    .poll(async () => (await place.begin('anna', bodyOf(1000)).response).status, { timeout: 5000 })
    .toBe(200);
});

it.each(['{', '{"a":1,}', 'null and void'])('refuses %j, which is not JSON', async (body) => {
  await using place = await serve();
  expect((await place.begin('anna', body).response).status).toBe(400);
});

const midnight = Date.UTC(2026, 5, 1);
const day = 24 * 60 * 60 * 1000;

it('makes a person, then a network, that has used up the decoding time wait for the rest of ten minutes', async () => {
  let now = midnight;
  await using place = await serve({ clock: () => now });
  const send = (userId: string, spent: number) => place.begin(userId, JSON.stringify({ spent })).response;
  const most = limits.decodingOfPerson;
  expect((await send('anna', most - 1)).status).toBe(200);
  expect((await send('anna', 1)).status).toBe(200);
  expect(await send('anna', 0)).toMatchObject({ status: 429, retryAfter: 600 });
  expect((await send('ben', limits.decodingOfNetwork - most)).status).toBe(200);
  expect((await send('trusted-carla', 0)).status).toBe(429);
  now += 10 * 60 * 1000;
  expect((await send('anna', 0)).status).toBe(200);
});

it('refuses an upload if others of the person used up the decoding time while it arrived', async () => {
  const counters = createLocalCounters();
  let asked = 0;
  const peek: typeof counters.peek = (...window) => {
    asked += 1;
    return counters.peek(...window);
  };
  await using place = await serve({ counters: { ...counters, peek } });
  const late = place.begin('anna', JSON.stringify({ spent: 0 }), 5);
  await expect.poll(() => asked).toBeGreaterThan(0);
  const spent = limits.decodingOfPerson;
  expect((await place.begin('anna', JSON.stringify({ spent })).response).status).toBe(200);
  late.end();
  expect((await late.response).status).toBe(429);
});

it('makes a network that has sent its bytes wait until the next day, except for trusted people', async () => {
  let now = midnight + day / 2;
  await using place = await serve({ clock: () => now });
  await place.counters.hit('upload-bytes:127.0.0.1', day, now, limits.uploadBytesOfNetwork - 1000);
  const send = (userId: string) => place.begin(userId, bodyOf(600)).response;
  expect((await send('trusted-carla')).status).toBe(200);
  expect([(await send('anna')).status, (await send('ben')).status]).toEqual([200, 200]);
  expect(await send('dora')).toMatchObject({ status: 429, retryAfter: 43_200 });
  expect((await send('trusted-carla')).status).toBe(200);
  now += day / 2;
  expect((await send('dora')).status).toBe(200);
});

it('counts nothing without limits', async () => {
  await using place = await serve({ counters: null });
  const spent = 2 * limits.decodingOfNetwork;
  for (const _ of [1, 2, 3]) {
    expect((await place.begin('anna', JSON.stringify({ spent })).response).status).toBe(200);
  }
});
