import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { beforeEach, expect, it } from 'vitest';

import { byService } from '#apps/by-service';
import { createGateway, type Gateway } from '#platform/gateway/gateway';
import { openRaw } from '../security/raw.ts';

const size = 30 * 1024 * 1024; // more than the buffers of both ends hold
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let gateway: Gateway;
let errors: Error[];
let origin: string;
/** Completes the responses to writes, which wait for it. */
let finish: () => void;

beforeEach(async () => {
  const finished = new Promise<void>((resolve) => (finish = resolve));
  errors = [];
  gateway = createGateway({
    handler: byService({
      command: (_request, response) => void finished.then(() => response.end('done')),
      query: (request, response) => response.end(request.url === '/large' ? Buffer.alloc(size) : 'read'),
    }),
    health: async () => ({ isReady: true, report: {} }),
    onError: (error) => errors.push(error),
  });
  gateway.server.listen(0, '127.0.0.1');
  await once(gateway.server, 'listening');
  origin = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
});

it('waits for an answer in progress, but not for clients that keep their connection', async () => {
  using connection = openRaw(origin);
  const asked = once(gateway.server, 'request');
  connection.socket.write('POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await asked;
  const closed = gateway[Symbol.asyncDispose]();
  finish();
  const text = await connection.closed();
  expect(text).toContain('Connection: close');
  expect(text).toMatch(/done/);
  await closed;
});

it('finishes an answer to a slow reader before it closes', async () => {
  using connection = openRaw(origin);
  connection.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await connection.until(/200 OK/);
  connection.socket.pause();
  const closed = gateway[Symbol.asyncDispose]();
  await expect.poll(() => gateway.server.listening).toBe(false);
  connection.socket.resume();
  expect((await connection.closed()).length).toBeGreaterThan(size);
  await closed;
});

it('answers a request that was just arriving', async () => {
  using connection = openRaw(origin);
  connection.socket.write(get);
  await connection.until(/read/);
  const closed = gateway[Symbol.asyncDispose]();
  connection.socket.write(get);
  using other = openRaw(origin);
  other.socket.write(get);
  expect((await connection.closed()).match(/read|Connection: close/g)).toEqual([
    'read',
    'Connection: close',
    'read',
  ]);
  expect(await other.closed()).toMatch(/Connection: close[^]*read$/);
  await closed;
});

it('closes idle connections, and accepts no new ones', async () => {
  using connection = openRaw(origin);
  await once(gateway.server, 'connection');
  await gateway[Symbol.asyncDispose]();
  expect(await connection.closed()).toBe('');
  using late = openRaw(origin);
  expect(await late.closed()).toBe('');
});

it('reports connections that it cannot accept, and continues', async () => {
  for (const message of ['accept EMFILE', 'accept ENFILE']) gateway.server.emit('error', new Error(message));
  expect(errors.map(({ message }) => message)).toEqual(['accept EMFILE', 'accept ENFILE']);
  expect(await (await fetch(`${origin}/small`)).text()).toBe('read');
});
