import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { streamOf, type Recorded } from '#contracts/events';
import { secondCommandIdOf } from '#command-service/shared/commands';
import { originalName, renditionName } from '#platform/photo-store/index';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { register, signInAdmin } from '../harness/in-process.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { onMongoDb } from '../harness/servers.ts';
import { startProcess, type ServerProcess } from '../harness/server-process.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';
import {
  createWork,
  remember,
  send,
  streamsOf,
  wasAccepted,
  writeUntilGone,
  type Sent,
  type Work,
} from './work.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 2);
const writers = 8;
/** The administrator keeps the password, because comparing it at every start takes time. */
const known = { ADMIN_PASSWORD: '' };

test(
  'no acknowledged write is lost or half done, however often the server is killed',
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    await using folder = await createDataFolder();
    const work = createWork(await signIn(folder));
    let before = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Every second time the server is killed while it starts, with the previous round's events still to process.
      if (round % 2 === 1) await killWhileStarting(folder, round);
      await using server = startProcess({ dataDir: folder.path, environment: known });
      const origin = await server.ready();
      await expectKeptWhole(origin, folder, work, work.sent.slice(before));
      before = work.sent.length;
      await killWhileWriting(server, work, 20 + Math.floor(Math.random() * 100));
    }
    await using server = startProcess({ dataDir: folder.path, environment: known });
    await expectKeptWhole(await server.ready(), folder, work, work.sent.slice(before));
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const events = await folder.events();
    await expectKept(work.sent, events);
    expectWholeAppends(events, work);
    expectWholeMergings(events);
    await expectBytes(folder, events);
    await expectEqualToReplay(folder);
    expectDocumentsAsFolded(await contentsIn(folder), events);
  },
);

async function signIn(folder: DataFolder): Promise<Work['people']> {
  await using server = startProcess({ dataDir: folder.path });
  const origin = await server.ready();
  const people: Work['people'] = [
    await signInAdmin(origin),
    await register(origin, 'ann'),
    await register(origin, 'bob'),
  ];
  await server.end('SIGKILL');
  return people;
}

/** Checks what one round has left behind. */
async function expectKeptWhole(origin: string, folder: DataFolder, work: Work, sent: readonly Sent[]) {
  const events = await folder.events();
  // This comes before any request is repeated.
  expectWholeMergings(events);
  await expectKept(sent, events);
  await expectShown(origin, sent, work, events);
  await expectOnce(origin, folder, work, sent);
}

async function killWhileStarting(folder: DataFolder, round: number): Promise<void> {
  await using server = startProcess({ dataDir: folder.path, environment: known });
  // The server is killed as soon as it listens, or even before.
  if (round % 4 === 1) await server.origin();
  await server.end('SIGKILL');
}

/** Kills the server after that many responses, in the middle of its work. */
async function killWhileWriting(server: ServerProcess, work: Work, responses: number): Promise<void> {
  const origin = await server.origin();
  let left = responses;
  const acknowledged = () => {
    left -= 1;
    if (left === 0) process.kill(server.pid, 'SIGKILL');
  };
  await Promise.all(Array.from({ length: writers }, () => writeUntilGone(work, origin, acknowledged)));
  expect((await server.ended).signal).toBe('SIGKILL');
}

/** Every acknowledged write is in the log, at the position of its response. */
async function expectKept(sent: readonly Sent[], events: readonly Recorded[]): Promise<void> {
  const byPosition = new Map(events.map((event) => [event.position, event]));
  for (const each of sent.filter(wasAccepted)) {
    const event = byPosition.get(each.response?.position ?? -1n);
    const where = `${each.method} ${each.path} answered ${each.response?.status} at ${each.response?.position}`;
    expect(event && lastIn(streamsOf(each), event, events), where).toBeDefined();
    // A repeated decision gets the position of the stream's last event, whatever that is.
    const isNews = each.method === 'POST' && each.name !== undefined;
    if (isNews) expect(event?.type, where).toBe(each.type);
  }
}

/**
 * The event in the stream, or the last event of a later step of the same command: a decision about a merged place also
 * edits the place that stays. A repeated request continues a command whose process died.
 */
const lastIn = (stream: string, event: Recorded, events: readonly Recorded[]): Recorded | undefined =>
  event.stream === stream
    ? event
    : events.findLast(
        ({ stream: its, metadata }) =>
          its === stream && secondCommandIdOf(metadata.causationId) === event.metadata.causationId,
      );

