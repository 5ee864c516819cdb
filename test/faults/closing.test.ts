import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { beforeEach, expect, it } from 'vitest';

import { createFront, type Front } from '../../front.ts';
import { openRaw } from '../security/raw.ts';

const size = 30 * 1024 * 1024; // more than the buffers of both ends hold
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let front: Front;
let origin: string;
/** Ends the answers that wait: those to writes. */
let finish: () => void;

beforeEach(async () => {
  const finished = new Promise<void>((resolve) => (finish = resolve));
  front = createFront({
    command: (_request, response) => void finished.then(() => response.end('done')),
    query: (request, response) => response.end(request.url === '/large' ? Buffer.alloc(size) : 'read'),
    health: async () => ({ isReady: true, report: {} }),
  });
  front.server.listen(0, '127.0.0.1');
  await once(front.server, 'listening');
  origin = `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`;
});

it('waits for an answer, and for no client that would keep its connection', async () => {
  using connection = openRaw(origin);
  const asked = once(front.server, 'request');
  connection.socket.write('POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await asked;
  const closed = front[Symbol.asyncDispose]();
  finish();
  const text = await connection.closed();
  expect(text).toContain('Connection: close');
  expect(text).toMatch(/done/);
  await closed;
});

it('sends an answer to its end to a slow reader, and closes then', async () => {
  using connection = openRaw(origin);
  connection.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await connection.until(/200 OK/);
  connection.socket.pause();
  const closed = front[Symbol.asyncDispose]();
  await expect.poll(() => front.server.listening).toBe(false);
  connection.socket.resume();
  expect((await connection.closed()).length).toBeGreaterThan(size);
  await closed;
});

it('answers a request that was on its way', async () => {
  using connection = openRaw(origin);
  connection.socket.write(get);
  await connection.until(/read/);
  const closed = front[Symbol.asyncDispose]();
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

it('lets go of who has connected and says nothing, and takes no more', async () => {
  using connection = openRaw(origin);
  await once(front.server, 'connection');
  await front[Symbol.asyncDispose]();
  expect(await connection.closed()).toBe('');
  using late = openRaw(origin);
  expect(await late.closed()).toBe('');
});
