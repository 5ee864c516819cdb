import { connect, type Socket } from 'node:net';

import sharp from 'sharp';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { signInAdmin } from '../harness/in-process.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack, Outcome } from './attack.ts';
import { givenPlace } from './place.ts';
import { inMegabytes, watchMemory } from './process-memory.ts';
import { watchHealth } from './server-under-attack.ts';

const photos = 20;
/** Requests that one connection sends at once. */
const inARow = 120;
/** Bytes by which the service may grow. */
const growthMost = 200_000_000;

/**
 * Unread responses with 20 pictures each, every one with its own cursor, so that none is shared: first 120 requests in
 * a row on one connection, then one request on each of many connections, each from its own network. The size is the
 * number of connections.
 */
export const attack: Attack = { fullSize: 200, run };

async function run(size: number): Promise<Outcome> {
  await using folder = await createDataFolder();
  await using server = startProcess({ dataDir: folder.path, environment: { TRUST_PROXY: '1' } });
  const origin = await server.ready();
  const admin = await signInAdmin(origin);
  const place = await givenPlace(origin, admin);
  const path = `/api/locations/${place}/photos`;
  for (let number = 0; number < photos; number += 1) {
    const body = { imageData: await noise(number), fileName: 'a.jpg' };
    await call(origin, 'POST', path, { token: admin.token, body });
  }
  const whole = await call(origin, 'GET', path);

  await using memory = watchMemory(server.pid);
  const before = await memory.now();
  const health = watchHealth(origin);
  const attacker = createAttacker(origin, path);
  const row = await attacker.send(inARow);
  const many = await Promise.all(Array.from({ length: size }, () => attacker.send(1)));
  const visitor = await call(origin, 'GET', `${path}?imageData=omit`);
  const worst = (await health.stop()).at(-1) ?? Infinity;
  const growth = memory.peak() - before;
  attacker.close();
  const statuses = [200, 429].map((status) => many.filter((each) => each === status).length);
  return {
    held: growth < growthMost && whole.body.length === photos && visitor.status === 200,
    facts: [
      `An answer with ${photos} pictures inside was ${inMegabytes(whole.text.length)} MB.`,
      `${inARow} requests in a row on one connection: ${row ?? 'closed without an answer'}.`,
      `${size} connections that do not read: 200 to ${statuses[0]}, 429 to ${statuses[1]}.`,
      `The service had ${inMegabytes(before)} MB in memory before, and at most ${inMegabytes(growth)} MB more.`,
      `Meanwhile a visitor's page was answered ${visitor.status}, /healthz after at most ${Math.round(worst)} ms.`,
    ],
  };
}

/** A picture that compresses badly, as a data URL. */
async function noise(number: number): Promise<string> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const background = { r: number, g: 9, b: 9 };
  const picture = sharp({ create: { width: 750, height: 562, channels: 3, background, noise: grain } });
  return `data:image/jpeg;base64,${(await picture.jpeg().toBuffer()).toString('base64')}`;
}

function createAttacker(origin: string, path: string) {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  let sent = 0;
  const request = (from: number): string => {
    const cursor = Buffer.from(JSON.stringify(['photos', sent / 1e6 - 1, place])).toString('base64url');
    sent += 1;
    const address = `10.0.${from >> 8}.${from & 255}`;
    return `GET ${path}?cursor=${cursor} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  };
  const place = path.split('/')[3];
  return {
    /** Sends requests on a new connection and reads only the first bytes; gives the status, if there is a response. */
    send: (count: number): Promise<number | undefined> => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.write(Array.from({ length: count }, () => request(sockets.length)).join(''));
      return new Promise((resolve) => {
        socket.on('error', () => resolve(undefined)).on('close', () => resolve(undefined));
        socket.once('data', (bytes: Buffer) => {
          socket.pause();
          resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]));
        });
      });
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
