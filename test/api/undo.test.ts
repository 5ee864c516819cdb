import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import {
  meet as meetAll,
  allPages,
  expectProblem,
  type ApiResponse,
  type Client,
  type Entity,
} from './client.ts';
import {
  decide,
  editItem,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  itemOf,
  missingId,
  type Item,
} from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const { admin } = server;
const anna = await server.register('Anna');
const [mona, paul] = [await server.registerModerator('Mona'), await server.registerModerator('Paul')];
const tina = await server.register('Tina');
expect((await admin.post(`/api/admin/people/${tina.id}/trust`)).status).toBe(200);

/** Makes every client read the others' writes. */
const meet = () => meetAll(admin, mona, paul, anna, tina, server.visitor);
async function send(items: readonly object[], by: Client = mona): Promise<ApiResponse> {
  meet();
  const response = await by.post('/api/admin/decisions', { items });
  expect(response.status, response.text).toBe(200);
  meet();
  return response;
}
const decision = async (one: Item, how: 'approve' | 'reject', more: object = {}, by: Client = mona) => {
  const response = await send([{ ...one, decision: how, ...more }], by);
  expect(response.body.results, response.text).toMatchObject([{ result: 'done' }]);
  return response.body.batchId;
};
async function undo(batchId: string, by: Client = paul): Promise<ApiResponse> {
  const response = await by.post(`/api/admin/batches/${batchId}/undo`);
  meet();
  return response;
}
const undone = async (batchId: string, by: Client = paul): Promise<string> => {
  const response = await undo(batchId, by);
  expect(response.status, response.text).toBe(200);
  expect(response.body.results.map(({ result }) => result)).not.toContain('refused');
  return response.body.batchId;
};
/** The response to an undo of an undo's own batch, or of a single call's return to the queue. */
const final = async (batchId: string, by: Client = paul): Promise<void> =>
  expectProblem(await undo(batchId, by), 409, 'An undo cannot be undone. Decide again.');
/** Expects a refused undo, and returns its code. */
const refused = async (batchId: string, message: string, by: Client = paul): Promise<unknown> => {
  const response = await undo(batchId, by);
  expect(response.body.results, response.text).toMatchObject([{ result: 'refused', message }]);
  return response.body.results[0]?.code;
};
const onlyAdministrator = 'Only the administrator may decide this.';
const activityOf = (entityId: string) => allPages(admin, `/api/admin/activity?entityId=${entityId}`);
const entity = async (path: string): Promise<Entity> => (await admin.get(path)).body;

const places = [
  ['city', '/api/cities', () => givenCity(anna)],
  ['location', '/api/locations', async () => givenLocation(anna, (await givenCity(admin)).id)],
] as const;

