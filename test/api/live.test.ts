import { io, type Socket } from 'socket.io-client';
import { describe, expect, it } from 'vitest';

import type { Changed, Decided, PendingCounts, ServerToClientEvents } from '#contracts/live';

import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation, itemOf } from './given.ts';
import type { Entity } from './client.ts';
import { connected } from '../harness/sockets.ts';
import { addPhoto } from './pictures.ts';
import { startServer, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

interface Heard {
  readonly changed: Changed[];
  readonly decided: Decided[];
  readonly 'pending-counts': PendingCounts[];
}

interface Listener extends Disposable {
  readonly heard: Heard;
  readonly socket: Socket<ServerToClientEvents>;
}

async function listen(
  credentials: { token?: string; cookie?: string; origin?: string; reconnection?: boolean; at?: string } = {},
): Promise<Listener> {
  const { token, cookie, origin, reconnection = false, at = server.origin } = credentials;
  const extraHeaders = { ...(cookie && { Cookie: cookie }), ...(origin && { Origin: origin }) };
  const socket: Socket<ServerToClientEvents> = io(at, {
    transports: ['websocket'],
    forceNew: true,
    reconnection,
    auth: { token },
    extraHeaders,
  });
  const heard: Heard = { changed: [], decided: [], 'pending-counts': [] };
  socket.on('changed', (change) => heard.changed.push(change));
  socket.on('decided', (decision) => heard.decided.push(decision));
  socket.on('pending-counts', (counts) => heard['pending-counts'].push(counts));
  await connected(socket);
  return { socket, heard, [Symbol.dispose]: () => void socket.disconnect() };
}

/** Makes one more public change and waits until all listeners have been notified of it. */
async function everyoneHears(...listeners: readonly Listener[]): Promise<void> {
  const { id } = await givenCity(admin);
  for (const { heard } of listeners) {
    await expect
      .poll(() => heard.changed.some(({ readModel, ids }) => readModel === 'cities' && ids.includes(id)))
      .toBe(true);
  }
}
const idsOf = ({ heard }: Pick<Listener, 'heard'>, model: string) =>
  heard.changed.flatMap(({ readModel, ids }) => (readModel === model ? ids : []));
const namesOf = ({ heard }: Listener) => heard.changed.flatMap(({ ids }) => ids);

describe('pending-counts', () => {
  it('are sent only to the administrator, on connecting and at every change', async () => {
    using forAdmin = await listen({ token: admin.accessToken });
    using forAnna = await listen({ token: anna.accessToken });
    using forVisitor = await listen();
    const counts = forAdmin.heard['pending-counts'];
    await expect.poll(() => counts.length).toBeGreaterThan(0);
    const before = counts.at(-1);
    const city = await givenCity(anna);
    await expect.poll(() => counts.at(-1)?.cities).toBe((before?.cities ?? 0) + 1);
    const waiting = await givenLocation(anna, city.id);
    await expect.poll(() => counts.at(-1)?.locations).toBe((before?.locations ?? 0) + 1);
    const shown = await givenPublicLocation(server);
    await givenEdit(ben, shown.id, { name: 'Edited' });
    await expect.poll(() => counts.at(-1)?.edits).toBe((before?.edits ?? 0) + 1);
    await decide(admin, 'cities', city.id, 'reject');
    await expect
      .poll(() => counts.at(-1))
      .toMatchObject({ cities: before?.cities, locations: before?.locations });
    expect(counts.at(-1)?.position).toMatch(/^\d+$/);
    await everyoneHears(forAnna, forVisitor);
    for (const { heard } of [forAnna, forVisitor]) expect(heard['pending-counts']).toEqual([]);
    expect(namesOf(forVisitor)).not.toContain(city.id);
    expect(namesOf(forVisitor)).not.toContain(waiting.id);
  });
});

describe('changed', () => {
  it('notifies everyone of public items, and of nothing pending', async () => {
    using visitor = await listen();
    using forBen = await listen({ token: ben.accessToken });
    const location = await givenPublicLocation(server);
    const waiting = await givenLocation(anna, location.cityId);
    const photo = (await addPhoto(anna, location.id)).body;
    await everyoneHears(visitor, forBen);
    for (const { heard } of [visitor, forBen]) {
      const of = (model: string) => idsOf({ heard }, model);
      expect(of('cities')).toContain(location.cityId);
      expect(of('locations')).toContain(location.id);
      expect(of('photos')).toContain(photo.id);
      expect(of('locations')).not.toContain(waiting.id);
      for (const change of heard.changed) {
        expect(Object.keys(change).toSorted()).toEqual(['ids', 'position', 'readModel']);
      }
    }
    const { position } = visitor.heard.changed.at(-1) ?? { position: null };
    // The announced change can already be read.
    expect((await server.visitor.get('/api/cities', { minPosition: position })).status).toBe(200);
  });
});

describe('nobody is notified', () => {
  it('of a registration, of pending items, or of a decision that the public cannot see', async () => {
    const shown = await givenPublicLocation(server);
    using visitor = await listen();
    using forAdmin = await listen({ token: admin.accessToken });
    await everyoneHears(visitor, forAdmin);
    const before = visitor.heard.changed.length;

    const carol = await server.register('Carol');
    const [city, other] = [await givenCity(carol), await givenCity(carol)];
    await givenLocation(carol, city.id);
    const edit = await givenEdit(carol, shown.id, { name: 'Edited' });
    await carol.post(`/api/cities/${other.id}/withdraw`);
    await decide(admin, 'cities', city.id, 'reject');
    await admin.post(`/api/admin/locations/${shown.id}/edits/${edit.id}/reject`);
    await everyoneHears(visitor);
    const heard = visitor.heard.changed.slice(before);
    expect(heard.map(({ readModel }) => readModel)).toEqual(['stats', 'cities']);
    expect(heard[1]?.ids).toHaveLength(1);
    expect(heard[1]?.ids).not.toContain(city.id);
  });
});

describe('a city that waits again notifies nobody', () => {
  it('of its photos and places', async () => {
    const place = await givenPublicLocation(server);
    const photo = (await addPhoto(admin, place.id)).body;
    await decide(admin, 'cities', place.cityId, 'reopen');
    using visitor = await listen();
    await everyoneHears(visitor);
    const before = namesOf(visitor).length;
    expect((await admin.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    expect((await addPhoto(admin, place.id)).status).toBe(201);
    expect((await admin.delete(`/api/locations/${place.id}`)).status).toBe(204);
    await decide(admin, 'locations', place.id, 'restore');
    // Waits for these changes, so that the next one is not reported together with them.
    await admin.get('/api/cities');
    await everyoneHears(visitor);
    expect(namesOf(visitor).slice(before)).toHaveLength(1);
  });
});

describe.each(['after', 'before'])('with PHOTO_REVIEW=%s nobody is notified', (PHOTO_REVIEW) => {
  it('of a photo’s review, or of a photo that is not visible', async () => {
    await using own = await startServer({ PHOTO_REVIEW });
    const carol = await own.register('Carol');
    const place = await givenPublicLocation(own);
    using visitor = await listen({ at: own.origin });
    const changes = async () => {
      const from = visitor.heard.changed.length;
      const { id } = await givenCity(own.admin);
      await expect
        .poll(() =>
          visitor.heard.changed.some(({ readModel, ids }) => readModel === 'cities' && ids.includes(id)),
        )
        .toBe(true);
      return visitor.heard.changed.slice(from).flatMap(({ ids }) => ids.filter((each) => each !== id));
    };
    const decidePhoto = async (id: string, decision: string) => {
      const items = [{ ...itemOf('photo', id), decision }];
      const decided = await own.admin.post('/api/admin/decisions', { items });
      expect(decided.body.results).toMatchObject([{ result: 'done' }]);
      return decided.body.batchId as string;
    };
    const [kept, removed] = [(await addPhoto(carol, place.id)).body, (await addPhoto(carol, place.id)).body];
    await changes();

    if (PHOTO_REVIEW === 'after') {
      const batch = await decidePhoto(kept.id, 'approve');
      expect((await own.admin.post(`/api/admin/batches/${batch}/undo`)).status).toBe(200);
      expect(await changes()).toEqual([]);
      return;
    }
    const featured = await carol.patch(`/api/photos/${kept.id}/primary`, { locationId: place.id });
    expect(featured.status, featured.text).toBe(200);
    await decidePhoto(removed.id, 'reject');
    expect(await changes()).toEqual([]);
    await decidePhoto(kept.id, 'approve');
    expect(await changes()).toEqual(expect.arrayContaining([place.id, kept.id]));
  });
});

describe('a rejected change of a trusted person', () => {
  it('is one decision for its submitter, for an edit and for a place', async () => {
    const tina = await server.register('Tina');
    await admin.post(`/api/admin/people/${tina.id}/trust`);
    using forTina = await listen({ token: tina.accessToken });
    const place = await givenPublicLocation(server);
    const edit = (await tina.put(`/api/locations/${place.id}`, { name: 'Renamed' })).body;
    const own = await givenLocation(tina, place.cityId);
    admin.follow(tina);
    const changes = await admin.get('/api/admin/queue?kind=change');
    const items = [place.id, own.id].map((entityId) => {
      const id = changes.body.find((each: Entity) => each.entityId === entityId)?.id;
      return { kind: 'change', id, entityType: 'location', entityId, decision: 'reject', reason: 'No.' };
    });
    const { batchId } = (await admin.post('/api/admin/decisions', { items })).body;
    const declined = [
      { entityType: 'edit', entityId: edit.id, status: 'rejected', reason: 'No.' },
      { entityType: 'location', entityId: own.id, status: 'rejected', reason: 'No.' },
    ];
    await expect.poll(() => forTina.heard.decided.some(({ entityId }) => entityId === own.id)).toBe(true);
    const undone = await admin.post(`/api/admin/batches/${batchId}/undo`);
    expect(undone.body.results).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    await admin.post(`/api/admin/people/${tina.id}/untrust`);
    const last = await givenCity(tina);
    await decide(admin, 'cities', last.id, 'reject');
    await expect.poll(() => forTina.heard.decided.some(({ entityId }) => entityId === last.id)).toBe(true);
    const applied = declined.toReversed().map((each) => ({ ...each, status: 'approved', reason: null }));
    expect(forTina.heard.decided.slice(0, -1)).toEqual([...declined, ...applied]);
  });
});

describe('a socket', () => {
  it('is recognised by the session cookie too', async () => {
    using listener = await listen({ cookie: `lightfall_session=${admin.accessToken}` });
    await expect.poll(() => listener.heard['pending-counts'].length).toBeGreaterThan(0);
  });
  it('loses its rooms when its session ends, and reconnects as a visitor', async () => {
    const signedIn = (
      await server.visitor.post('/auth/login', { email: server.adminEmail, password: server.adminPassword })
    ).body;
    using listener = await listen({ token: signedIn.accessToken });
    await expect.poll(() => listener.heard['pending-counts'].length).toBeGreaterThan(0);
    const closed = new Promise((resolve) => listener.socket.on('disconnect', resolve));
    await server.client({ token: signedIn.accessToken }).post('/auth/logout');
    await closed;
    using again = await listen({ token: signedIn.accessToken });
    const told = listener.heard['pending-counts'].length;
    await givenCity(anna);
    await everyoneHears(again);
    expect(again.heard['pending-counts']).toEqual([]);
    expect(listener.heard['pending-counts']).toHaveLength(told);
  });
});
