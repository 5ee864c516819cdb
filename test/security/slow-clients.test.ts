import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createGateway, type Gateway } from '#apps/gateway/gateway';
import { openRaw, statusesIn } from './raw.ts';

/** Deliberately slow clients: each holds a connection and its memory until it is closed. */

const fail = (error: Error): never => {
  throw error;
};

let gateway: Gateway;
let origin: string;
const bodies: { readonly wasAborted: Promise<void> }[] = [];

beforeAll(async () => {
  gateway = createGateway({
    // Reads the whole body before it answers, like the real routes.
    command(request, response) {
      const wasAborted = new Promise<void>((resolve) => request.once('close', () => resolve()));
      bodies.push({ wasAborted });
      request.resume().once('end', () => response.end('done'));
    },
    query(_request, response) {
      // More than the socket buffers on both ends hold.
      for (let piece = 0; piece < 100; piece += 1) response.write(Buffer.alloc(1024 * 1024));
      response.end();
    },
    health: async () => ({ isReady: true, report: {} }),
    onError: fail,
    timeouts: {
      headersTimeout: 60,
      requestTimeout: 120,
      keepAliveTimeout: 60,
      idleTimeout: 200,
      connectionsCheckingInterval: 20,
    },
  });
  gateway.server.listen(0, '127.0.0.1');
  await once(gateway.server, 'listening');
  origin = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
});
afterAll(() => gateway[Symbol.asyncDispose]());

it('one that sends nothing is disconnected', async () => {
  using connection = openRaw(origin);
  await connection.closed();
});

it('one that sends its headers byte by byte is refused and disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /api/cities HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  const drip = setInterval(() => connection.socket.write('a'), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  expect(text).toContain('application/problem+json');
});

it('one that sends its body byte by byte is refused and disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
  const drip = setInterval(() => connection.socket.write(' '), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  await bodies.at(-1)?.wasAborted;
});

it('one that does not read its answer is disconnected', async () => {
  using connection = openRaw(origin);
  await once(connection.socket, 'connect');
  connection.socket.pause();
  const asked = once(gateway.server, 'request');
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request] = await asked;
  const near: NodeJS.EventEmitter = request.socket;
  await once(near, 'close');
});

it('one that is idle after its answer is disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(statusesIn(await connection.closed())).toEqual([200]);
});

it('the real limits are neither missing nor endless', async () => {
  await using real = createGateway({ health: async () => ({ isReady: true, report: {} }), onError: fail });
  const { server } = real;
  expect(server.headersTimeout).toBe(15_000);
  expect(server.requestTimeout).toBe(120_000);
  expect(server.keepAliveTimeout).toBe(65_000);
  expect(server.timeout).toBe(120_000);
  expect(server.maxConnections).toBe(10_000);
  // Only a listening server can be closed.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
