// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SignedIn } from '#contracts/account/views';
import type { ClientToServerEvents, Following, PendingCounts, ServerToClientEvents } from '#contracts/live';

import { patience } from '../../../test/harness/patience.ts';
import { announcements } from './announce.ts';
import { api } from './api.ts';
import { viewed } from './live-state.ts';
import { startLive } from './live.ts';
import { responseRead, signedIn } from './session.ts';
import { createStore, type Store } from './store.ts';
import { toast, toastStore } from './toast.ts';

type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

/** Reads of these tests, each with one tag. */
const { read } = api.injectEndpoints({
  endpoints: (build) => ({
    read: build.query<
      null,
      { readonly type: 'City' | 'Stats' | 'Submission' | 'Queue'; readonly id?: string }
    >({
      query: ({ type, id }) => `/${type}${id === undefined ? '' : `/${id}`}`,
      providesTags: (_response, _error, tag) => [tag],
    }),
  }),
}).endpoints;
const screen = [
  { type: 'City', id: 'LIST' },
  { type: 'City', id: 'rome' },
  { type: 'City', id: 'oslo' },
  { type: 'Stats' },
  { type: 'Submission' },
  { type: 'Queue' },
] as const;
const everything = ['/City/LIST', '/City/oslo', '/City/rome', '/Queue', '/Stats', '/Submission'];

let server: Server<ClientToServerEvents, ServerToClientEvents>;
let sockets: ServerSocket[];
let following: Following;
/** Whether the server refuses connections, and how many it has refused. */
let isFull: boolean;
let refused: number;
let store: Store;
let asked: string[];
/** Responses wait for it. */
let held: Promise<void>;
let stop: () => void;

