import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createFront, type Front } from '../../front.ts';
import { openRaw, statusesIn } from './raw.ts';

/** Clients that take their time, on purpose: each holds a connection, and what belongs to it, until it is ended. */

let front: Front;
let origin: string;
const bodies: { readonly wasAborted: Promise<void> }[] = [];

beforeAll(async () => {
  front = createFront({
    // Reads the body to its end before it answers, as the real routes do.
    command(request, response) {
      const wasAborted = new Promise<void>((resolve) => request.once('close', () => resolve()));
      bodies.push({ wasAborted });
      request.resume().once('end', () => response.end('done'));
    },
    query(_request, response) {
      // More than the socket's buffers on both ends hold.
      for (let piece = 0; piece < 100; piece += 1) response.write(Buffer.alloc(1024 * 1024));
      response.end();
    },
    health: async () => ({ isReady: true, report: {} }),
    patience: {
      headersTimeout: 60,
      requestTimeout: 120,
      keepAliveTimeout: 60,
      idleTimeout: 200,
      connectionsCheckingInterval: 20,
    },
  });
  front.server.listen(0, '127.0.0.1');
  await once(front.server, 'listening');
  origin = `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`;
});
afterAll(() => front[Symbol.asyncDispose]());

it('one that says nothing is let go', async () => {
  using connection = openRaw(origin);
  await connection.closed();
});

it('one that sends its headers a letter at a time is refused and let go', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /api/cities HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  const drip = setInterval(() => connection.socket.write('a'), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  expect(text).toContain('application/problem+json');
});

it('one that sends its body a letter at a time is refused and let go', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
  const drip = setInterval(() => connection.socket.write(' '), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  await bodies.at(-1)?.wasAborted;
});

it('one that does not read its answer is let go', async () => {
  using connection = openRaw(origin);
  await once(connection.socket, 'connect');
  connection.socket.pause();
  const asked = once(front.server, 'request');
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request] = await asked;
  const near: NodeJS.EventEmitter = request.socket;
  await once(near, 'close');
});

it('one that has been answered and says no more is let go', async () => {
  using connection = openRaw(origin);
  connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(statusesIn(await connection.closed())).toEqual([200]);
});

it('the real limits are neither missing nor endless', async () => {
  await using real = createFront({ health: async () => ({ isReady: true, report: {} }) });
  const { server } = real;
  expect(server.headersTimeout).toBe(15_000);
  expect(server.requestTimeout).toBe(120_000);
  expect(server.keepAliveTimeout).toBe(65_000);
  expect(server.timeout).toBe(120_000);
  expect(server.maxConnections).toBe(10_000);
  // Closing is of what listens.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
