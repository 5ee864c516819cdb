import { randomUUID } from 'node:crypto';

import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import { call, listAll, type Json } from '../harness/http.ts';
import { register, signInAdmin, type Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess, type ServerProcess } from '../harness/server-process.ts';
import { activeOf, startWorld, statesOf, until, type World } from './world.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

let world: World;
let admin: Person;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  admin = await signInAdmin(world.proxy.origin);
  ann = await register(world.proxy.origin, 'ann');
});
afterAll(() => world[Symbol.asyncDispose]());

const post = (path: string, { token }: Person, body: unknown = {}) =>
  call(world.proxy.origin, 'POST', path, { token, body });

async function submitCity(person: Person): Promise<{ id: string; position: bigint | undefined }> {
  const { status, body, position } = await post('/api/cities', person, cityInput());
  expect(status).toBe(201);
  return { id: body.id, position };
}

/** Reads from every query process separately, with the position. */
const fromEach = async (path: string, minPosition: bigint | undefined, token?: string) => {
  const origins = await Promise.all(world.query.map((process) => process.origin()));
  return Promise.all(origins.map((origin) => call(origin, 'GET', path, { minPosition, token })));
};

describe('several processes of each kind', () => {
  test('make one administrator, one log and one set of read models', async () => {
    const user = await call(world.proxy.origin, 'GET', '/api/auth/user', { token: admin.token });
    expect(user.body).toMatchObject({ isAdmin: true });
    for (let turn = 0; turn < 4; turn += 1) {
      const { id, position } = await submitCity(admin);
      const responses = await fromEach(`/api/cities/${id}`, position);
      expect(responses.map(({ status, body }) => [status, body.id])).toEqual([
        [200, id],
        [200, id],
      ]);
    }
  });

  test('answer a repeated key of one process the same way at the other', async () => {
    const origins = await Promise.all(world.command.map((process) => process.origin()));
    const request = { token: ann.token, body: cityInput(), key: randomUUID() };
    const responses = [];
    for (const origin of origins) responses.push(await call(origin, 'POST', '/api/cities', request));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.text).toBe(responses[0]?.text);
  });

  test('send the pending counts over websockets through a proxy without sticky sessions', async () => {
    const sockets = [0, 1].map(() => openSocket(admin.token));
    try {
      const before = await Promise.all(sockets.map((socket) => countsOf(socket)));
      expect(before[0]).toEqual(before[1]);
      const heard = sockets.map((socket) =>
        countsOf(socket, ({ cities }) => cities === before[0].cities + 1),
      );
      await submitCity(ann);
      await Promise.all(heard);
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  });

  test('close the sockets of a session that was closed in another process', async () => {
    const bob = await register(world.proxy.origin, 'bob');
    const sockets = [0, 1].map(() => openSocket(bob.token));
    await Promise.all(sockets.map((socket) => happened(socket, 'connect')));
    const gone = sockets.map((socket) => happened(socket, 'disconnect'));
    expect((await post('/auth/logout', bob)).status).toBeLessThan(300);
    await Promise.all(gone);
    for (const socket of sockets) socket.disconnect();
  });

  test('have separate tasks: a query process refuses commands', async () => {
    const origin = (await world.query[0]?.origin()) ?? '';
    const refused = await call(origin, 'POST', '/api/cities', { token: ann.token, body: cityInput() });
    expect([refused.status, refused.headers.get('Allow'), refused.body.status]).toEqual([
      405,
      'GET, HEAD',
      405,
    ]);
    expect((await call(origin, 'GET', '/auth/session')).status).toBe(404);
    expect((await call(origin, 'GET', '/api/cities')).status).toBe(200);
  });

  test('share photos', async () => {
    const { id } = await submitCity(admin);
    const place = locationInput(id);
    const { body: location } = await post('/api/locations', admin, place);
    const imageData = await pictureOf(7);
    const { body: photo, status } = await post(`/api/locations/${location.id}/photos`, ann, {
      imageData,
      fileName: 'a.png',
    });
    expect(status).toBe(201);
    for (const { status, headers } of await fromEach(photo.url, undefined)) {
      expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    }
  });
});

