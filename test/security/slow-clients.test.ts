import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { byService } from '#apps/by-service';
import { createGateway, type Gateway, type Timeouts } from '#platform/gateway/gateway';
import type { UnreadBytes } from '#platform/gateway/slow-clients';
import { openRaw, statusesIn } from './raw.ts';

/** Deliberately slow clients: each holds a connection and its memory until it is closed. */

const fail = (error: Error): never => {
  throw error;
};

let gateway: Gateway;
let origin: string;
const bodies: { readonly wasAborted: Promise<void> }[] = [];
/** The paths that the query service was given. */
const queries: string[] = [];
/** Fulfilled by `respondLater`, which lets the responses to `/later` end. */
let later: Promise<void>;
let respondLater: () => void;
beforeEach(() => {
  queries.length = 0;
  later = new Promise((resolve) => (respondLater = resolve));
});

beforeAll(async () => {
  gateway = createGateway({
    handler: byService({
      // Reads the whole body before it answers, like the real routes.
      command(request, response) {
        const wasAborted = new Promise<void>((resolve) => request.once('close', () => resolve()));
        bodies.push({ wasAborted });
        request.resume().once('end', () => response.end('done'));
      },
      query(request, response) {
        queries.push(request.url ?? '');
        if (request.url === '/small') return void response.end('small');
        if (request.url === '/later') return void later.then(() => response.end('later'));
        // More than the socket buffers on both ends hold.
        for (let piece = 0; piece < 100; piece += 1) response.write(Buffer.alloc(1024 * 1024));
        response.end();
      },
    }),
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

it('a client that sends nothing is disconnected', async () => {
  using connection = openRaw(origin);
  await connection.closed();
});

it('a client that sends its headers byte by byte is refused and disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /api/cities HTTP/1.1\r\nHost: x\r\nX-Slow: a');
  const drip = setInterval(() => connection.socket.write('a'), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  expect(text).toContain('application/problem+json');
});

it('a client that reads only after sending its whole body gets the reason of its refusal', async () => {
  using connection = openRaw(origin);
  const { socket } = connection;
  const [near]: Socket[] = await once(gateway.server, 'connection');
  socket.pause().write('POST / HTTP/1.1\r\nno header\r\n\r\n');
  await once(near as Socket, 'finish');
  for (let piece = 0; piece < 10; piece += 1)
    await new Promise<void>((resolve, reject) =>
      socket.write('a', (error) => (error instanceof Error ? reject(error) : resolve())),
    );
  socket.resume();
  expect(statusesIn(await connection.closed())).toEqual([400]);
});

it('a client that keeps sending after a refusal is disconnected', async () => {
  using connection = openRaw(origin);
  const { socket } = connection;
  const [near]: Socket[] = await once(gateway.server, 'connection');
  socket.pause().write('POST / HTTP/1.1\r\nno header\r\n\r\n');
  await once(near as Socket, 'finish');
  socket.write(Buffer.alloc(20_000_000));
  await once(near as Socket, 'close');
  expect(near?.bytesRead).toBeLessThan(5_000_000);
});

it('a client that sends its body byte by byte is refused and disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
  const drip = setInterval(() => connection.socket.write(' '), 10);
  const text = await connection.closed();
  clearInterval(drip);
  expect(statusesIn(text)).toEqual([408]);
  await bodies.at(-1)?.wasAborted;
});

it('a client that does not read its answer is disconnected', async () => {
  using connection = openRaw(origin);
  await once(connection.socket, 'connect');
  connection.socket.pause();
  const asked = once(gateway.server, 'request');
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request] = await asked;
  const near: NodeJS.EventEmitter = request.socket;
  await once(near, 'close');
});

/** More than the system's buffers on both ends hold. All its responses share these bytes. */
const large = Buffer.alloc(30_000_000);

/** A gateway that answers everything with `large`. The request's header X-Network names its network. */
async function startLarge(timeouts: Partial<Timeouts>, unreadBytes?: UnreadBytes) {
  let responded = 0;
  const started = createGateway({
    handler(_request, response) {
      responded += 1;
      response.end(large);
    },
    health: async () => ({ isReady: true, report: {} }),
    onError: fail,
    networkOf: ({ headers }) => String(headers['x-network']),
    timeouts: { unreadCheckingInterval: 20, ...timeouts },
    ...(unreadBytes && { unreadBytes }),
  });
  const { server } = started;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    responded: () => responded,
    /** Requests a response, and reads its beginning only. */
    async open(network: string) {
      const connected = once(server, 'connection');
      const connection = openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const [near] = await connected;
      connection.socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Network: ${network}\r\n\r\n`);
      await connection.until(/200 OK/);
      connection.socket.pause();
      const cut: NodeJS.EventEmitter & { readonly destroyed: boolean } = near;
      const closed = new Promise<void>((resolve) => cut.once('close', resolve));
      return { ...connection, isCut: () => cut.destroyed, cut: closed };
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

it('a client that does not read its answer but keeps sending is disconnected', async () => {
  await using world = await startLarge({ unreadTimeout: 200, idleTimeout: 100 });
  using connection = await world.open('a');
  connection.socket.write('GET / HTTP/1.1\r\nX-Slow: a');
  const drip = setInterval(() => connection.socket.write('a'), 10);
  await connection.cut;
  clearInterval(drip);
});

it('a client that reads slowly gets all of its answer', async () => {
  await using world = await startLarge({ unreadTimeout: 500 });
  using connection = await world.open('a');
  const { socket } = connection;
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  socket.resume();
  await expect.poll(() => connection.text().length, { timeout: 30_000 }).toBeGreaterThan(large.length);
});

it('the longest idle readers are disconnected when too many bytes wait for a network', async () => {
  await using world = await startLarge({}, { all: 200_000_000, ofNetwork: 50_000_000 });
  using first = await world.open('a');
  using other = await world.open('b');
  using second = await world.open('a');
  await first.cut;
  expect([other.isCut(), second.isCut()]).toEqual([false, false]);
});

it('the longest idle readers are disconnected when too many bytes wait in total', async () => {
  await using world = await startLarge({}, { all: 80_000_000, ofNetwork: 50_000_000 });
  using first = await world.open('a');
  using second = await world.open('b');
  using third = await world.open('c');
  await first.cut;
  expect([second.isCut(), third.isCut()]).toEqual([false, false]);
});

it('a client that sends requests in a row gets one answer at a time, in order', async () => {
  using connection = openRaw(origin);
  const arrived = once(gateway.server, 'request');
  const paths = ['/later', '/small', '/small', '/later', '/small'];
  connection.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  await arrived;
  expect(queries).toEqual(['/later']);
  respondLater();
  await connection.until(/later[^]*small[^]*small[^]*later[^]*small$/);
  expect(queries).toEqual(paths);
});

it('a client that sends many requests in a row is disconnected, and only the first one is started', async () => {
  await using world = await startLarge({ unreadTimeout: 600_000 });
  using connection = await world.open('a');
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
  await connection.cut;
  expect(world.responded()).toBe(1);
});

it('a client that is idle after its answer is disconnected', async () => {
  using connection = openRaw(origin);
  connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(statusesIn(await connection.closed())).toEqual([200]);
});

it('the real limits all exist and are finite', async () => {
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
