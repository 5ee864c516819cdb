import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { Server } from 'engine.io';
import { expect, test } from 'vitest';

import type { Connection, Engine } from './connection.ts';
import { disconnectSlowReaders, limitMessages } from './client-limits.ts';

const handshake = [
  'GET /engine.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

/** A masked text frame with this one letter, which is the type of an engine.io packet. */
const packet = (letter: string) => Buffer.from([0x81, 0x81, 0, 0, 0, 0, letter.charCodeAt(0)]);
const [pong, message] = [packet('3'), packet('4')];

/** `limited`: whether messages are counted. */
async function open({ limited = false } = {}) {
  const server = createServer();
  const engine = new Server({ transports: ['websocket'] });
  engine.attach(server);
  let now = 0;
  const watched = engine as unknown as Engine;
  const slowReaders = disconnectSlowReaders({ engine: watched, clock: () => now });
  const messages = limited ? limitMessages(watched, () => now) : undefined;
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    messages,
    /** Runs a check that many milliseconds later. */
    look: (later: number) => {
      now += later;
      slowReaders.check();
    },
    client: async () => {
      const opened = new Promise<Connection & { send(text: string): void }>((resolve) => {
        engine.once('connection', (connection) => resolve(connection as never));
      });
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      clients.push(socket);
      socket.write(handshake);
      const connection = await opened;
      const closed = new Promise<string>((resolve) => connection.on('close', () => resolve('closed')));
      return { socket, connection, closed };
    },
    async [Symbol.asyncDispose]() {
      slowReaders[Symbol.dispose]();
      for (const client of clients) client.destroy();
      engine.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends until the system's buffers are full and some data waits. */
async function fill({ connection }: { connection: Connection & { send(text: string): void } }) {
  const piece = 'x'.repeat(100_000);
  while (connection.transport.socket?.bufferedAmount === 0) {
    connection.send(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('disconnects a client that reads nothing for 15 s, even if it sends messages', async () => {
  await using world = await open();
  const client = await world.client();
  client.socket.pause();
  await fill(client);
  let isClosed = false;
  void client.closed.then(() => (isClosed = true));
  world.look(0);
  for (let second = 1; second < 15; second += 1) {
    client.socket.write(pong);
    await new Promise((resolve) => setImmediate(resolve));
    world.look(1000);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  world.look(1000);
  expect(await client.closed).toBe('closed');
});

test('keeps the connection of a client that reads again', async () => {
  await using world = await open();
  const client = await world.client();
  client.socket.pause();
  await fill(client);
  world.look(0);
  world.look(14_000);
  client.socket.resume();
  await expect.poll(() => client.connection.transport.socket?.bufferedAmount).toBe(0);
  world.look(5000);
  world.look(15_000);
  client.connection.send('still here');
  await new Promise((resolve) => client.socket.once('data', resolve));
});

test('limits the data that waits for one client', async () => {
  await using world = await open();
  const client = await world.client();
  client.socket.pause();
  await fill(client);
  for (let count = 0; count < 3; count += 1) client.connection.send('x'.repeat(100_000));
  world.look(0);
  expect(await client.closed).toBe('closed');
});

test('disconnects a visitor who sends more messages than any client, but not yet a moderator', async () => {
  await using world = await open({ limited: true });
  const [visitor, moderator] = [await world.client(), await world.client()];
  world.messages?.allowModerator(moderator.connection);
  const closed: string[] = [];
  void visitor.closed.then(() => closed.push('visitor'));
  void moderator.closed.then(() => closed.push('moderator'));
  for (let sent = 0; sent < 9; sent += 1)
    for (const { socket } of [moderator, visitor]) socket.write(message);
  await expect.poll(() => closed, { timeout: 5000 }).toEqual(['visitor']);
});
