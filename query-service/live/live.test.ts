import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Changed, Decided, PendingCounts, ServerToClientEvents } from '#contracts/live';

import { places } from '#projections/read-store/index';

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
import { startService, type TestService } from '../testing/service.ts';

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
  readonly transports?: string[];
}

async function connect({ token, cookie, origin, transports = ['websocket'] }: ConnectOptions = {}) {
  const socket: Socket<ServerToClientEvents> = io(service.origin, {
    transports,
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { ...(cookie ? { Cookie: cookie } : {}), ...(origin ? { Origin: origin } : {}) },
  });
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, value: unknown) => {
    // The server's events are these three; each test looks at the values.
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
    /** Waits until something of that kind has been heard that passes. */
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
/** Makes a public change that everyone hears, after everything that was committed before. */
async function everyoneHears(...clients: { hears: Awaited<ReturnType<typeof connect>>['hears'] }[]) {
  const marker = id((fence += 1));
  await service.commit({ places: { cities: [cityDocument(fence)] } });
  for (const { hears } of clients) {
    await hears('changed', ({ readModel, ids }: Changed) => readModel === 'cities' && ids.includes(marker));
  }
}

describe('changed', () => {
  test('names what is public, was public, and nothing that waits', async () => {
    using visitor = await connect();
    const approved = cityDocument(1);
    const waiting = cityDocument(2, { status: 'pending', revision: 0 });
    const place = locationDocument(3, approved.id);
    const early = locationDocument(4, approved.id, { status: 'pending', approved: 0 });
    const ended = locationDocument(5, approved.id, { status: 'deleted', approved: 5 });
    const position = await service.commit({
      places: {
        cities: [approved, waiting],
        locations: [place, early, ended],
        photos: [photoDocument(6, place.id), photoDocument(7, early.id)],
      },
    });
    await everyoneHears(visitor);
    const told = visitor.heard.flatMap(({ event, value }) =>
      event === 'changed' && value.position === position ? [value] : [],
    );
    const ids = (readModel: string) => told.find((each) => each.readModel === readModel)?.ids;
    expect(ids('cities')).toEqual([approved.id]);
    expect(ids('locations')?.toSorted()).toEqual([place.id, ended.id]);
    expect(ids('photos')).toEqual([id(6)]);
    expect(ids('trending')).toEqual([place.id]);
    expect(ids('stats')).toEqual([]);
  });

  test('does not mention a submission at all', async () => {
    using visitor = await connect();
    await service.commit({
      places: {
        cities: [cityDocument(8, { status: 'pending', revision: 0 })],
        locations: [locationDocument(9, id(8), { status: 'pending', approved: 0 })],
      },
    });
    await everyoneHears(visitor);
    const named = visitor.heard.flatMap(({ event, value }) => (event === 'changed' ? value.ids : []));
    expect(named).not.toContain(id(8));
    expect(named).not.toContain(id(9));
    expect(visitor.heard.every(({ event }) => event === 'changed')).toBe(true);
  });

  test('is about anything after a rebuild', async () => {
    using visitor = await connect();
    const position = service.append();
    const rebuild = await service.readStore.rebuild(places);
    await rebuild.copy.commit({ puts: [], deletes: [] }, { logId: id(1), position });
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
  test('are told to the administrator on connecting and at every change, to nobody else', async () => {
    using other = await connect(submitter);
    using visitor = await connect();
    using moderator = await connect(admin);
    const before = (await moderator.hears('pending-counts')) as PendingCounts;
    const position = await service.commit({
      places: { cities: [cityDocument(10, { status: 'pending', revision: 0 })] },
    });
    const after = await moderator.hears(
      'pending-counts',
      (counts: PendingCounts) => counts.position === position,
    );
    expect(after).toEqual({ ...before, cities: before.cities + 1, position });
    await everyoneHears(other, visitor);
    expect([...other.heard, ...visitor.heard].some(({ event }) => event === 'pending-counts')).toBe(false);
  });

  test.each(['polling', 'websocket'])(
    'reach the administrator known by cookie over %s',
    async (transport) => {
      using moderator = await connect({
        cookie: `lightfall_session=${admin.token}`,
        transports: [transport],
      });
      await moderator.hears('pending-counts');
    },
  );

  test('end with the session', async () => {
    const short = await service.signIn({ isAdmin: true, userId: admin.userId });
    using moderator = await connect(short);
    await moderator.hears('pending-counts');
    const closed = new Promise((resolve) => moderator.socket.on('disconnect', resolve));
    await service.records.sessions.delete(short.sid);
    expect(await closed).toBe('transport close');
    using again = await connect(short);
    await everyoneHears(again);
    expect(again.heard.some(({ event }) => event === 'pending-counts')).toBe(false);
  });
});

describe('decided', () => {
  const place = locationDocument(20, id(1));

  test('is told to the submitter alone, once, when somebody else decided', async () => {
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
        entries: [
          historyDocument(31, `city:${id(22)}`, { type: 'city-submitted.v1' }),
          historyDocument(32, `city:${id(22)}`, { type: 'city-approved.v1', actor: admin.userId }),
          historyDocument(33, `location:${place.id}`, {
            type: 'location-rejected.v1',
            actor: 'system',
            reason: 'Blurred',
          }),
          historyDocument(34, `location:${place.id}`, {
            type: 'location-edit-rejected.v1',
            actor: admin.userId,
            time: time(3),
            reason: 'No',
            position: 1,
          }),
          historyDocument(35, `location:${place.id}`, { type: 'location-approved.v1', actor: submitterId }),
          historyDocument(37, `city:${id(1)}`, { type: 'city-deleted.v1', actor: submitterId }),
          historyDocument(38, `location:${place.id}`, {
            type: 'location-deleted.v1',
            actor: 'system',
            cascadeId: id(37),
          }),
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

describe('a connection', () => {
  test('from another site is refused', async () => {
    await expect(connect({ origin: 'http://elsewhere.test' })).rejects.toThrow();
    await expect(connect({ origin: 'http://elsewhere.test', transports: ['polling'] })).rejects.toThrow();
    using own = await connect({ origin: 'http://lightfall.test' });
    using same = await connect({ origin: service.origin });
    expect(own.socket.connected && same.socket.connected).toBe(true);
  });

  test('with a token that opens nothing is a visitor’s', async () => {
    using visitor = await connect({ token: 'made-up' });
    await everyoneHears(visitor);
    expect(visitor.heard.every(({ event }) => event === 'changed')).toBe(true);
  });
});

test('nothing went wrong unseen', () => {
  expect(service.errors).toEqual([]);
});
