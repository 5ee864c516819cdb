import { Agent } from 'node:http';

import { io, Manager, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Changed, Decided, PendingCounts, ServerToClientEvents } from '#contracts/live';

import { places } from '#contracts/read-models';
import { type Document } from '#platform/read-store/index';

import {
  cityDocument,
  editDocument,
  historyDocument,
  id,
  locationDocument,
  photoDocument,
  submitterId,
  time,
} from '../testing/documents.ts';
import { startService, type Commit, type TestService } from '../testing/service.ts';

let service: TestService;
let admin: { token: string; userId: string; sid: string };
let submitter: { token: string; sid: string };

beforeAll(async () => {
  service = await startService();
  admin = await service.signIn({ isAdmin: true });
  submitter = await service.signIn({ userId: submitterId });
});
afterAll(() => service[Symbol.asyncDispose]());

type Heard =
  | { readonly event: 'changed'; readonly value: Changed }
  | { readonly event: 'decided'; readonly value: Decided }
  | { readonly event: 'pending-counts'; readonly value: PendingCounts };

interface ConnectOptions {
  readonly token?: string;
  readonly cookie?: string;
  readonly origin?: string;
  readonly to?: TestService;
}

async function connect({ token, cookie, origin, to = service }: ConnectOptions = {}) {
  const socket: Socket<ServerToClientEvents> = io(to.origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { ...(cookie ? { Cookie: cookie } : {}), ...(origin ? { Origin: origin } : {}) },
  });
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, value: unknown) => {
    // The cast: the server sends these three events; each test checks the values.
    heard.push({ event, value } as Heard);
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return {
    socket,
    heard,
    /** Waits for an event of that name whose value satisfies `passes`. */
    hears: (event: Heard['event'], passes: (value: never) => boolean = () => true) =>
      new Promise<Heard['value']>((resolve) => {
        const look = () => {
          const found = heard.find((each) => each.event === event && passes(each.value as never));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found.value);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.dispose]: () => void socket.disconnect(),
  };
}

let fence = 5000;
/** Makes a public change and waits until all these clients have received it, and so all changes before it. */
async function everyoneHears(...clients: { hears: Awaited<ReturnType<typeof connect>>['hears'] }[]) {
  const marker = id((fence += 1));
  await service.commit({ places: { cities: [cityDocument(fence)] } });
  for (const { hears } of clients) {
    await hears('changed', ({ readModel, ids }: Changed) => readModel === 'cities' && ids.includes(marker));
  }
}

const changed = <D extends Document>(document: D, values: Partial<D>): D => ({ ...document, ...values });

const idsTold = ({ heard }: { heard: Heard[] }, readModel: string): string[] =>
  heard.flatMap(({ event, value }) =>
    event === 'changed' && value.readModel === readModel ? value.ids : [],
  );

describe('changed', () => {
  test('names items that are or were public, and nothing pending', async () => {
    const approved = cityDocument(1);
    const waiting = cityDocument(2, { status: 'pending', revision: 0 });
    const place = locationDocument(3, approved.id);
    const early = locationDocument(4, approved.id, { status: 'pending', approved: 0 });
    const ended = locationDocument(5, approved.id);
    await service.commit({ places: { cities: [approved], locations: [ended] } });
    using visitor = await connect();
    await service.commit({
      places: {
        cities: [{ ...approved, locationCount: 1 }, waiting],
        locations: [place, early, changed(ended, { status: 'deleted', isApproved: false })],
        photos: [photoDocument(6, place.id), photoDocument(7, early.id), photoDocument(8, ended.id)],
      },
    });
    await everyoneHears(visitor);
    const ids = (readModel: string) => idsTold(visitor, readModel);
    expect(ids('cities').toSorted()).toEqual([approved.id, id(fence)]);
    expect(ids('locations').toSorted()).toEqual([place.id, ended.id]);
    expect(ids('photos').toSorted()).toEqual([id(6), id(8)]);
    expect(ids('trending')).toEqual([place.id]);
    expect(ids('stats')).toEqual([]);
  });

  test('is not sent for changes that the public does not see', async () => {
    const city = cityDocument(50);
    const place = locationDocument(51, city.id);
    const waiting = cityDocument(52, { status: 'pending', revision: 0 });
    const early = locationDocument(53, waiting.id, { status: 'pending', approved: 0 });
    await service.commit({ places: { cities: [city, waiting], locations: [place, early] } });
    using visitor = await connect();
    await everyoneHears(visitor);
    const before = visitor.heard.length;

    const commits: Commit[] = [
      // A registration changes no read model but moves the log's head; a contribution changes one.
      { places: { people: [{ id: id(54), lastAt: time(5) } as Document] } },
      { places: { cities: [cityDocument(55, { status: 'pending', revision: 0 })] } },
      // A pending edit changes its location's revision.
      { places: { locations: [changed(place, { revision: 7 })], edits: [editDocument(56, place)] } },
      { places: { cities: [changed(waiting, { status: 'rejected', revision: 1 })] } },
      { places: { locations: [changed(early, { status: 'rejected', revision: 1 })] } },
      // The location was approved once and is edited while hidden.
      { places: { locations: [changed(early, { approved: 5, name: 'Other', revision: 2 })] } },
      { places: { photos: [photoDocument(57, early.id)] } },
    ];
    for (const commit of commits) await service.commit(commit);
    const marked = id(fence + 1);
    await everyoneHears(visitor);
    const told = visitor.heard.slice(before);
    expect(told.map(({ event, value }) => [event, 'ids' in value && value.ids])).toEqual([
      ['changed', []],
      ['changed', [marked]],
    ]);
  });

  test('names items that were public until this change', async () => {
    const city = cityDocument(60);
    const place = locationDocument(61, city.id);
    await service.commit({
      places: { cities: [city], locations: [place], photos: [photoDocument(62, place.id)] },
    });
    using visitor = await connect();
    await service.commit({
      places: {
        locations: [changed(place, { status: 'rejected', isApproved: false })],
        photos: [photoDocument(62, place.id)],
      },
    });
    await visitor.hears('changed', ({ readModel }: Changed) => readModel === 'photos');
    expect(idsTold(visitor, 'locations')).toEqual([place.id]);
    expect(idsTold(visitor, 'photos')).toEqual([id(62)]);
  });

  test('names a location that was moved from an approved city to a closed one', async () => {
    const open = cityDocument(63, { locationCount: 1 });
    const closed = cityDocument(64, { status: 'pending', closed: true, locationCount: 1 });
    const place = locationDocument(65, open.id);
    const hidden = locationDocument(66, closed.id);
    await service.commit({ places: { cities: [open, closed], locations: [place, hidden] } });
    using visitor = await connect();
    await everyoneHears(visitor);
    const before = visitor.heard.length;
    await service.commit({ places: { cities: [closed], locations: [changed(hidden, { photoCount: 1 })] } });
    await everyoneHears(visitor);
    await service.commit({
      places: {
        cities: [changed(open, { locationCount: 0 }), changed(closed, { locationCount: 2 })],
        locations: [changed(place, { cityId: closed.id })],
      },
    });
    await everyoneHears(visitor);
    expect(idsTold({ heard: visitor.heard.slice(before) }, 'locations')).toEqual([place.id]);
  });

  test('names nothing of a closed city, also if a public city has changed in the same commit', async () => {
    const open = cityDocument(67);
    const closed = cityDocument(68, { status: 'pending', closed: true, locationCount: 1 });
    const hidden = locationDocument(69, closed.id);
    await service.commit({
      places: { cities: [open, closed], locations: [hidden], photos: [photoDocument(70, hidden.id)] },
    });
    using visitor = await connect();
    await everyoneHears(visitor);
    const before = visitor.heard.length;
    await service.commit({
      places: {
        cities: [changed(open, { name: 'Renamed' }), changed(closed, { photoCount: 1 })],
        locations: [changed(hidden, { photoCount: 1 })],
        photos: [changed(photoDocument(70, hidden.id), { caption: 'Dawn' })],
      },
    });
    await everyoneHears(visitor);
    const told = { heard: visitor.heard.slice(before) };
    expect(idsTold(told, 'cities')).toContain(open.id);
    expect([idsTold(told, 'locations'), idsTold(told, 'photos')]).toEqual([[], []]);
  });

  test('covers everything after a rebuild', async () => {
    using visitor = await connect();
    const position = service.append();
    const rebuild = await service.readStore.rebuild(places);
    await rebuild.generation.commit({ puts: [], deletes: [] }, { logId: id(1), position });
    await rebuild.swap();
    for (const readModel of ['cities', 'locations', 'photos', 'trending', 'stats']) {
      await visitor.hears(
        'changed',
        (value: Changed) => value.readModel === readModel && value.ids.length === 0,
      );
    }
  });
});

describe('pending-counts', () => {
  test('accept only the cookie that a sibling domain cannot set, under https', async () => {
    await using secure = await startService({ publicOrigin: 'https://lightfall.test' });
    const { token } = await secure.signIn({ isAdmin: true });
    using planted = await connect({ to: secure, cookie: `lightfall_session=${token}` });
    using own = await connect({ to: secure, cookie: `__Host-lightfall_session=${token}` });
    await own.hears('pending-counts');
    await secure.commit({ places: { cities: [cityDocument(80)] } });
    await planted.hears('changed');
    expect(planted.heard.every(({ event }) => event === 'changed')).toBe(true);
  });

  test('stop when the access token expires, unless it was renewed', async () => {
    let now = Date.now();
    await using timed = await startService({ clock: () => now });
    const signedIn = await timed.signIn({ isAdmin: true });
    const session = await timed.records.sessions.get(signedIn.sid, now);
    if (session === undefined) throw new Error('There is no session');
    const until = (accessExpire: number) =>
      timed.records.sessions.put({
        ...session,
        expire: now + 3_600_000,
        sess: { ...session.sess, accessExpire },
      });
    await until(now + 50);
    using moderator = await connect({ to: timed, token: signedIn.token });
    await moderator.hears('pending-counts');
    const closed = new Promise((resolve) => moderator.socket.on('disconnect', resolve));
    now += 100;
    expect(await closed).toBe('transport close');
    using visitor = await connect({ to: timed, token: signedIn.token });
    await timed.commit({ places: { cities: [cityDocument(81)] } });
    await visitor.hears('changed');
    expect(visitor.heard.every(({ event }) => event === 'changed')).toBe(true);
  });
});

test('stop for a session that was closed while the records did not respond, once they do', async () => {
  let fail: (error: Error) => void = () => undefined;
  let isAvailable = true;
  let pings = 0;
  await using failing = await startService({
    wrapRecords: (records) => ({
      ...records,
      async ping() {
        pings += 1;
        if (!isAvailable) throw new Error('The records do not answer');
      },
      sessions: {
        ...records.sessions,
        async *ended(signal) {
          const failure = new Promise<never>((_, reject) => (fail = reject));
          const feed = records.sessions.ended(signal)[Symbol.asyncIterator]();
          for (;;) {
            const next = await Promise.race([feed.next(), failure]);
            if (next.done === true) return;
            if (isAvailable) yield next.value;
          }
        },
      },
    }),
  });
  const person = await failing.signIn();
  using socket = await connect({ to: failing, token: person.token });
  const closed = new Promise((resolve) => socket.socket.on('disconnect', resolve));
  isAvailable = false;
  fail(new Error('The records do not answer'));
  await failing.records.sessions.delete(person.sid);
  await expect.poll(() => pings).toBeGreaterThan(1);
  expect(socket.socket.connected).toBe(true);
  isAvailable = true;
  expect(await closed).toBe('transport close');
});

describe('decided', () => {
  const place = locationDocument(20, id(1));

  test('is sent once, only to the submitter, when somebody else decided', async () => {
    using mine = await connect(submitter);
    using second = await connect(submitter);
    using others = await connect(admin);
    const edit = editDocument(21, place, {
      status: 'rejected',
      waiting: false,
      reviewedBy: admin.userId,
      reviewedAt: time(3),
    });
    await service.commit({
      places: { cities: [cityDocument(22)], locations: [place], edits: [edit, editDocument(23, place)] },
      history: {
        events: [
          historyDocument(31, `city:${id(22)}`, { type: 'city-submitted.v1' }),
          historyDocument(32, `city:${id(22)}`, { type: 'city-approved.v1', actor: admin.userId }),
          historyDocument(33, `location:${place.id}`, {
            type: 'location-rejected.v1',
            actor: 'system',
            reason: 'Blurred',
          }),
          historyDocument(34, `location:${place.id}`, {
            type: 'location-edit-rejected.v1',
            subject: edit.id,
            actor: admin.userId,
            time: time(3),
            reason: 'No',
            position: 1,
          }),
          historyDocument(35, `location:${place.id}`, { type: 'location-approved.v1', actor: submitterId }),
          historyDocument(37, `city:${id(1)}`, { type: 'city-deleted.v1', actor: submitterId, position: 1 }),
          historyDocument(36, `city:${id(22)}`, { type: 'city-edited.v1', actor: admin.userId }),
        ],
      },
    });
    for (const socket of [mine, second]) {
      await socket.hears('decided', ({ entityType }: Decided) => entityType === 'edit');
    }
    await everyoneHears(mine, second, others);
    const decided = mine.heard.flatMap(({ event, value }) => (event === 'decided' ? [value] : []));
    expect(decided).toHaveLength(3);
    expect(decided).toEqual(
      expect.arrayContaining([
        { entityType: 'city', entityId: id(22), status: 'approved', reason: null },
        { entityType: 'location', entityId: place.id, status: 'rejected', reason: 'Blurred' },
        { entityType: 'edit', entityId: edit.id, status: 'rejected', reason: 'No' },
      ]),
    );
    expect(others.heard.some(({ event }) => event === 'decided')).toBe(false);
    using again = await connect(submitter);
    await everyoneHears(again);
    expect(again.heard.some(({ event }) => event === 'decided')).toBe(false);
  });
});

test('is sent to the submitter of a waiting place when it is merged, and when that is undone', async () => {
  using mine = await connect(submitter);
  const [waiting, approved] = [
    locationDocument(70, id(1), { status: 'deleted', decision: 'pending' }),
    locationDocument(71, id(1), { status: 'deleted', decision: 'approved' }),
  ];
  const merging = (number: number, { id }: typeof waiting, end: 'merged' | 'parted') =>
    historyDocument(number, `location:${id}`, {
      type: `location-${end}.v1`,
      actor: admin.userId,
      position: 1,
    });
  await service.commit({
    places: { locations: [waiting, approved] },
    history: {
      events: [
        merging(72, approved, 'merged'),
        merging(73, waiting, 'merged'),
        merging(74, waiting, 'parted'),
      ],
    },
  });
  await mine.hears('decided', ({ status }: Decided) => status === 'pending');
  await everyoneHears(mine);
  const ofPlace = { entityType: 'location', entityId: waiting.id, reason: null };
  const decided = mine.heard.flatMap(({ event, value }) => (event === 'decided' ? [value] : []));
  expect(decided).toEqual([
    { ...ofPlace, status: 'rejected' },
    { ...ofPlace, status: 'pending' },
  ]);
});

test('is sent once to everyone whose location is closed together with its city', async () => {
  const other = await service.signIn({ userId: id(901) });
  const bystander = await service.signIn({ userId: id(902) });
  using mine = await connect(submitter);
  using theirs = await connect(other);
  using nobodys = await connect(bystander);
  const city = cityDocument(60, { submittedBy: id(903) });
  const within = (number: number, values: object) => locationDocument(number, city.id, values);
  await service.commit({
    places: {
      cities: [city],
      locations: [
        within(61, { status: 'approved' }),
        within(62, { status: 'pending' }),
        within(63, { status: 'approved', submittedBy: id(901) }),
        within(64, { status: 'deleted', submittedBy: id(902) }),
      ],
    },
    history: {
      events: [
        historyDocument(65, `city:${city.id}`, {
          type: 'city-rejected.v1',
          actor: admin.userId,
          reason: 'Too near',
          position: 1,
        }),
        historyDocument(66, `city:${city.id}`, {
          type: 'city-deleted.v1',
          actor: admin.userId,
          position: 1,
        }),
      ],
    },
  });
  for (const socket of [mine, theirs])
    await socket.hears('decided', ({ status }: Decided) => status === 'deleted');
  await everyoneHears(mine, theirs, nobodys);
  const decidedOn = ({ heard }: typeof mine) =>
    heard.flatMap(({ event, value }) => (event === 'decided' ? [value] : []));
  const ofCity = { entityType: 'city', entityId: city.id };
  expect(decidedOn(mine)).toEqual([
    { ...ofCity, status: 'rejected', reason: 'Too near' },
    { ...ofCity, status: 'deleted', reason: null },
  ]);
  expect(decidedOn(theirs)).toEqual([{ ...ofCity, status: 'deleted', reason: null }]);
  expect(decidedOn(nobodys)).toEqual([]);
});

describe('connection limits', () => {
  const connectionLimits = {
    visitors: 6,
    visitorsPerNetwork: 4,
    moderators: 2,
    handshakes: 5,
    handshakesPerNetwork: 3,
    handshakeTime: 60_000,
    upgradeTime: 60_000,
  };

  test('let one network use up only its share, so that the administrator can still connect', async () => {
    await using small = await startService({ connectionLimits });
    const visitors: Awaited<ReturnType<typeof connect>>[] = [];
    for (let count = 0; count < 4; count += 1) visitors.push(await connect({ to: small }));
    await expect(connect({ to: small })).rejects.toThrow('full');
    const { token } = await small.signIn({ isAdmin: true });
    using administrator = await connect({ to: small, token });
    await administrator.hears('pending-counts');
    visitors[0]?.socket.disconnect();
    await expect.poll(() => connect({ to: small }).then((each) => each.socket.connected)).toBe(true);
    for (const { socket } of visitors) socket.disconnect();
  });

  test('close unfinished handshakes for newer ones, and after a time', async () => {
    await using small = await startService({ connectionLimits });
    const open = Array.from({ length: 5 }, () => openHandshake(small));
    await Promise.all(open.map(({ opened }) => opened));
    // The newest three connections of a network stay.
    await Promise.all(open.slice(0, 2).map(({ closed }) => closed));
    using visitor = await connect({ to: small });
    expect(visitor.socket.connected).toBe(true);
    for (const { close } of open) close();

    await using hasty = await startService({ connectionLimits: { ...connectionLimits, handshakeTime: 20 } });
    const { opened, closed } = openHandshake(hasty);
    await opened;
    await closed;
  });

  test('close the unfinished handshakes of the network that has too many', async () => {
    await using small = await startService({ connectionLimits });
    const other = openHandshake(small, '127.0.0.2');
    await other.opened;
    const own = Array.from({ length: 4 }, () => openHandshake(small));
    const closed = own.map((each) => each.closed.then(() => 'own'));
    expect(await Promise.race([...closed, other.closed.then(() => 'other')])).toBe('own');
    for (const { close } of [other, ...own]) close();
  });

  test('that begins with polling becomes a websocket, or is closed in time', async () => {
    const upgraded = io(service.origin, { forceNew: true, reconnection: false });
    await new Promise((resolve) => upgraded.io.engine.once('upgrade', resolve));
    const heard: string[] = [];
    upgraded.on('changed', ({ ids }: Changed) => heard.push(...ids));
    using visitor = await connect();
    await everyoneHears(visitor);
    await expect.poll(() => heard).toContain(id(fence));
    upgraded.disconnect();

    await using hasty = await startService({ connectionLimits: { ...connectionLimits, upgradeTime: 20 } });
    const polling = new Manager(hasty.origin, { transports: ['polling'], reconnection: false });
    await new Promise<void>((resolve) => polling.once('close', () => resolve()));
  });
});

/** A connection that never identifies itself. */
function openHandshake({ origin }: TestService, localAddress = '127.0.0.1') {
  const options = { transports: ['websocket'], reconnection: false, autoConnect: false };
  // The type knows only what a browser may pass.
  const agent = new Agent({ localAddress }) as unknown as string;
  const manager = new Manager(origin, { ...options, agent });
  const opened = new Promise<void>((resolve) => manager.once('open', resolve));
  const closed = new Promise<void>((resolve) => manager.once('close', () => resolve()));
  manager.open();
  return { opened, closed, close: () => manager.engine.close() };
}

describe('a connection', () => {
  test('from another site is refused', async () => {
    await expect(connect({ origin: 'http://elsewhere.test' })).rejects.toThrow();
    using own = await connect({ origin: 'http://lightfall.test' });
    using same = await connect({ origin: service.origin });
    expect(own.socket.connected && same.socket.connected).toBe(true);
  });
});

test('no background error happened', () => {
  expect(service.errors).toEqual([]);
});