beforeEach(async () => {
  [sockets, asked, isFull, refused] = [[], [], false, 0];
  following = { publicTo: '5', ownTo: null };
  held = Promise.resolve();
  const http = createServer();
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  // The cast: a server that listens on a port has such an address.
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`));
  server = new Server(http);
  server.use((_, next) => {
    if (isFull) refused += 1;
    next(isFull ? new Error('full') : undefined);
  });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('following', (respond) => respond(following));
  });
  const respond = async (url: string) => {
    asked.push(url);
    await held;
    return { data: url === '/auth/session' ? { accessToken: null, expiresAt: null, user: null } : null };
  };
  store = createStore({ rendering: { respond } });
  toast({ title: 'Nothing yet' });
});
afterEach(async () => {
  stop();
  await server.close();
  vi.unstubAllGlobals();
});

/** Waits also for the library's next attempt to connect. */
const until = (holds: () => void): Promise<void> => vi.waitFor(holds, { timeout: patience });
const lastSocket = (): ServerSocket => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('Nobody has connected');
  return socket;
};
const connections = (count: number) =>
  until(() => expect([sockets.length, health()]).toEqual([count, 'connected']));
const health = () => store.getState().live.health;
/** Opens the page with all reads of the screen, and its socket. */
async function open() {
  for (const tag of screen) void store.dispatch(read.initiate(tag));
  store.dispatch(responseRead('5'));
  stop = await startLive(store, () => 0);
  await connections(1);
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  asked.length = 0;
}
/** The reads since the last call, once the expected ones are there. */
async function refetched(expected: readonly string[]) {
  await until(() => expect(asked.toSorted()).toEqual(expected));
  asked.length = 0;
}
const counts = (cities: number): PendingCounts => ({
  ...{ cities, locations: 0, edits: 0, photos: 0, changes: 0, reports: 0 },
  position: String(10 + cities),
});

describe('the page’s socket', () => {
  it('refetches what a public change names, and remembers its position', async () => {
    await open();
    lastSocket().emit('changed', { readModel: 'cities', ids: ['rome'], position: '7' });
    await refetched(['/City/LIST', '/City/rome']);
    window.dispatchEvent(new Event('online'));
    expect(store.getState().session.position).toBe('7');
    lastSocket().emit('changed', { readModel: 'cities', ids: [], position: '8' });
    await refetched(['/City/LIST', '/City/oslo', '/City/rome']);
    lastSocket().emit('changed', { readModel: 'stats', ids: ['any'], position: '9' });
    await refetched(['/Stats']);
  });

  it('announces what has come since the first counts, and refetches the queue', async () => {
    await open();
    lastSocket().emit('pending-counts', counts(1));
    await until(() => expect(store.getState().live.pending).toEqual(counts(1)));
    lastSocket().emit('changed', { readModel: 'stats', ids: [], position: '7' });
    await refetched(['/Stats']);
    lastSocket().emit('pending-counts', counts(3));
    await refetched(['/Queue']);
    expect(store.getState()).toMatchObject({ live: { pending: counts(3) }, session: { position: '13' } });
    expect(announcements.get().map(({ text }) => text)).toEqual(['Waiting for review: 3 cities']);
  });

  it('tells the person of a decision, and refetches their submissions', async () => {
    await open();
    lastSocket().emit('decided', { entityType: 'city', entityId: 'rome', status: 'approved', reason: null });
    await refetched(['/Submission']);
    expect(toastStore.get()?.title).toBe('Your city was approved');
  });

  it('passes on the moves of the queue and who views what, and reads the session after a change of rights', async () => {
    await open();
    const move = { kind: 'city', id: 'rome', is: 'gone', by: null } as const;
    const presence = [{ user: { id: 'mia', name: 'Mia' }, kind: 'city', id: 'rome' }] as const;
    lastSocket().emit('queue', move);
    lastSocket().emit('presence', presence);
    await until(() => expect(store.getState().live).toMatchObject({ moves: [move], presence }));
    lastSocket().emit('standing-changed');
    await refetched(['/auth/session']);
  });

  it('sends what this moderator views: on connecting, and at each change', async () => {
    const seen: unknown[] = [];
    server.on('connection', (socket) => socket.on('looking', (item) => seen.push(item)));
    const [first, second] = [
      { kind: 'city', id: 'rome' },
      { kind: 'city', id: 'oslo' },
    ] as const;
    store.dispatch(viewed(first));
    await open();
    await until(() => expect(seen).toEqual([first]));
    store.dispatch(viewed(second));
    store.dispatch(viewed(null));
    await until(() => expect(seen).toEqual([first, second, null]));
    lastSocket().conn.close();
    await until(() => expect(health()).toBe('lost'));
    store.dispatch(viewed(second));
    await connections(2);
    store.dispatch(viewed(first));
    await until(() => expect(seen.slice(3)).toEqual([second, first]));
  });

  it('refetches what the page missed between its reads and the first message', async () => {
    following = { publicTo: '6', ownTo: null };
    for (const tag of screen) void store.dispatch(read.initiate(tag));
    store.dispatch(responseRead('5'));
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    asked.length = 0;
    stop = await startLive(store, () => 0);
    await refetched(everything);
    expect(store.getState().session.position).toBe('6');
  });

  it('refetches what answers under way at the first message may have missed', async () => {
    const responded: { release?: () => void } = {};
    held = new Promise((resolve) => {
      responded.release = resolve;
    });
    void store.dispatch(read.initiate({ type: 'Stats' }));
    stop = await startLive(store, () => 0);
    await connections(1);
    await until(() => expect(store.getState().session.position).toBe('5'));
    store.dispatch(responseRead('4'));
    responded.release?.();
    await refetched(['/Stats', '/Stats']);
  });

  it('connects anew as the person who signs in, without the counts of before', async () => {
    await open();
    expect(lastSocket().handshake.auth).toEqual({ token: null });
    lastSocket().emit('pending-counts', counts(1));
    await until(() => expect(store.getState().live.pending).not.toBeNull());
    // The cast: only the token matters here.
    store.dispatch(signedIn({ accessToken: 'a token', user: null } as unknown as SignedIn));
    expect(store.getState().live.pending).toBeNull();
    await connections(2);
    expect(lastSocket().handshake.auth).toEqual({ token: 'a token' });
    expect(server.sockets.sockets.size).toBe(1);
  });

  it('shows a lost connection, and refetches everything when it is back, and the session', async () => {
    await open();
    lastSocket().conn.close();
    await until(() => expect(health()).toBe('lost'));
    await connections(2);
    await refetched([...everything, '/auth/session'].toSorted());
  });

  it.each([
    ['after 15 s', () => vi.advanceTimersByTime(15_000)],
    ['as soon as the network returns', () => window.dispatchEvent(new Event('online'))],
  ])('connects again to a server that was full, %s', async (_, pass) => {
    await open();
    // The library has its own timers already.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const waits = vi.spyOn(globalThis, 'setTimeout');
      isFull = true;
      lastSocket().conn.close();
      await until(() => expect(refused).toBe(1));
      await until(() => expect(waits).toHaveBeenCalledWith(expect.any(Function), 15_000));
      isFull = false;
      pass();
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
    await connections(2);
  });

  it('ends with its page', async () => {
    await open();
    stop();
    await until(() => expect(server.sockets.sockets.size).toBe(0));
    window.dispatchEvent(new Event('online'));
    store.dispatch(signedIn({ accessToken: 'a token', user: null } as unknown as SignedIn));
    stop = await startLive(store, () => 0);
    await until(() => expect(server.sockets.sockets.size).toBe(1));
    expect(sockets).toHaveLength(2);
  });
});
