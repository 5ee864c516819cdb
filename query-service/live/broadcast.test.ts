import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { Server } from 'socket.io';
import { io as connectTo, type Socket } from 'socket.io-client';
import { afterEach, expect, test, vi } from 'vitest';

import type { Changed, ServerToClientEvents } from '#contracts/live';

import { createBroadcast, throttleChanges } from './broadcast.ts';
import type { Engine } from '#platform/live/connection';
import type { LiveServer, LiveSocket } from './socket.ts';
import { end } from './socket.ts';

afterEach(() => void vi.useRealTimers());

/** A server with real sockets; each records what it receives. */
async function open(count: number) {
  const server = createServer();
  const io: LiveServer = new Server(server, { transports: ['websocket'] });
  const broadcast = createBroadcast(io, io.engine as unknown as Engine);
  const onServer: LiveSocket[] = [];
  io.on('connection', (socket) => {
    broadcast.add(socket);
    onServer.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients = await Promise.all(Array.from({ length: count }, () => connect(port)));
  return {
    broadcast,
    clients,
    onServer,
    async [Symbol.asyncDispose]() {
      for (const { socket } of clients) socket.close();
      await io.close();
    },
  };
}

async function connect(port: number) {
  const socket: Socket<ServerToClientEvents> = connectTo(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  const heard: Changed[] = [];
  let waiting: (() => void) | undefined;
  socket.on('changed', (message) => {
    heard.push(message);
    waiting?.();
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  /** Waits for the message of that position. */
  const hears = (position: string) =>
    new Promise<void>((resolve) => {
      waiting = () => {
        if (heard.some((message) => message.position === position)) resolve();
      };
      waiting();
    });
  return { socket, heard, hears };
}

const changed = (readModel: Changed['readModel'], position: string): Changed => ({
  readModel,
  ids: ['a'],
  position,
});

test('every socket receives every message once and in order, and requests are answered in between', async () => {
  await using world = await open(150);
  const [ended, ...others] = world.clients;
  const first = world.onServer.find(({ id }) => id === ended?.socket.id);
  if (first !== undefined) end(first);
  const messages = [changed('stats', '1'), changed('locations', '2'), changed('trending', '3')];
  let immediates = 0;
  const count = () => {
    immediates += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await world.broadcast.send(messages);
  clearImmediate(next);
  expect(immediates).toBeGreaterThan(50);
  await Promise.all(others.map(({ hears }) => hears('3')));
  for (const { heard } of others) expect(heard).toEqual(messages);
  expect(ended?.heard).toEqual([]);
});

test('a socket receives the first change at once, and the others as one message after a period', async () => {
  await using world = await open(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = (error: unknown) => {
    throw error;
  };
  let sending = Promise.resolve();
  const send = (messages: readonly Changed[]) => (sending = world.broadcast.send(messages));
  using throttle = throttleChanges(send, 1000, failed);
  throttle.add([changed('locations', '1')]);
  await Promise.all(world.clients.map(({ hears }) => hears('1')));
  for (let position = 2; position <= 50; position += 1)
    throttle.add([changed('locations', String(position))]);
  await sending;
  await nextTurn();
  vi.advanceTimersByTime(999);
  // A message sent now would arrive before the message of this round trip.
  await world.broadcast.send([changed('stats', 'fence')]);
  await Promise.all(world.clients.map(({ hears }) => hears('fence')));
  for (const { heard } of world.clients)
    expect(heard.map(({ position }) => position)).toEqual(['1', 'fence']);
  vi.advanceTimersByTime(1);
  await Promise.all(world.clients.map(({ hears }) => hears('50')));
  for (const { heard } of world.clients) {
    expect(heard.map(({ position }) => position)).toEqual(['1', 'fence', '50']);
  }
});