/** The administrator finds it in the history of its city or location, deleted or not. */
async function expectShown(
  origin: string,
  sent: readonly Sent[],
  { people }: Work,
  events: readonly Recorded[],
): Promise<void> {
  const { token } = people[0];
  const byPosition = new Map(events.map((event) => [event.position, event]));
  const byStream = new Map<string, Sent[]>();
  for (const each of sent.filter(wasAccepted)) {
    const stream = streamsOf(each);
    byStream.set(stream, [...(byStream.get(stream) ?? []), each]);
  }
  for (const [stream, writes] of byStream) {
    const [, kind, id] = /^(city|location)-(.*)$/.exec(stream) ?? [];
    if (kind === undefined) continue;
    const history = `/api/admin/${kind === 'city' ? 'cities' : 'locations'}/${id}/history?limit=500`;
    const { status, body } = await call(origin, 'GET', history, { token });
    expect(status, history).toBe(200);
    const positions = (body as { position: string }[]).map(({ position }) => position);
    const theirs = writes.map(({ response }) => {
      const event = byPosition.get(response?.position ?? -1n);
      return String(event && lastIn(stream, event, events)?.position);
    });
    expect(positions).toEqual(expect.arrayContaining(theirs));
  }
}

/**
 * A request that is repeated with its key takes effect once. It gets the original response, or the response that was
 * lost.
 */
async function expectOnce(
  origin: string,
  folder: DataFolder,
  work: Work,
  sent: readonly Sent[],
): Promise<void> {
  const responded = sent.filter((each) => each.key !== undefined && wasAccepted(each)).slice(-10);
  for (const each of responded) {
    const again = await send(each, origin);
    expect({ status: again.status, text: again.text }).toEqual({
      status: each.response?.status,
      text: each.response?.text,
    });
  }
  const pending = sent.filter(({ key, response }) => key !== undefined && response === undefined);
  for (const each of pending) {
    each.response = await send(each, origin);
    // With several processes, the claim of a dead one is released only after some time.
    while (onMongoDb && each.response.body?.code === 'request-running') {
      await delay(Number(each.response.headers.get('Retry-After')) * 1000);
      each.response = await send(each, origin);
    }
    expect(each.response.status, `${each.path}: ${each.response.text}`).toBeLessThan(500);
    expect(each.response.body.code, `${each.path}: whoever had it in hand is dead`).not.toBe(
      'request-running',
    );
    remember(work, each);
    const once = await send(each, origin);
    expect({ status: once.status, text: once.text }).toEqual({
      status: each.response.status,
      text: each.response.text,
    });
  }
  const events = await folder.events();
  for (const { name, response, path: at } of sent) {
    if (name === undefined || response === undefined) continue;
    const made = events.filter(({ data }) => 'name' in data && data.name === name);
    expect(made.length, `${at} ${name}`).toBe(response.status === 201 ? 1 : made.length);
    if (response.status === 201) expect(made[0]?.stream).toContain(response.body.id);
    else expect(made.length, `${at} ${name}`).toBeLessThanOrEqual(1);
  }
}

/** Two events of one append are both in the log, next to each other. */
function expectWholeAppends(events: readonly Recorded[], { people }: Work): void {
  const [admin] = people;
  events.forEach((event, at) => {
    const isSubmission = event.type === 'city-submitted.v1' || event.type === 'location-submitted.v1';
    if (!isSubmission || event.metadata.actor !== admin.id) return;
    const next = events[at + 1];
    expect(next?.stream, `after ${event.stream}`).toBe(event.stream);
    expect(next?.type).toBe(event.type.replace('submitted', 'approved'));
  });
}

/** A place that stays has the values that it took, unless it or its city was closed, or these values were reverted. */
function expectWholeMergings(events: readonly Recorded[]): void {
  const ended = new Set(
    events.flatMap(({ type, data }) => {
      if (type === 'city-deleted.v1') return [data.cityId];
      return type === 'location-deleted.v1' || type === 'location-merged.v1' ? [data.locationId] : [];
    }),
  );
  const edited = new Set(
    events.flatMap(({ type, stream, metadata }) =>
      type === 'location-edited.v1' ? [`${stream} ${metadata.causationId}`] : [],
    ),
  );
  const takenBack = new Set(
    events.flatMap(({ type, metadata }) =>
      type === 'location-parted.v1' || type === 'location-edit-reopened.v1' ? [metadata.causationId] : [],
    ),
  );
  for (const { type, data, metadata } of events) {
    if (type !== 'location-merged.v1' && type !== 'location-edit-approved.v1') continue;
    const second = secondCommandIdOf(metadata.causationId);
    if (takenBack.has(second) || takenBack.has(secondCommandIdOf(second))) continue;
    const { into, taken = {}, cityId } = data;
    if (into === undefined || Object.keys(taken).length === 0 || ended.has(into) || ended.has(cityId))
      continue;
    expect([...edited], `values of ${data.locationId}`).toContain(`${streamOf.location(into)} ${second}`);
  }
}

/** Every photo in the log has its files. */
async function expectBytes(folder: DataFolder, events: readonly Recorded[]): Promise<void> {
  await using photos = await folder.openPhotos();
  for (const { type, data } of events) {
    if (type !== 'photo-added.v1') continue;
    const original = await photos.open(originalName(data.sha256));
    const hash = createHash('sha256');
    for await (const chunk of original?.stream ?? []) hash.update(chunk as Uint8Array);
    expect(hash.digest('hex')).toBe(data.sha256);
    for (const width of data.renditions) {
      expect(await photos.has(renditionName(data.sha256, width)), `${data.photoId} ${width}`).toBe(true);
    }
  }
}
