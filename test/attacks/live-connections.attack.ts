import { connect, type Socket as TcpSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { io } from 'socket.io-client';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { signInAdmin } from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack } from './attack.ts';
import { residentOf } from './server-under-attack.ts';
import { cityInput } from '../harness/inputs.ts';

const handshake = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

/** The message `40` that finishes the handshake of socket.io, masked by zeros. */
const hello = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);
const sharePerNetwork = 500;

interface Raw {
  readonly socket: TcpSocket;
  readonly opened: Promise<void>;
}

function openRaw(origin: string): Raw {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const opened = new Promise<void>((resolve) => {
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
  });
  socket.write(handshake);
  return { socket, opened };
}

/** Opens that many connections, 100 at a time. */
async function openMany(origin: string, count: number, then: (raw: Raw) => void): Promise<Raw[]> {
  const all: Raw[] = [];
  while (all.length < count) {
    const some = Array.from({ length: Math.min(100, count - all.length) }, () => openRaw(origin));
    await Promise.all(some.map(({ opened }) => opened));
    some.forEach(then);
    all.push(...some);
  }
  return all;
}

/** Whether the administrator's socket is accepted and gets the pending counts. */
async function isAdministratorHeard(origin: string, token: string): Promise<boolean> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  try {
    return await new Promise<boolean>((resolve) => {
      socket.on('pending-counts', () => resolve(true));
      socket.on('connect_error', () => resolve(false));
      socket.on('disconnect', () => resolve(false));
    });
  } finally {
    socket.disconnect();
  }
}

const openOf = (raws: readonly Raw[]): number => raws.filter(({ socket }) => !socket.destroyed).length;

/** Waits at most 20 s until at most `most` connections are open. Returns the number of open ones. */
async function openAfterAll(raws: readonly Raw[], most: number): Promise<number> {
  const timeout = AbortSignal.timeout(patience);
  while (openOf(raws) > most && !timeout.aborted) await delay(50);
  return openOf(raws);
}

/** Begins that many connections by polling, and leaves them. */
async function poll(origin: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    const begun = Array.from({ length: Math.min(left, 50) }, async () => {
      const response = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`);
      await response.arrayBuffer();
    });
    await Promise.all(begun);
  }
}

/**
 * One address opens as many connections as it can (the size): first by polling, then without finishing the handshake,
 * then with it. Some of them never read while public changes are sent.
 */
export const attack: Attack = {
  fullSize: 5_000,
  async run(size) {
    await using folder = await createDataFolder();
    await using server = startProcess({ dataDir: folder.path });
    const origin = await server.ready();
    const admin = await signInAdmin(origin);
    const before = await residentOf(server.pid);
    await poll(origin, size);
    const isHeardAmongPolling = await isAdministratorHeard(origin, admin.token);

    const silent = await openMany(origin, size, () => undefined);
    const silentOpen = openOf(silent);
    const heardBetween = await isAdministratorHeard(origin, admin.token);
    const silentLeft = await openAfterAll(silent, 0);
    for (const { socket } of silent) socket.destroy();

    const greeted = await openMany(origin, size, ({ socket }) => socket.write(hello));
    const heardAfter = await isAdministratorHeard(origin, admin.token);
    const deaf = greeted.filter(({ socket }) => !socket.destroyed).slice(0, 300);
    for (const { socket } of deaf) socket.pause();
    for (let change = 0; change < Math.min(200, size); change += 1) {
      await call(origin, 'POST', '/api/cities', { body: cityInput(), token: admin.token });
    }
    const greetedLeft = await openAfterAll(greeted, sharePerNetwork);
    const after = await residentOf(server.pid);
    for (const { socket } of greeted) socket.destroy();

    const isBounded = silentLeft === 0 && greetedLeft <= sharePerNetwork;
    return {
      held: isHeardAmongPolling && heardBetween && heardAfter && isBounded,
      facts: [
        `Of ${size} connections that never said hello, ${silentOpen} were open at the end of the flood, ${silentLeft} a moment later.`,
        `Of ${size} that did, ${greetedLeft} were kept.`,
        `The administrator's socket was ${isHeardAmongPolling && heardBetween && heardAfter ? 'accepted' : 'refused'} throughout.`,
        `Memory: ${before} MB before, ${after} MB after, with ${deaf.length} that did not read and as many as 200 public changes.`,
      ],
    };
  },
};