describe.each(places)('undoing a decision on a %s', (kind, path, given) => {
  it('reopens it for another decision, and the undo itself cannot be undone', async () => {
    for (const [how, status, reason] of [
      ['approve', 'approved', null],
      ['reject', 'rejected', 'Too dark.'],
    ] as const) {
      const { id } = await given();
      const first = await decision(itemOf(kind, id), how, { reason });
      expect(await entity(`${path}/${id}`)).toMatchObject({ status, reason });
      const second = await undone(first);
      expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'pending', reason: null });
      await final(second, mona);
      const [reopening] = await activityOf(id);
      expect(reopening).toMatchObject({ type: `${kind}-reopened`, batchId: second, undoable: false });
      const third = await decision(itemOf(kind, id), how, { reason });
      expect(await entity(`${path}/${id}`)).toMatchObject({ status, reason });
      await undone(third);
      expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'pending' });
      expect(new Set([first, second, third]).size).toBe(3);
    }
  });

  it('is refused after another decision, but not after an edit', async () => {
    const { id } = await given();
    const first = await decision(itemOf(kind, id), 'reject');
    await admin.put(`${path}/${id}`, { name: `Edited ${id}` });
    await undone(first);
    await refused(first, 'This has been decided again since.');
    await decision(itemOf(kind, id), 'approve');
    await refused(first, 'This has been decided again since.');
    expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'approved', name: `Edited ${id}` });
  });

  it('is refused after its submitter has withdrawn it', async () => {
    const { id } = await given();
    const first = await decision(itemOf(kind, id), 'approve');
    await undone(first);
    await anna.post(`${path}/${id}/withdraw`);
    meet();
    await refused(first, 'This has been decided again since.');
  });

  it('still works after a withdrawal by its submitter: it is reopened, and approved as before', async () => {
    const { id } = await given();
    await undone(await decision(itemOf(kind, id), 'approve'));
    expect((await anna.post(`${path}/${id}/withdraw`)).status).toBe(200);
    meet();
    const what = kind === 'city' ? 'cities' : 'locations';
    expect(await decide(mona, what, id, 'reopen')).toMatchObject({ status: 'pending' });
    meet();
    expect((await activityOf(id))[0]).toMatchObject({ type: `${kind}-reopened`, undoable: false });
    await final((await activityOf(id))[0]?.batchId ?? '');
    await decision(itemOf(kind, id), 'approve');
    expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'approved' });
  });

  it('works for single calls too, by the batch in the activity', async () => {
    const { id } = await given();
    meet();
    const what = kind === 'city' ? 'cities' : 'locations';
    await decide(admin, what, id, 'approve');
    const [approval] = await activityOf(id);
    expect(approval).toMatchObject({ type: `${kind}-approved`, undoable: true });
    await undone(approval?.batchId ?? '');
    expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'pending' });
    const [reopening, before] = await activityOf(id);
    expect(reopening).toMatchObject({ type: `${kind}-reopened`, actor: { id: paul.id }, undoable: false });
    expect(before).toMatchObject({ type: `${kind}-approved`, undoable: false });
    await decide(admin, what, id, 'reject', { reason: 'No.' });
    await undone((await activityOf(id))[0]?.batchId ?? '');
    expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'pending', reason: null });
  });

  it('is only for the administrator if it was a deletion', async () => {
    const { id } = await given();
    meet();
    await decide(admin, kind === 'city' ? 'cities' : 'locations', id, 'approve');
    await admin.delete(`${path}/${id}`);
    meet();
    const [deletion] = await activityOf(id);
    const seen = (await mona.get(`/api/admin/activity?entityId=${id}`)).body;
    expect([deletion?.undoable, seen[0]?.undoable]).toEqual([true, false]);
    expect(await refused(deletion?.batchId ?? '', onlyAdministrator)).toBe('limit');
    const restored = await undone(deletion?.batchId ?? '', admin);
    expect(await entity(`${path}/${id}`)).toMatchObject({ status: 'approved' });
    await final(restored, admin);
    expect((await activityOf(id))[0]).toMatchObject({ type: `${kind}-restored`, undoable: false });
  });

  it('is refused if the item is the moderator’s own', async () => {
    const own =
      kind === 'city' ? await givenCity(mona) : await givenLocation(mona, (await givenCity(admin)).id);
    const batchId = await decision(itemOf(kind, own.id), 'reject', {}, paul);
    expect(await refused(batchId, 'Forbidden', mona)).toBe('own');
    const seen = (await mona.get(`/api/admin/activity?entityId=${own.id}`)).body;
    expect(seen[0]).toMatchObject({ type: `${kind}-rejected`, undoable: false });
    await undone(batchId, admin);
  });
});

