import { describe, expect, it } from 'vitest';

import { meet as meetAll, expectProblem, type ApiResponse, type Client, type Entity } from './client.ts';
import { editItem, givenCity, givenEdit, givenLocation, missingId, reportItem } from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const mona = await server.registerModerator('Mona');
const city = await givenCity(admin);

/** Makes every client read the others' writes. */
const meet = () => meetAll(admin, anna, ben, mona, server.visitor);
const place = async (changes: object = {}): Promise<Entity> => {
  const made = await givenLocation(admin, city.id, changes);
  meet();
  return made;
};
async function merge(from: Entity, into: Entity, more: object = {}, by: Client = mona): Promise<ApiResponse> {
  meet();
  const response = await by.post(`/api/admin/locations/${from.id}/merge`, { into: into.id, ...more });
  meet();
  return response;
}
const merged = async (from: Entity, into: Entity, more: object = {}): Promise<Entity> => {
  const response = await merge(from, into, more);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const get = async (path: string, by: Client = server.visitor): Promise<ApiResponse> => {
  meet();
  return by.get(path);
};
const shown = async ({ id }: Entity, by: Client = server.visitor): Promise<Entity> => {
  const response = await get(`/api/locations/${id}`, by);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
async function undo(from: Entity, by: Client = mona): Promise<ApiResponse> {
  const activity = await get(`/api/admin/activity?entityId=${from.id}&limit=100`, mona);
  const entry = activity.body.find(({ type }: Entity) => type === 'location-merged');
  const response = await by.post(`/api/admin/batches/${entry?.batchId}/undo`);
  expect(response.status, response.text).toBe(200);
  meet();
  return response;
}
const rate = async (who: Client, { id }: Entity, rating: number) => {
  expect((await who.put(`/api/locations/${id}/rating`, { rating })).status).toBe(200);
};
const heart = async (who: Client, { id }: Entity) => {
  expect((await who.put(`/api/locations/${id}/favorite`)).status).toBe(200);
};
const idsIn = (response: ApiResponse): string[] => response.body.map(({ id }: Entity) => id);

describe('a merged place', () => {
  it('is on people’s lists as the place that shows it, once, until the merging is undone', async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    const list = (await anna.post('/api/lists', { name: 'A weekend' })).body;
    await anna.put(`/api/lists/${list.id}`, { places: [a.id, c.id, b.id], shared: true });
    const { sharedId } = (await get(`/api/lists/${list.id}`, anna)).body as unknown as { sharedId: string };
    const listed = async () => {
      const own = (await get(`/api/lists/${list.id}`, anna)).body as unknown as { places: Entity[] };
      const shared = (await get(`/api/lists/${sharedId}`)).body as unknown as { places: Entity[] };
      const [ids, sharedIds] = [own, shared].map(({ places }) => places.map(({ id }) => id));
      expect(sharedIds).toEqual(ids);
      return ids;
    };
    expect(await listed()).toEqual([a.id, c.id, b.id]);
    await merged(a, b);
    expect(await listed()).toEqual([b.id, c.id]);
    await undo(a);
    expect(await listed()).toEqual([a.id, c.id, b.id]);
  });

  it('redirects to the last place of its chain while that is public', async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    await merged(a, b);
    for (const who of [server.visitor, anna, admin]) {
      const response = await get(`/api/locations/${a.id}`, who);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(`/api/locations/${b.id}`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    await merged(b, c);
    for (const { id } of [a, b]) {
      const response = await get(`/api/locations/${id}`);
      expect(response.headers.get('location')).toBe(`/api/locations/${c.id}`);
    }
    expect((await admin.delete(`/api/locations/${c.id}`)).status).toBe(204);
    for (const { id } of [a, b, c])
      expectProblem(await get(`/api/locations/${id}`), 404, 'Location not found');
    expect((await admin.post(`/api/admin/locations/${c.id}/restore`)).status).toBe(200);
    expect((await get(`/api/locations/${a.id}`)).status).toBe(301);
  });

  it('redirects photos and light to the place that stays, with the same query', async () => {
    const coordinates = { latitude: 38.7, longitude: -9.1 };
    const [a, b, c] = [await place({ coordinates }), await place(), await place({ coordinates })];
    await merged(a, b);
    await merged(b, c);
    for (const below of ['photos', 'photos?imageData=omit&limit=3', 'light', 'light?date=2026-06-21']) {
      for (const who of [server.visitor, anna]) {
        const response = await get(`/api/locations/${a.id}/${below}`, who);
        expect(response.status, below).toBe(301);
        expect(response.headers.get('location')).toBe(`/api/locations/${c.id}/${below}`);
        expect(response.headers.get('cache-control')).toBe('no-cache');
        expect(response.body).toEqual({ into: c.id });
        expect((await get(response.headers.get('location') ?? '', who)).status).toBe(200);
      }
    }
    const unknown = await get(`/api/locations/${a.id}/photos?imageData=omit&nonsense=//elsewhere.example`);
    expect(unknown.headers.get('location')).toBe(`/api/locations/${c.id}/photos?imageData=omit`);
    expect((await get(`/api/locations/${a.id}/light?date=nonsense`)).status).toBe(400);
    await undo(b);
    expect((await get(`/api/locations/${a.id}/photos?imageData=omit`)).headers.get('location')).toBe(
      `/api/locations/${b.id}/photos?imageData=omit`,
    );
    expect((await admin.delete(`/api/locations/${b.id}`)).status).toBe(204);
    for (const below of ['photos?imageData=omit', 'light'])
      expectProblem(await get(`/api/locations/${a.id}/${below}`), 404, 'Location not found');
  });

  it('disappears from every list, count and search, and stays in Manage Locations with the other’s id', async () => {
    const [a, b] = [await place({ name: 'Doppelgänger' }), await place()];
    const { locationCount } = (await get(`/api/cities/${city.id}`)).body;
    await merged(a, b);
    expect(idsIn(await get(`/api/locations?city=${city.id}&limit=500`))).not.toContain(a.id);
    expect(idsIn(await get('/api/locations?search=doppelganger'))).toEqual([]);
    expect(idsIn(await get('/api/locations/trending'))).not.toContain(a.id);
    expect((await get(`/api/cities/${city.id}`)).body.locationCount).toBe(locationCount - 1);
    const all = await get('/api/admin/locations?search=doppelganger', admin);
    expect(all.body).toMatchObject([{ id: a.id, originalId: b.id, status: 'deleted' }]);
  });

  it('accepts no write: each is 409 and names the other place', async () => {
    const [a, b] = [await place(), await place()];
    const photo = await addPhoto(anna, a.id);
    await merged(a, b);
    const path = `/api/locations/${a.id}`;
    const refused = [
      await admin.put(path, { name: 'Another' }),
      await anna.put(path, { name: 'Another' }),
      await admin.delete(path),
      await admin.post(`/api/admin/locations/${a.id}/restore`),
      await admin.post(`/api/admin/locations/${a.id}/reopen`),
      await admin.post(`/api/admin/locations/${a.id}/reject`),
      await anna.put(`${path}/rating`, { rating: 3 }),
      await anna.put(`${path}/favorite`),
      await anna.patch(`/api/photos/${photo.body.id}/primary`, { locationId: a.id }),
      await anna.post('/api/reports', { entityType: 'location', entityId: a.id, reason: 'wrong' }),
      await merge(a, b),
      await merge(a, await place()),
    ];
    for (const response of refused) {
      expectProblem(response, 409, 'This place was merged into another one.');
      expect(response.body).toMatchObject({ into: b.id });
    }
  });

  it('is not found, also by a write, while the place that shows it is deleted', async () => {
    const [a, b] = [await place(), await place()];
    await merged(a, b);
    expect((await admin.delete(`/api/locations/${b.id}`)).status).toBe(204);
    meet();
    const responses = await Promise.all([
      anna.put(`/api/locations/${a.id}`, { name: 'Another name' }),
      admin.put(`/api/locations/${a.id}`, { name: 'Another name' }),
      admin.delete(`/api/locations/${a.id}`),
      anna.put(`/api/locations/${a.id}/rating`, { rating: 5 }),
      anna.put(`/api/locations/${a.id}/favorite`),
      anna.delete(`/api/locations/${a.id}/favorite`),
      addPhoto(anna, a.id),
      anna.post('/api/reports', { entityType: 'location', entityId: a.id, reason: 'gone' }),
      mona.post(`/api/admin/locations/${a.id}/approve`),
      mona.post(`/api/admin/locations/${a.id}/merge`, { into: b.id }),
    ]);
    for (const response of responses) expectProblem(response, 404, 'Location not found');
  });
});

describe('merging is refused', () => {
  it('with itself, across cities, or into a merged, non-public or unknown place', async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    const far = await givenLocation(admin, (await givenCity(admin)).id);
    const waiting = await givenLocation(anna, city.id);
    await merged(b, c);
    for (const into of [a, far, b, waiting, { id: missingId } as Entity]) {
      expectProblem(await merge(a, into), 409, 'Please choose another public place of the same city.');
    }
    expect((await merge(a, b)).body).toMatchObject({ into: c.id });
    expectProblem(await merge({ id: missingId } as Entity, c), 404, 'Location not found');
    expect((await merge(a, { id: 'nonsense' } as Entity)).status).toBe(400);
    expect((await merge(a, c, { fields: ['nonsense'] })).status).toBe(400);
  });
  it('for a place that its submitter withdrew before it was public, so that its photos stay out of sight', async () => {
    const withdrawn = await givenLocation(anna, city.id);
    await addPhoto(anna, withdrawn.id);
    expect((await anna.post(`/api/locations/${withdrawn.id}/withdraw`)).status).toBe(200);
    const into = await place();
    expectProblem(await merge(withdrawn, into), 409, 'This has already been decided.');
    expect((await shown(into)).photoCount).toBe(0);
  });
  it('for a moderator’s own place', async () => {
    const own = await givenLocation(mona, city.id);
    expect((await merge(own, await place())).status).toBe(403);
  });
});

describe('the place that stays', () => {
  it('shows photos, hearts and each person’s newest rating, and has its former numbers after the undo', async () => {
    const [a, b] = [await place(), await place()];
    const { body: photo } = await addPhoto(anna, a.id);
    await rate(anna, a, 1);
    await rate(anna, b, 5);
    await rate(ben, b, 2);
    await rate(ben, a, 4);
    for (const [who, where] of [
      [anna, a],
      [anna, b],
      [ben, a],
    ] as const)
      await heart(who, where);
    meet();
    const before = await shown(b);
    expect(before).toMatchObject({ rating: 3.5, ratingCount: 2, favoriteCount: 1, photoCount: 0 });
    expect(await merged(a, b)).toMatchObject({ id: b.id, ratingCount: 2, photoCount: 1 });
    const after = await shown(b, ben);
    expect(after).toMatchObject({
      rating: 4.5,
      ratingCount: 2,
      favoriteCount: 2,
      photoCount: 1,
      myRating: 4,
      isFavorite: true,
    });
    expect((await get(`/api/locations/${b.id}/photos?imageData=omit`)).body).toMatchObject([
      { id: photo.id, locationId: b.id },
    ]);
    expect((await get(photo.url)).status).toBe(200);
    expect(idsIn(await get('/api/favorites', anna))).toEqual([b.id]);
    expect(idsIn(await get('/api/favorites', ben))).toEqual([b.id]);
    expect(idsIn(await get('/api/locations?search=location&minRating=4&limit=500'))).toContain(b.id);

    expect((await undo(a)).body.results).toMatchObject([{ result: 'done' }]);
    expect(await shown(b)).toMatchObject({ rating: 3.5, ratingCount: 2, favoriteCount: 1, photoCount: 0 });
    expect(await shown(a)).toMatchObject({
      ratingCount: 2,
      favoriteCount: 2,
      photoCount: 1,
      originalId: null,
    });
    expect(new Set(idsIn(await get('/api/favorites', anna)))).toEqual(new Set([a.id, b.id]));
  });

  it('lets people take back a heart that came from the merged place, once', async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    await heart(ben, a);
    await merged(a, b);
    await merged(c, b);
    expect(await shown(b, ben)).toMatchObject({ favoriteCount: 1, isFavorite: true });
    const first = await ben.delete(`/api/locations/${b.id}/favorite`);
    expect(first.status).toBe(204);
    expect(await shown(b, ben)).toMatchObject({ favoriteCount: 0, isFavorite: false });
    const again = await ben.delete(`/api/locations/${b.id}/favorite`);
    expect(again.headers.get('x-event-position')).toBe(first.headers.get('x-event-position'));
  });

  it('leaves photos to their uploader, who sees and deletes them in My submissions', async () => {
    const [a, b] = [await place(), await place()];
    const { body: photo } = await addPhoto(anna, a.id);
    await merged(a, b, { photos: false });
    const submission = async () => {
      const { body } = await get('/api/submissions?limit=500', anna);
      return body.find(({ entityId }: Entity) => entityId === photo.id);
    };
    expect(await submission()).toMatchObject({
      name: b.name,
      locationId: null,
      status: 'rejected',
      reason: null,
      thumbnailUrl: photo.thumbnailUrl,
    });
    expect((await submission())?.['decidedAt']).not.toBeNull();
    const own = await get(photo.url, anna);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    for (const who of [server.visitor, ben]) expect((await get(photo.url, who)).status).toBe(404);
    expectProblem(await ben.delete(`/api/photos/${photo.id}`), 404, 'Photo not found');
    expect((await anna.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    expect(await submission()).toBeUndefined();
    expect((await get(photo.url, anna)).status).toBe(404);
    await undo(a);
    expect(await shown(a)).toMatchObject({ photoCount: 0 });
  });

  it('features, describes and loses photos of the merged place', async () => {
    const [a, b] = [await place(), await place()];
    const { body: photo } = await addPhoto(anna, a.id);
    await addPhoto(ben, b.id);
    await merged(a, b);
    expect((await ben.patch(`/api/photos/${photo.id}/primary`)).status).toBe(200);
    expect(await shown(b)).toMatchObject({ primaryPhoto: { id: photo.id } });
    expect((await anna.patch(`/api/photos/${photo.id}`, { caption: 'Dawn' })).status).toBe(200);
    expect((await ben.delete(`/api/photos/${photo.id}`)).status).toBe(403);
    expect((await anna.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    expect(await shown(b)).toMatchObject({ photoCount: 1 });
  });

  it('takes the named values, and returns those that nobody has changed since', async () => {
    const a = await place({ name: 'Right name', description: 'Right words', address: 'Right street 1' });
    const b = await place({ name: 'Wrong name', description: 'Other words', address: null });
    const stays = await merged(a, b, { fields: ['name', 'address'] });
    expect(stays).toMatchObject({
      name: 'Right name',
      description: 'Other words',
      address: 'Right street 1',
    });
    expect((await admin.put(`/api/locations/${b.id}`, { address: 'Later street 2' })).status).toBe(200);
    await undo(a);
    expect(await shown(b)).toMatchObject({ name: 'Wrong name', address: 'Later street 2' });
    expect(await shown(a)).toMatchObject({ name: 'Right name', address: 'Right street 1' });
  });

  it('returns the values to a deleted place, for its restore', async () => {
    for (const how of ['merged', 'deleted'] as const) {
      const a = await place({ name: 'Right name', address: 'Right street 1' });
      const [b, c] = [await place({ name: 'Wrong name', address: null }), await place()];
      await merged(a, b, { fields: ['name', 'address'] });
      if (how === 'merged') await merged(b, c);
      else expect((await admin.delete(`/api/locations/${b.id}`)).status).toBe(204);
      expect((await undo(a)).body.results).toMatchObject([{ result: 'done' }]);
      expect(idsIn(await get(`/api/locations?search=wrong+name&limit=500`))).not.toContain(b.id);
      if (how === 'merged') await undo(b);
      else expect((await admin.post(`/api/admin/locations/${b.id}/restore`)).status).toBe(200);
      expect(await shown(a)).toMatchObject({ name: 'Right name', address: 'Right street 1' });
      expect(await shown(b), how).toMatchObject({ name: 'Wrong name', address: null });
      expect(idsIn(await get(`/api/locations?search=wrong+name&limit=500`))).toContain(b.id);
    }
  });

  const path = (place: Entity, edit: Entity | undefined) => `/locations/${place.id}/edits/${edit?.id}`;
  const pendingOf = async (...edits: readonly Entity[]) => {
    const listed = (await get('/api/admin/pending-edits?limit=500', mona)).body;
    return listed.filter(({ id }: Entity) => edits.some((edit) => edit.id === id));
  };
  const statusOf = async ({ id }: Entity) => {
    const { body } = await get('/api/submissions?limit=500', anna);
    return body.find(({ editId }: Entity) => editId === id)?.status;
  };

  it('shows the other’s edits in the queue, which are declined and withdrawn as before', async () => {
    const [a, b] = [await place(), await place()];
    const first = await givenEdit(anna, a.id, { name: 'First' });
    const second = await givenEdit(anna, a.id, { name: 'Second' });
    await merged(a, b);
    expect(await pendingOf(first, second)).toMatchObject([
      { entityId: a.id, locationName: b.name },
      { entityId: a.id, locationName: b.name },
    ]);
    expect((await mona.post(`/api/admin${path(a, first)}/reject`)).status).toBe(200);
    expect((await anna.post(`/api${path(a, second)}/withdraw`)).status).toBe(200);
    meet();
    expect(await pendingOf(first, second)).toEqual([]);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['rejected', 'withdrawn']);
  });

  it('takes the values of the other’s edit on approval, and returns them when the approval is undone', async () => {
    const [a, b] = [await place({ name: 'Same name' }), await place({ name: 'Same name', address: null })];
    const edit = await givenEdit(anna, a.id, { name: 'Better name', address: 'Right street 1' });
    await merged(a, b);
    const response = await mona.post(`/api/admin${path(a, edit)}/approve`);
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({ id: edit.id, status: 'approved', entityId: a.id });
    const took = { name: 'Better name', address: 'Right street 1' };
    expect(await shown(b)).toMatchObject(took);
    expect(idsIn(await get('/api/locations?search=%22better+name%22'))).toEqual([b.id]);
    expect([await statusOf(edit), await pendingOf(edit)]).toEqual(['approved', []]);
    const history = (await get(`/api/admin/locations/${b.id}/history?sort=newest`, mona)).body;
    expect(history).toMatchObject([
      { type: 'location-edited.v1' },
      { type: 'location-edit-approved.v1', changes: { name: { from: 'Same name', to: 'Better name' } } },
      { type: 'location-merged.v1' },
      ...history.slice(3),
    ]);
    expect((await mona.post(`/api/admin${path(a, edit)}/approve`)).status).toBe(200);
    expect((await get(`/api/admin/locations/${b.id}/history?sort=newest`, mona)).body).toEqual(history);

    expect((await admin.put(`/api/locations/${b.id}`, { address: 'Later street 2' })).status).toBe(200);
    const undone = await mona.post(`/api/admin/batches/${history[1]?.['correlationId']}/undo`);
    expect(undone.body.results, undone.text).toMatchObject([{ kind: 'edit', id: edit.id, result: 'done' }]);
    expect(await shown(b)).toMatchObject({ name: 'Same name', address: 'Later street 2' });
    expect(await pendingOf(edit)).toMatchObject([{ locationName: b.name }]);
    await undo(a);
    expect(await shown(a)).toMatchObject({ name: 'Same name' });
    expect(await pendingOf(edit)).toMatchObject([{ locationName: a.name, conflicts: {} }]);
    expect((await mona.post(`/api/admin${path(a, edit)}/approve`)).status).toBe(200);
    expect(await shown(a)).toMatchObject(took);
    expect(await shown(b)).toMatchObject({ name: 'Same name' });
  });

  it('keeps the values from an approved edit when the merging is undone', async () => {
    const [a, b] = [await place({ name: 'Same name' }), await place({ name: 'Same name' })];
    const edit = await givenEdit(anna, a.id, { name: 'Better name' });
    await merged(a, b);
    expect((await mona.post(`/api/admin${path(a, edit)}/approve`)).status).toBe(200);
    await undo(a);
    expect([(await shown(a)).name, (await shown(b)).name]).toEqual(['Same name', 'Better name']);
    expect(await statusOf(edit)).toBe('approved');
  });

  it('conflicts with an edit of the other as with any edit', async () => {
    const [a, b] = [await place({ name: 'One' }), await place({ name: 'Other' })];
    const edit = await givenEdit(anna, a.id, { name: 'Better', description: 'Better words' });
    await merged(a, b);
    expect(await pendingOf(edit)).toMatchObject([{ conflicts: { name: 'Other' } }]);
    const refused = await mona.post(`/api/admin${path(a, edit)}/approve`);
    expect(refused.status).toBe(409);
    const { revision } = await shown(b);
    expect((await admin.put(`/api/locations/${b.id}`, { description: 'Meanwhile' })).status).toBe(200);
    meet();
    const item = { ...editItem({ ...edit, entityId: a.id }), decision: 'approve', force: true };
    const late = await mona.post('/api/admin/decisions', { items: [{ ...item, revision }] });
    expect(late.body.results).toMatchObject([{ result: 'refused', code: 'changed' }]);
    const queued = await get('/api/admin/queue?kind=edit&limit=100', mona);
    const row = queued.body.find(({ id }: Entity) => id === edit.id);
    expect(row).toMatchObject({ locationId: b.id, name: 'Other', flags: ['conflict'] });
    const seen = { ...item, revision: row?.revision, fields: ['name'] };
    const done = await mona.post('/api/admin/decisions', { items: [seen] });
    expect(done.body.results, done.text).toMatchObject([{ result: 'done' }]);
    meet();
    expect(await shown(b)).toMatchObject({ name: 'Better', description: 'Meanwhile' });
    expect((await undo(a)).body.results).toMatchObject([{ result: 'done' }]);
    expect(await shown(a)).toMatchObject({ name: 'One' });
  });

  it('accepts only one of two simultaneous decisions about the other’s edit', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await place({ name: 'One' }), await place({ name: 'One' })];
      const edit = await givenEdit(anna, a.id, { name: 'Two' });
      await merged(a, b);
      const [approved, rejected] = await Promise.all([
        mona.post(`/api/admin${path(a, edit)}/approve`),
        admin.post(`/api/admin${path(a, edit)}/reject`),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      meet();
      expect(await shown(b)).toMatchObject({ name: approved.status === 200 ? 'Two' : 'One' });
    }
  });
});

describe('the moderators’ view of a merged place', () => {
  it('shows its state at any moment, and after the merging the other’s id', async () => {
    const [a, b] = [await place(), await place()];
    const before = mona.position();
    await merged(a, b);
    const at = (position: string | null) => get(`/api/admin/locations/${a.id}/at?position=${position}`, mona);
    expect((await at(before)).body).toMatchObject({ id: a.id, status: 'approved', originalId: null });
    expect((await at(mona.position())).body).toMatchObject({ status: 'deleted', originalId: b.id });
  });

  it('appears in the past states of the place that stays, and in comparisons of two', async () => {
    const [a, b] = [await place({ name: 'Right name' }), await place({ name: 'Wrong name' })];
    const { body: photo } = await addPhoto(anna, a.id);
    await rate(anna, a, 4);
    meet();
    await mona.get(`/api/locations/${b.id}`);
    const before = anna.position() ?? '';
    await merged(a, b, { fields: ['name'] });
    const after = mona.position() ?? '';
    await undo(a);
    const ofB = async (position: string) =>
      (await get(`/api/admin/locations/${b.id}/at?position=${position}`, mona)).body;
    const apart = { name: 'Wrong name', ratingCount: 0, photoCount: 0, photos: [] };
    expect(await ofB(before)).toMatchObject(apart);
    expect(await ofB(after)).toMatchObject({
      name: 'Right name',
      rating: 4,
      ratingCount: 1,
      photoCount: 1,
      photos: [{ id: photo.id, locationId: b.id }],
    });
    expect(await ofB(mona.position() ?? '')).toMatchObject(apart);
    const path = `/api/admin/locations/${b.id}/compare?from=${before}&to=${after}`;
    expect((await get(path, mona)).body).toMatchObject({
      name: { from: 'Wrong name', to: 'Right name' },
      rating: { to: 4 },
      photos: { from: [], to: [{ id: photo.id }] },
    });
  });

  it('shows reports on it and its photos at the place that stays, where they are closed', async () => {
    const [a, b] = [await place({ name: 'Reported twice' }), await place({ name: 'Stays instead' })];
    const { body: photo } = await addPhoto(ben, a.id);
    const report = (entityType: string, entityId: string) =>
      anna.post('/api/reports', { entityType, entityId, reason: 'wrong', note: `A ${entityType}` });
    meet();
    expect((await report('location', a.id)).status).toBe(201);
    expect((await report('photo', photo.id)).status).toBe(201);
    const [ofPlace, ofPhoto] = [`location-${a.id}`, `photo-${photo.id}`];
    const rows = async (more = '') => {
      const queue = await get(`/api/admin/queue?kind=report&city=${city.id}&limit=100${more}`, mona);
      return queue.body.filter(({ id }: Entity) => id === ofPlace || id === ofPhoto);
    };
    const at = ({ id, name }: Entity) => ({ locationId: id, name });
    expect(await rows()).toMatchObject([at(a), at(a)]);
    await merged(a, b);
    expect(await rows()).toMatchObject([
      { id: ofPlace, entityType: 'location', entityId: a.id, ...at(b) },
      { id: ofPhoto, entityType: 'photo', entityId: photo.id, ...at(b) },
    ]);
    expect(await rows('&search=stays')).toHaveLength(2);
    expect(await rows('&search=twice')).toEqual([]);
    const story = async (id: string) => (await get(`/api/admin/queue/report/${id}`, mona)).body;
    expect(await story(ofPlace)).toMatchObject({
      waits: true,
      fields: { name: b.name },
      reports: [{ note: 'A location' }],
    });
    expect(await story(ofPhoto)).toMatchObject({
      waits: true,
      photo: { id: photo.id, locationId: b.id, locationName: b.name },
      reports: [{ note: 'A photo' }],
    });
    const mine = async () =>
      (await get('/api/submissions?limit=500', anna)).body
        .filter(({ entityType }: Entity) => entityType === 'report')
        .slice(0, 2)
        .map(({ name, status }: Entity) => [name, status]);
    expect(await mine()).toEqual([
      [b.name, 'open'],
      [b.name, 'open'],
    ]);

    const response = await mona.post('/api/admin/decisions', {
      items: [
        { ...reportItem('location', a.id), decision: 'approve', revision: 0 },
        { ...reportItem('photo', photo.id), decision: 'reject', revision: 0 },
      ],
    });
    expect(response.body.results, response.text).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    meet();
    expect(await rows()).toEqual([]);
    expect(await mine()).toEqual([
      [b.name, 'dismissed'],
      [b.name, 'upheld'],
    ]);
    await undo(a);
    const again = await mona.post(`/api/admin/batches/${response.body.batchId}/undo`);
    expect(again.body.results, again.text).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    meet();
    expect(await rows()).toMatchObject([at(a), at(a)]);
    expect(await mine()).toEqual([
      [a.name, 'open'],
      [a.name, 'open'],
    ]);
  });

  it('is reported as the other place, so the other’s submitter may not answer either', async () => {
    const a = await place();
    const own = await givenLocation(mona, city.id);
    meet();
    expect((await admin.post(`/api/admin/locations/${own.id}/approve`)).status).toBe(200);
    await anna.post('/api/reports', { entityType: 'location', entityId: a.id, reason: 'wrong' });
    await merge(a, own, {}, admin);
    const response = await mona.post('/api/admin/decisions', {
      items: [{ ...reportItem('location', a.id), decision: 'reject' }],
    });
    expect(response.body.results).toMatchObject([{ result: 'refused', code: 'own' }]);
  });

  it('flags pending items of the place that stays as reported', async () => {
    const [a, b] = [await place(), await place()];
    const edit = await givenEdit(ben, b.id, { name: 'Another' });
    expect(
      (await anna.post('/api/reports', { entityType: 'location', entityId: a.id, reason: 'gone' })).status,
    ).toBe(201);
    await merged(a, b);
    const reported = async () => idsIn(await get('/api/admin/queue?kind=edit&flag=reported&limit=100', mona));
    expect(await reported()).toContain(edit.id);
    await undo(a);
    expect(await reported()).not.toContain(edit.id);
  });
});

describe('a merging', () => {
  it('appears in both histories and in the activity, and is undone once, as one batch', async () => {
    const [a, b] = [await place(), await place()];
    await merged(a, b);
    for (const { id } of [a, b]) {
      const history = await get(`/api/admin/locations/${id}/history?sort=newest`, mona);
      expect(history.body[0]).toMatchObject({ type: 'location-merged.v1' });
    }
    const activity = await get('/api/admin/activity?limit=1', mona);
    expect(activity.body[0]).toMatchObject({ undoable: true });
    expect((await undo(a)).body.results).toMatchObject([{ kind: 'location', id: a.id, result: 'done' }]);
    expect((await undo(a)).body.results).toMatchObject([{ result: 'refused' }]);
    const history = await get(`/api/admin/locations/${b.id}/history?sort=newest`, mona);
    expect(history.body[0]).toMatchObject({ type: 'location-parted.v1' });
  });

  it('brings photos that cannot be uploaded again to the place that shows them, until they leave it', async () => {
    const [a, b] = [await place(), await place()];
    const bytes = await pictureBytes('png', 16, 16);
    anna.follow(admin);
    expect((await addPhoto(anna, a.id, bytes)).status).toBe(201);
    await merged(a, b);
    expectProblem(await addPhoto(anna, b.id, bytes), 409, 'This photo is already here');
    await undo(a);
    expect((await addPhoto(anna, b.id, bytes)).status).toBe(201);
    await merged(a, b, { photos: false });
    const c = await place();
    await merged(b, c);
    expectProblem(await addPhoto(ben, c.id, bytes), 409, 'This photo is already here');
  });

  it('decides pending items: a pending duplicate leaves the queue and returns with the undo', async () => {
    const b = await place();
    const waiting = await givenLocation(anna, city.id);
    await merged(waiting, b);
    const pending = async () => idsIn(await get('/api/admin/pending-locations?limit=500', mona));
    expect(await pending()).not.toContain(waiting.id);
    const submission = async () => {
      const { body } = await get('/api/submissions?limit=500', anna);
      return body.find(({ entityId }: Entity) => entityId === waiting.id);
    };
    const repeats = { id: b.id, name: b.name };
    const declined = { status: 'rejected', reason: null, duplicateOf: repeats, originalId: b.id };
    expect(await submission()).toMatchObject(declined);
    expect((await submission())?.['decidedAt']).not.toBeNull();
    await undo(waiting);
    expect(await pending()).toContain(waiting.id);
    expect(await submission()).toMatchObject({
      status: 'pending',
      decidedAt: null,
      duplicateOf: null,
      originalId: null,
    });
  });

  it('is linked as the place that shows it from what was declined as its duplicate', async () => {
    const [original, into] = [await place(), await place()];
    const declined = await givenLocation(anna, city.id);
    const path = `/api/admin/locations/${declined.id}/reject`;
    expect((await admin.post(path, { duplicateOf: original.id })).status).toBe(200);
    const submission = async () => {
      const { body } = await get('/api/submissions?limit=500', anna);
      return body.find(({ entityId }: Entity) => entityId === declined.id);
    };
    expect(await submission()).toMatchObject({ duplicateOf: { id: original.id, name: original.name } });
    await merged(original, into);
    expect(await submission()).toMatchObject({ duplicateOf: { id: into.id, name: into.name } });
    await undo(original);
    expect(await submission()).toMatchObject({ duplicateOf: { id: original.id, name: original.name } });
  });

  it('stays in its submitter’s own submissions until the place that shows it is deleted', async () => {
    const first = await givenCity(admin);
    anna.follow(admin);
    const mine = await givenLocation(anna, first.id);
    expect((await admin.post(`/api/admin/locations/${mine.id}/approve`)).status).toBe(200);
    const into = await givenLocation(admin, first.id);
    await merged(mine, into);
    const submissions = async () => {
      const { body, headers } = await get('/api/submissions?limit=500', anna);
      expect(headers.get('X-Total-Count')).toBe(String(body.length));
      return body.filter(({ entityId }: Entity) => entityId === mine.id);
    };
    const listed = [{ status: 'approved', duplicateOf: { id: into.id }, originalId: into.id }];
    expect(await submissions()).toMatchObject(listed);
    const other = await givenCity(admin);
    expect((await admin.put(`/api/locations/${into.id}`, { cityId: other.id })).status).toBe(200);
    expect((await admin.delete(`/api/cities/${first.id}`)).status).toBe(204);
    expect(await submissions()).toMatchObject(listed);
    expect((await admin.delete(`/api/locations/${into.id}`)).status).toBe(204);
    expect(await submissions()).toEqual([]);
    expect((await admin.post(`/api/admin/locations/${into.id}/restore`)).status).toBe(200);
    expect(await submissions()).toMatchObject(listed);
  });

  it('runs at the same time as a deletion and an edit: one of them is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await place(), await place()];
      meet();
      const [merging, deletion, edit] = await Promise.all([
        merge(a, b),
        admin.delete(`/api/locations/${a.id}`),
        anna.put(`/api/locations/${a.id}`, { name: 'Meanwhile' }),
      ]);
      expect([merging.status === 200, deletion.status === 204].filter(Boolean)).toHaveLength(1);
      expect([202, 404, 409]).toContain(edit.status);
    }
  });
});
