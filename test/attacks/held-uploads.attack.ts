import { connect, type Socket } from 'node:net';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { register, signInAdmin, type Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack, Outcome } from './attack.ts';
import { givenPlace } from './place.ts';
import { inMegabytes, watchMemory } from './process-memory.ts';

const accounts = 10;
/** The declared bytes of each upload; all but the last are sent. */
const bodyBytes = 7_400_000;
/** Bytes by which the service may grow. The bound in `platform/uploads/uploads.ts` is 110 MB for 1,000. */
const growthMost = 150_000_000;

/**
 * Uploads that withhold their last byte, from ten accounts, alternating between an existing location and a made-up
 * one. The size is how many.
 */
export const attack: Attack = { fullSize: 1000, run };

async function run(size: number): Promise<Outcome> {
  await using folder = await createDataFolder();
  // The default limits, except for sign-ups, since one machine makes all of them.
  const environment = { RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '1000' };
  await using server = startProcess({ dataDir: folder.path, environment });
  const origin = await server.ready();
  const admin = await signInAdmin(origin);
  const place = await givenPlace(origin, admin);
  const people: Person[] = [];
  for (let number = 0; number < accounts; number += 1)
    people.push(await register(origin, `holder-${number}`));
  const somebody = await register(origin, 'somebody-else');
  await uploadFor(origin, somebody, place, 0);

  await using memory = watchMemory(server.pid);
  const before = await memory.now();
  const { held, refused, close } = await holdUploads(origin, people, place, size);
  const during = await uploadFor(origin, somebody, place, 1);
  const health = await call(origin, 'GET', '/healthz');
  const growth = memory.peak() - before;
  close();
  return {
    held: during === 201 && health.status === 200 && growth < growthMost,
    facts: [
      `${size} uploads from ${accounts} accounts withheld their last byte: ${held} were waited for, ${refused} refused.`,
      `The service had ${inMegabytes(before)} MB in memory before, and at most ${inMegabytes(growth)} MB more.`,
      `Meanwhile the upload of another person was answered ${during}, /healthz ${health.status}.`,
    ],
  };
}

async function uploadFor(origin: string, { token }: Person, place: string, number: number): Promise<number> {
  const body = { imageData: await pictureOf(number), fileName: 'a.png' };
  return (await call(origin, 'POST', `/api/locations/${place}/photos`, { token, body })).status;
}

const madeUp = '00000000-0000-4000-8000-000000000000';

/** Fulfilled for each upload once it has sent all but its last byte, or was refused. */
async function holdUploads(origin: string, people: readonly Person[], place: string, size: number) {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  const beginning = '{"fileName":"a.png","imageData":"data:image/png;base64,';
  const rest = Buffer.alloc(bodyBytes - beginning.length - 1, 'A');
  const hold = (number: number): Promise<boolean> => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    const { token } = people[number % people.length] ?? { token: '' };
    // Every person uploads to both locations.
    const to = Math.floor(number / people.length) % 2 === 0 ? place : madeUp;
    return new Promise((resolve) => {
      socket.on('error', () => resolve(false)).on('close', () => resolve(false));
      socket.on('data', () => resolve(false));
      socket.write(
        [
          `POST /api/locations/${to}/photos HTTP/1.1`,
          'Host: x',
          'Content-Type: application/json',
          `Content-Length: ${bodyBytes}`,
          `Authorization: Bearer ${token}`,
          '',
          beginning,
        ].join('\r\n'),
      );
      socket.write(rest, () => resolve(!socket.destroyed));
    });
  };
  const outcomes = await Promise.all(Array.from({ length: size }, (_, number) => hold(number)));
  const held = outcomes.filter(Boolean).length;
  return { held, refused: size - held, close: () => sockets.forEach((socket) => socket.destroy()) };
}