describe('of the projections', () => {
  test('one writes, and the other stands by', async () => {
    const active = await activeOf(world.projections);
    const other = world.projections.find((runner) => runner !== active);
    expect(new Set(other && (await statesOf(other)))).toEqual(new Set(['standing-by']));
  });

  test('the stand-by takes over from one that hangs, which then becomes the stand-by', async () => {
    const active = await activeOf(world.projections);
    const others = world.projections.filter((runner) => runner !== active);
    process.kill(active.pid, 'SIGSTOP');
    try {
      await activeOf(others);
      const { id, position } = await submitCity(admin);
      // It may have more to process first than a response waits for.
      await until(async () =>
        (await fromEach(`/api/cities/${id}`, position)).every(({ status }) => status === 200),
      );
    } finally {
      process.kill(active.pid, 'SIGCONT');
    }
    await until(async () => (await statesOf(active)).every((state) => state === 'standing-by'));
  });

  test('the stand-by takes over from one that is killed, and then shows what was written meanwhile', async () => {
    const active = await activeOf(world.projections);
    await active.end('SIGKILL');
    // The command is answered although its result cannot be shown yet.
    const name = `City ${randomUUID()}`;
    await post('/api/cities', admin, cityInput({ name }));
    await activeOf(world.projections.filter((runner) => runner !== active));
    for (const origin of await Promise.all(world.query.map((process) => process.origin()))) {
      const shown = await until(async () => {
        const found = await listAll(origin, `/api/cities?search=${encodeURIComponent(name)}`);
        return found.length > 0 && found;
      });
      expect(shown).toHaveLength(1);
    }
  });
});

test('a command process continues alone when the other is killed', async () => {
  const { id } = await submitCity(admin);
  const place = locationInput(id);
  const { body: location } = await post('/api/locations', admin, place);
  const [first, second] = world.command as [ServerProcess, ServerProcess];
  await first.end('SIGKILL');
  const origin = await second.origin();
  world.proxy.setTargets({
    command: [origin],
    query: await Promise.all(world.query.map((process) => process.origin())),
  });
  const deletion = await call(origin, 'DELETE', `/api/cities/${id}`, { token: admin.token });
  expect(deletion.status).toBe(204);
  const seen = { token: admin.token, minPosition: deletion.position };
  for (const query of world.query) {
    const response = await call(await query.origin(), 'GET', `/api/locations/${location.id}`, seen);
    expect(response.status).toBe(404);
  }
});

test('each of them exits with 0 on SIGTERM', async () => {
  const running = [...world.command.slice(1), ...world.query, ...world.projections];
  const endings = await Promise.all(running.map((each) => each.end('SIGTERM')));
  expect(endings.filter(({ signal }) => signal !== 'SIGKILL')).toEqual(
    endings.filter(({ signal }) => signal !== 'SIGKILL').map(() => ({ code: 0, signal: null })),
  );
});

test.each(['command', 'query', 'projections'])(
  'a %s process refuses the stores of one process, and names every other mistake with it',
  async (script) => {
    await using folder = await createEmbeddedFolder();
    await using refused = startProcess({
      dataDir: folder.path,
      script,
      environment: { LOG_LEVEL: 'loud', EVENTSTOREDB_URL: 'http://localhost' },
    });
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    for (const name of ['MONGODB_URL', 'EVENTSTOREDB_URL', 'LOG_LEVEL'])
      expect(refused.said()).toContain(`  ${name}: `);
    expect(refused.said()).not.toContain('    at ');
  },
);

function openSocket(token: string): Socket {
  return io(world.proxy.origin, { auth: { token }, transports: ['websocket'], forceNew: true });
}

const happened = (socket: Socket, name: string) =>
  new Promise<Json>((resolve) => socket.once(name, (value: Json) => resolve(value)));

/** The first pending counts that match. */
const countsOf = (socket: Socket, wanted: (counts: Json) => boolean = () => true) =>
  new Promise<Json>((resolve) => {
    socket.on('pending-counts', ({ position: _, ...counts }: Json) => {
      if (wanted(counts)) resolve(counts);
    });
  });
