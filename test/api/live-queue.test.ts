import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';

import type { PendingCounts, Presence, QueueMove } from '#contracts/live';

import { eventStoreDbUrl } from '../harness/servers.ts';
import { connected, openSocket, type LiveSocket } from '../harness/sockets.ts';
import { givenCity, givenLocation } from './given.ts';
import { startForFile, type Person } from './server.ts';

const server = await startForFile();
const { admin } = server;
const mia = await server.registerModerator('Mia');
const ben = await server.register('Ben');

interface Listener extends Disposable {
  readonly socket: LiveSocket;
  readonly moves: QueueMove[];
  readonly presences: Presence[];
  readonly counts: PendingCounts[];
}

async function listen(person: Person | undefined): Promise<Listener> {
  const socket = openSocket(server.origin, person?.accessToken);
  const [moves, presences, counts] = [[] as QueueMove[], [] as Presence[], [] as PendingCounts[]];
  socket.on('queue', (move) => moves.push(move));
  socket.on('presence', (presence) => presences.push(presence));
  socket.on('pending-counts', (pending) => counts.push(pending));
  await connected(socket);
  if (person !== undefined && person !== ben) await expect.poll(() => counts.length).toBeGreaterThan(0);
  return { socket, moves, presences, counts, [Symbol.dispose]: () => void socket.disconnect() };
}

const named = (person: Person, name: string) => ({ id: person.id, name: `${name} Tester` });

test('moderators are notified of every item that enters or leaves and of who caused it; nobody else is', async () => {
  const lisbon = await givenCity(admin);
  using forMia = await listen(mia);
  using forBen = await listen(ben);
  using forVisitor = await listen(undefined);
  const place = await givenLocation(ben, lisbon.id);
  const edited = await admin.post(`/api/admin/locations/${place.id}/reject`, { reason: 'No' });
  expect(edited.status).toBe(200);
  const mine = await givenCity(admin);
  const last = await givenCity(ben);
  await expect.poll(() => forMia.moves.some(({ id }) => id === last.id)).toBe(true);
  const by = named(ben, 'Ben');
  const ofBen = forMia.moves.filter(({ id }) => id !== lisbon.id && id !== mine.id);
  expect(ofBen).toEqual([
    { kind: 'location', id: place.id, is: 'waiting', by },
    { kind: 'location', id: place.id, is: 'gone', by: { id: admin.id, name: expect.any(String) } },
    { kind: 'city', id: last.id, is: 'waiting', by },
  ]);
  // The administrator's own submissions do not wait. EventStoreDB may deliver the submission before its approval,
  // though.
  for (const { id } of [lisbon, mine]) {
    const own = forMia.moves.filter((move) => move.id === id);
    expect(own.at(-1)?.is).not.toBe('waiting');
    if (eventStoreDbUrl === '') expect(own).toEqual([]);
  }
  await expect.poll(() => forMia.counts.at(-1)).toMatchObject({ cities: 1, locations: 0, reports: 0 });
  expect([...forBen.moves, ...forVisitor.moves, ...forBen.counts, ...forVisitor.counts]).toEqual([]);
});

test('items that leave with their city are attributed to the same person', async () => {
  const porto = await givenCity(ben);
  const first = await givenLocation(ben, porto.id);
  const second = await givenLocation(ben, porto.id);
  using forMia = await listen(mia);
  expect((await mia.post(`/api/admin/cities/${porto.id}/reject`, {})).status).toBe(200);
  await expect.poll(() => forMia.moves.length).toBe(3);
  const gone = { is: 'gone', by: named(mia, 'Mia') };
  expect(forMia.moves).toEqual(
    expect.arrayContaining([
      { kind: 'city', id: porto.id, ...gone },
      { kind: 'location', id: first.id, ...gone },
      { kind: 'location', id: second.id, ...gone },
    ]),
  );
});

test('moderators see what each of them is viewing, until that person stops or leaves', async () => {
  const [first, second] = [mia.id, admin.id];
  using forAdmin = await listen(admin);
  const forMia = await listen(mia);
  const looks = { user: named(mia, 'Mia'), kind: 'location', id: first } as const;
  forMia.socket.emit('looking', { kind: 'location', id: first });
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([looks]);
  using late = await listen(admin);
  expect(late.presences[0]).toEqual([looks]);
  forMia.socket.emit('looking', { kind: 'report', id: `photo-${second}` });
  await expect
    .poll(() => forAdmin.presences.at(-1))
    .toEqual([{ ...looks, kind: 'report', id: `photo-${second}` }]);
  forMia.socket.emit('looking', null);
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([]);
  forMia.socket.emit('looking', { kind: 'location', id: first });
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([looks]);
  forMia.socket.disconnect();
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([]);
});

test('malformed messages and messages of other people are ignored', async () => {
  using forAdmin = await listen(admin);
  using forMia = await listen(mia);
  using forBen = await listen(ben);
  const say = (listener: Listener, value: unknown) =>
    (listener.socket as unknown as Socket).emit('looking', value);
  forBen.socket.emit('looking', { kind: 'location', id: ben.id });
  for (const value of [
    undefined,
    5,
    'x',
    [],
    {},
    { kind: 'user', id: mia.id },
    { kind: 'city', id: 'a'.repeat(3000) },
  ]) {
    say(forMia, value);
  }
  say(forMia, { kind: 'city', id: admin.id, more: 'words' });
  await expect
    .poll(() => forAdmin.presences.at(-1))
    .toEqual([{ user: named(mia, 'Mia'), kind: 'city', id: admin.id }]);
  expect(forAdmin.presences.flat().map(({ user }) => user.id)).not.toContain(ben.id);
  expect(forBen.presences).toEqual([]);
});

test('a client that sends too much is disconnected; moderators are notified at most 4 times a second', async () => {
  using forAdmin = await listen(admin);
  using forMia = await listen(mia);
  using forBen = await listen(ben);
  const ended = [forBen, forMia].map(
    ({ socket }) => new Promise((resolve) => socket.on('disconnect', resolve)),
  );
  const before = performance.now();
  for (let count = 0; count < 20; count += 1) forBen.socket.emit('looking', null);
  await ended[0];
  for (let count = 0; count < 500; count += 1) {
    forMia.socket.emit('looking', { kind: 'city', id: count % 2 === 0 ? mia.id : ben.id });
  }
  await ended[1];
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([]);
  const seconds = (performance.now() - before) / 1000;
  expect(forAdmin.presences.length).toBeLessThan(4 * seconds + 4);
});

test('messages of a former moderator are ignored', async () => {
  using forAdmin = await listen(admin);
  const kim = await server.register('Kim');
  await admin.put(`/api/admin/people/${kim.id}/role`, { role: 'moderator' });
  using forKim = await listen(kim);
  forKim.socket.emit('looking', { kind: 'city', id: kim.id });
  await expect.poll(() => forAdmin.presences.at(-1)).toHaveLength(1);
  const told = new Promise<void>((resolve) => forKim.socket.on('standing-changed', resolve));
  await admin.put(`/api/admin/people/${kim.id}/role`, { role: 'user' });
  await told;
  await expect.poll(() => forAdmin.presences.at(-1)).toEqual([]);
  const known = { presences: forKim.presences.length, moves: forKim.moves.length };
  forKim.socket.emit('looking', { kind: 'city', id: admin.id });
  await givenCity(ben);
  await expect.poll(() => forAdmin.moves.length).toBeGreaterThan(0);
  expect({ presences: forKim.presences.length, moves: forKim.moves.length }).toEqual(known);
  expect(forAdmin.presences.at(-1)).toEqual([]);
});