describe('undoing a batch', () => {
  it('undoes places before their city', async () => {
    const city = await givenCity(anna);
    const here = [await givenLocation(anna, city.id), await givenLocation(anna, city.id)];
    const batch = await send([
      { ...itemOf('city', city.id), decision: 'approve' },
      ...here.map(({ id }) => ({ ...itemOf('location', id), decision: 'approve' })),
    ]);
    const first = await undo(batch.body.batchId);
    expect(first.body.results).toEqual(
      [...here.toReversed(), city].map(({ id }) => ({
        kind: id === city.id ? 'city' : 'location',
        id,
        result: 'done',
        message: null,
        code: null,
        by: null,
        revision: null,
      })),
    );
    for (const { id } of here) expect((await server.visitor.get(`/api/locations/${id}`)).status).toBe(404);
    await final(first.body.batchId);
  });

  it('restores a trusted person’s city and place that were declined in the queue’s order', async () => {
    const city = await givenCity(tina);
    const place = await givenLocation(tina, city.id);
    const { body: waiting } = await admin.get('/api/admin/queue?kind=change&sort=oldest');
    const own = waiting.filter(({ entityId }: Entity) => [city.id, place.id].includes(entityId));
    expect(own.map(({ entityId }: Entity) => entityId)).toEqual([city.id, place.id]);
    const batch = await send(
      own.map(({ kind, id, entityType, entityId }: Entity) => ({
        ...{ kind, id, entityType, entityId },
        decision: 'reject',
      })),
    );
    expect(batch.body.results.map(({ result }) => result)).toEqual(['done', 'done']);
    await undone(batch.body.batchId);
    for (const path of [`/api/cities/${city.id}`, `/api/locations/${place.id}`])
      expect(await entity(path)).toMatchObject({ status: 'approved' });
  });

  it('continues after refused items', async () => {
    const cities = [await givenCity(anna), await givenCity(anna), await givenCity(anna)];
    const batch = await send(cities.map(({ id }) => ({ ...itemOf('city', id), decision: 'reject' })));
    await decide(admin, 'cities', cities[1]?.id ?? '', 'reopen');
    const response = await undo(batch.body.batchId);
    expect(response.body.results.map(({ result }) => result)).toEqual(['done', 'refused', 'done']);
  });

  it('happens once, however many requests come at the same time', async () => {
    const { id } = await givenCity(anna);
    const batchId = await decision(itemOf('city', id), 'approve');
    const responses = await Promise.all([undo(batchId), undo(batchId, mona), undo(batchId, admin)]);
    const results = responses.map(({ body }) => body.results[0]?.result);
    expect(results.toSorted()).toEqual(['done', 'refused', 'refused']);
    expect((await activityOf(id)).filter(({ type }) => type === 'city-reopened')).toHaveLength(1);
  });

  it('repeated with its key is the same undo', async () => {
    const { id } = await givenCity(anna);
    const batchId = await decision(itemOf('city', id), 'approve');
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/api/admin/batches/${batchId}/undo`;
    const response = await paul.post(path, undefined, { headers });
    expect((await paul.post(path, undefined, { headers })).text).toBe(response.text);
  });

  it('of an unknown batch, or one without decisions, is 404', async () => {
    expectProblem(await undo(missingId), 404, 'Batch not found');
    expectProblem(await undo('one'), 400);
    const own = await givenCity(admin);
    const [approval] = await activityOf(own.id);
    expectProblem(await undo(approval?.batchId ?? ''), 404, 'Batch not found');
  });
});

describe('undoing a decision on an edit', () => {
  it('reverts the fields that nobody has changed since', async () => {
    const place = await givenPublicLocation(server, { name: 'Tower', address: 'Old street' });
    anna.follow(admin);
    const edit = await givenEdit(anna, place.id, { name: 'Tower Two', address: 'New street' });
    const first = await decision(editItem(edit), 'approve', { values: { name: 'Tower II' } });
    expect(await entity(`/api/locations/${place.id}`)).toMatchObject({
      name: 'Tower II',
      address: 'New street',
    });
    await admin.put(`/api/locations/${place.id}`, { address: 'Newest street' });
    const second = await undone(first);
    expect(await entity(`/api/locations/${place.id}`)).toMatchObject({
      name: 'Tower',
      address: 'Newest street',
    });
    expect((await admin.get('/api/admin/pending-edits')).text).toContain(edit.id);
    await final(second);
    await refused(first, 'This has been decided again since.');
  });

  it('of two on one field restores the value before both, whichever is undone first', async () => {
    const place = await givenPublicLocation(server, { address: 'Right street' });
    anna.follow(admin);
    for (const order of ['older first', 'newer first']) {
      const approvals: string[] = [];
      for (const address of [`First, ${order}`, `Second, ${order}`]) {
        approvals.push(
          await decision(editItem(await givenEdit(anna, place.id, { address })), 'approve', { force: true }),
        );
      }
      for (const batch of order === 'older first' ? approvals : approvals.toReversed()) await undone(batch);
      expect(await entity(`/api/locations/${place.id}`), order).toMatchObject({ address: 'Right street' });
    }
  });

  it('returns a declined one to the queue', async () => {
    const place = await givenPublicLocation(server);
    anna.follow(admin);
    const edit = await givenEdit(anna, place.id, { name: 'Another name' });
    const other = await givenEdit(anna, place.id, { address: 'An address' });
    const first = await decision(editItem(edit), 'reject', { reason: 'No.' });
    await decision(editItem(other), 'approve');
    await final(await undone(first));
    expect((await admin.get('/api/admin/pending-edits')).text).toContain(edit.id);
    const mine = await allPages(anna, '/api/submissions');
    expect(mine.find(({ editId }) => editId === edit.id)).toMatchObject({ status: 'pending', reason: null });
  });
});

describe('undoing a decision on a photo', () => {
  it('a review can be undone and made again, and a removed photo returns', async () => {
    const place = await givenPublicLocation(server);
    meet();
    const photo = (await addPhoto(anna, place.id, await pictureBytes('png', 16, 16))).body;
    const looked = await decision(itemOf('photo', photo.id), 'approve');
    const types = async () => (await activityOf(photo.id)).map(({ type }) => type);
    await final(await undone(looked));
    const again = await decision(itemOf('photo', photo.id), 'approve');
    expect(await types()).toEqual([
      'photo-reviewed',
      'photo-review-reopened',
      'photo-reviewed',
      'photo-added',
    ]);
    await undone(again);
    const removed = await decision(itemOf('photo', photo.id), 'reject', { reason: 'Blurred.' });
    const count = async () => (await entity(`/api/locations/${place.id}`)).photoCount;
    expect(await count()).toBe(0);
    const restored = await undone(removed);
    expect(await count()).toBe(1);
    await final(restored);
    const [restoring, removing] = await activityOf(photo.id);
    expect(restoring).toMatchObject({ type: 'photo-restored', undoable: false });
    expect(removing).toMatchObject({ type: 'photo-deleted', reason: 'Blurred.', undoable: false });
  });

  it('a deletion by the uploader cannot be undone by anybody', async () => {
    const place = await givenPublicLocation(server);
    meet();
    const photo = (await addPhoto(anna, place.id, await pictureBytes('png', 16, 16))).body;
    await anna.delete(`/api/photos/${photo.id}`);
    meet();
    const [deletion] = await activityOf(photo.id);
    expect(deletion).toMatchObject({ type: 'photo-deleted', undoable: false });
    expect(await refused(deletion?.batchId ?? '', onlyAdministrator)).toBe('limit');
  });
});

describe('undoing a decision on a change', () => {
  /** The latest event of that type in an entity's history, as a queue item. */
  async function changeOf(kind: 'city' | 'location', entityId: string, type: string): Promise<Item> {
    meet();
    const path = `/api/admin/${kind === 'city' ? 'cities' : 'locations'}/${entityId}/history`;
    const entries = await allPages(admin, path);
    const found = entries.findLast((entry) => entry.type === type);
    return { kind: 'change', id: found?.eventId ?? '', entityType: kind, entityId };
  }

  it('returns a city’s accepted edit to the queue, and applies a reverted edit again', async () => {
    const city = await givenCity(admin, { name: 'Porto' });
    anna.follow(admin);
    await anna.put(`/api/cities/${city.id}`, { name: 'Oporto' });
    const change = await changeOf('city', city.id, 'city-edited.v1');
    const kept = await decision(change, 'approve');
    await final(await undone(kept));
    await decision(change, 'approve');
    const [latest] = await activityOf(city.id);
    expect(latest).toMatchObject({ type: 'change-reviewed', undoable: true });
    await undone(latest?.batchId ?? '');
    const reverted = await decision(change, 'reject');
    expect(await entity(`/api/cities/${city.id}`)).toMatchObject({ name: 'Porto' });
    const applied = await undone(reverted);
    expect(await entity(`/api/cities/${city.id}`)).toMatchObject({ name: 'Oporto' });
    await refused(reverted, 'This has been decided again since.');
    await final(applied);
    await decision(change, 'reject');
    expect(await entity(`/api/cities/${city.id}`)).toMatchObject({ name: 'Porto' });
  });

  it('restores the value before both of two reverted edits of one field, whichever was first', async () => {
    const city = await givenCity(admin, { country: 'Portugal' });
    const place = await givenLocation(admin, city.id, { address: 'Right street 1' });
    for (const who of [anna, tina]) who.follow(admin);
    const edited = [
      ['city', city.id, 'city-edited.v1', 'country', 'Portugal', anna],
      ['location', place.id, 'location-edit-approved.v1', 'address', 'Right street 1', tina],
    ] as const;
    for (const [kind, id, type, field, before, author] of edited) {
      const path = `${kind === 'city' ? '/api/cities' : '/api/locations'}/${id}`;
      const changes: Item[] = [];
      for (const value of ['Nowhere', 'Elsewhere']) {
        expect((await author.put(path, { [field]: value })).status).toBeLessThan(300);
        changes.push(await changeOf(kind, id, type));
      }
      const rejected = (items: readonly Item[]) => items.map((one) => ({ ...one, decision: 'reject' }));
      for (const items of [changes, changes.toReversed()]) {
        const { body } = await send(rejected(items));
        expect(body.results).toMatchObject([{ result: 'done' }, { result: 'done' }]);
        expect(await entity(path)).toMatchObject({ [field]: before });
        await undone(body.batchId);
        expect(await entity(path)).toMatchObject({ [field]: 'Elsewhere' });
      }
      const [first, second] = changes.map((change) => () => decision(change, 'reject'));
      await first?.();
      const later = await second?.();
      expect(await entity(path)).toMatchObject({ [field]: before });
      await undone(later ?? '');
      expect(await entity(path)).toMatchObject({ [field]: 'Elsewhere' });
      await second?.();
      expect(await entity(path)).toMatchObject({ [field]: before });
    }
  });

  it('approves a trusted person’s declined place again, and it may be declined again', async () => {
    const city = await givenCity(admin);
    tina.follow(admin);
    const place = await givenLocation(tina, city.id);
    expect(place.status).toBe('approved');
    const change = await changeOf('location', place.id, 'location-approved.v1');
    const reverted = await decision(change, 'reject', { reason: 'Not here.' });
    expect((await activityOf(place.id)).slice(0, 2)).toMatchObject([
      { type: 'location-rejected', reason: 'Not here.', undoable: true, batchId: reverted },
      { type: 'location-reopened', undoable: false },
    ]);
    expect(await entity(`/api/locations/${place.id}`)).toMatchObject({
      status: 'rejected',
      reason: 'Not here.',
    });
    const applied = await undone(reverted);
    expect(await entity(`/api/locations/${place.id}`)).toMatchObject({ status: 'approved' });
    expect((await activityOf(place.id)).slice(0, 4)).toMatchObject([
      { type: 'location-approved', undoable: false, batchId: applied },
      { type: 'location-reopened', undoable: false },
      { type: 'location-rejected', undoable: false },
      { type: 'location-reopened', undoable: false },
    ]);
    await final(applied);
    await decision(change, 'reject', { reason: 'Not at all.' });
    expect(await entity(`/api/locations/${place.id}`)).toMatchObject({
      status: 'rejected',
      reason: 'Not at all.',
    });
  });
});
