import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, expect, test } from 'vitest';

import { checkFile } from '#apps/operator/verify-command';

import { cityDocument, time } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

const home = cityDocument(1);
const path = `/api/admin/cities/${home.id}/evidence`;
const many = 10_000;

const metadata = { time: time(1), actor: 'admin', correlationId: 'a', causationId: 'b' };
const append = ({ events }: TestService, cityId: string, count: number) =>
  events.append(
    `city-${cityId}`,
    'none',
    Array.from({ length: count }, () => ({
      id: randomUUID(),
      event: { type: 'city-approved.v1', data: { cityId } },
      metadata,
    })),
  );

/** A service with a city of many events. */
const service = await startService();
await service.commit({ places: { cities: [home] } });
await append(service, home.id, many);
const { token } = await service.signIn({ isAdmin: true });
afterAll(() => service[Symbol.asyncDispose]());

test('a stream of 10,000 events is sent in pieces, and every event is proved', async () => {
  const response = await service.get(path, { token });
  expect(response.headers.get('Content-Length')).toBeNull();
  const file = checkFile(Buffer.from(await response.arrayBuffer()));
  expect(file.events).toHaveLength(many);
  expect(file.treeHead.size).toBe(many);
});

test('events appended while it is sent are not in it, and a client that disconnects is sent nothing more', async () => {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'data');
  socket.pause();
  await append(service, 'later', 1);
  const gone = connect(Number(port), hostname);
  gone.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await once(gone, 'data');
  gone.destroy();
  socket.resume();
  await once(socket, 'close');
  const whole = Buffer.concat(parts).toString();
  expect(whole).toContain(`"treeHead":{"size":${many},`);
  expect((await service.get('/api/stats')).status).toBe(200);
  expect(service.errors).toEqual([]);
});
