import path from 'node:path';
import { randomUUID } from 'node:crypto';

import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';

import { openEventLog, type EventLog } from '#platform/event-log/index';
import type { ServerToClientEvents } from '#contracts/live';

import type { Bench } from '../bench.ts';
import {
  asAdministrator,
  asNewcomer,
  type Authorization,
  type Call,
  createCaller,
  succeed,
} from '../caller.ts';
import { ms, ratio, type Row } from '../report.ts';
import { median, percentile } from '../times.ts';

const approvals = 300;
/** The last ones also wait for the socket, which collects notifications for up to a second. */
const withSocket = 20;
/** Warm-up approvals, which are not counted. */
const warmUp = 50;

type LiveSocket = Socket<ServerToClientEvents, Record<string, never>>;

/** From sending an approval until the list shows the location, and until a visitor's socket is notified. */
export async function approve(bench: Bench): Promise<Row[]> {
  const { origin } = await bench.server();
  const ids = await submitAll(bench, origin);
  const floors = await floorTimes(bench, ids.length);
  const headers = await asAdministrator(origin);
  using call = createCaller(origin);
  const socket = await connect(origin);
  const listed: number[] = [];
  const notified: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (at % 10 === 0) bench.say(`approve: ${at} of ${ids.length}`);
    const isHeard = at >= ids.length - withSocket;
    const started = performance.now();
    const hearing = isHeard && heardOf(socket, id).then(() => notified.push(performance.now() - started));
    await approveAndSee(call, id, headers);
    listed.push(performance.now() - started);
    await hearing;
  }
  socket.disconnect();
  return [
    row('approve until in the list', listed.slice(warmUp), floors, '3 ms p50'),
    row('approve until told by socket', notified, floors, 'p99 1 s'),
  ];
}

const row = (number: string, ours: readonly number[], floor: readonly number[], design: string): Row => ({
  number,
  ours: `p50 ${ms(median(ours))}, p99 ${ms(percentile(ours, 0.99))}`,
  floor: `p50 ${ms(median(floor))} bare`,
  ratio: ratio(median(ours) / median(floor)),
  design,
});

/** @throws Error if the list does not show it: nobody may get an outdated answer after their own write */
async function approveAndSee(call: Call, id: string, headers: Authorization): Promise<void> {
  const approved = await succeed(
    call(`/api/admin/locations/${id}/approve`, { method: 'POST', headers, body: {} }),
  );
  const position = String(approved.headers['x-event-position']);
  const list = await succeed(call('/api/locations', { headers: { 'X-Min-Position': position } }));
  if (!list.text.includes(id)) throw new Error(`The list does not show ${id} after it was approved`);
}

async function connect(origin: string): Promise<LiveSocket> {
  const socket: LiveSocket = io(origin, { transports: ['websocket'] });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

const heardOf = (socket: LiveSocket, id: string): Promise<void> =>
  new Promise((resolve) => {
    const listen: ServerToClientEvents['changed'] = ({ readModel, ids }) => {
      if (readModel !== 'locations' || !(ids.length === 0 || ids.includes(id))) return;
      socket.off('changed', listen);
      resolve();
    };
    socket.on('changed', listen);
  });

const Created = z.object({ id: z.string() });

/** Submits locations and returns their ids. */
async function submitAll(bench: Bench, origin: string): Promise<string[]> {
  const { cityIds } = await bench.world();
  const headers = await asNewcomer(origin);
  using call = createCaller(origin);
  const ids: string[] = [];
  for (let number = 0; number < approvals; number += 1) {
    const body = {
      name: `Waiting ${number}`,
      description: 'Waits to be approved.',
      cityId: cityIds[number % cityIds.length],
      category: 'nature',
    };
    const { text } = await succeed(call('/api/locations', { method: 'POST', headers, body }));
    ids.push(Created.parse(JSON.parse(text)).id);
  }
  return ids;
}

/** The minimum: two requests to a bare server, and one event appended between them. */
async function floorTimes(bench: Bench, times: number): Promise<number[]> {
  const { origin } = await bench.floor();
  const file = path.join(await bench.folder('approve'), 'events.db');
  await using log = await openEventLog({ path: file, streamPrefix: '' });
  using call = createCaller(origin);
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    await succeed(call('/'));
    await appendApproval(log);
    await succeed(call('/'));
    taken.push(performance.now() - started);
  }
  return taken.slice(warmUp);
}

async function appendApproval(log: EventLog): Promise<void> {
  const [locationId, cityId, actor] = [randomUUID(), randomUUID(), randomUUID()];
  const metadata = { time: new Date().toISOString(), actor, correlationId: actor, causationId: actor };
  const event = { type: 'location-approved.v1', data: { locationId, cityId } } as const;
  await log.append(`location-${locationId}`, 'none', [{ id: randomUUID(), event, metadata }]);
}
