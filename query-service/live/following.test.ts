import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ClientToServerEvents, Following, ServerToClientEvents } from '#contracts/live';

import { cityDocument, historyDocument, id, submitterId } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  ({ token } = await service.signIn({ userId: submitterId }));
  await service.commit({ places: { cities: [cityDocument(1)] } });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The server's response to `following` on a newly opened socket. */
async function following(auth: { token?: string } = {}): Promise<Following> {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(service.origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  });
  const told = await new Promise<Following>((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.emit('following', resolve);
  });
  socket.disconnect();
  return told;
}

const readTo = async (path: string, init: Parameters<TestService['get']>[1] = {}) =>
  (await service.get(path, init)).headers.get('X-Read-Position');

let number = 100;
const publicChange = () => service.commit({ places: { cities: [cityDocument((number += 1))] } });
const privateChange = () =>
  service.commit({ places: { cities: [cityDocument((number += 1), { status: 'pending', revision: 0 })] } });

describe('the changes that a page may have missed before its socket opened', () => {
  test('are none if no public change came after its answers', async () => {
    const position = await publicChange();
    await expect.poll(() => readTo('/api/cities')).toBe(position);
    expect(await readTo('/api/cities')).toBe(position);
    expect(await following()).toEqual({ publicTo: position, ownTo: null });
  });

  test('include a public change after its answers, while others have sockets too', async () => {
    const before = await readTo('/api/cities');
    for (const open of [false, true]) {
      const other = open ? io(service.origin, { transports: ['websocket'], forceNew: true }) : undefined;
      if (other) await new Promise<void>((resolve) => other.on('connect', () => resolve()));
      const position = await publicChange();
      await expect.poll(async () => (await following()).publicTo).toBe(position);
      expect(BigInt(position)).toBeGreaterThan(BigInt(before ?? ''));
      other?.disconnect();
    }
  });

  test('reveal nothing hidden to visitors, neither through the socket nor through an answer', async () => {
    const position = await publicChange();
    await expect.poll(() => readTo('/api/cities')).toBe(position);
    const hidden = await privateChange();
    // A list that is already cached, a single city, and one page of the list.
    await service.json('/api/cities', { headers: { 'X-Min-Position': hidden } });
    for (const path of ['/api/cities', `/api/cities/${id(1)}`, '/api/cities?limit=1'])
      expect(await readTo(path), path).toBe(position);
    expect(await following()).toEqual({ publicTo: position, ownTo: null });
  });

  test('include, for a signed-in person, decisions on their own submissions', async () => {
    const before = await readTo('/api/submissions', { token });
    const position = await service.commit({
      history: {
        events: [historyDocument(3, `city:${id(1)}`, { type: 'city-rejected.v1', position: 900 })],
      },
    });
    await expect.poll(async () => (await following({ token })).ownTo).toBe(position);
    expect(BigInt(before ?? '')).toBeLessThan(BigInt(position));
    await expect.poll(() => readTo('/api/submissions', { token })).toBe(position);
  });

  test('are not sent in answer to a message without a callback', async () => {
    const socket = io(service.origin, { transports: ['websocket'], forceNew: true });
    await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
    socket.emit('following', 'x');
    socket.emit('following');
    expect((await following()).ownTo).toBeNull();
    expect(socket.connected).toBe(true);
    socket.disconnect();
  });
});
