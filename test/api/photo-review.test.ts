import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allPages, expectProblem, type Client, type Entity } from './client.ts';
import { givenPublicLocation, itemOf, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startServer, type Person, type TestServer } from './server.ts';

let server: TestServer;
let admin: Person;
let anna: Person;
let ben: Person;

const restore = (by: Client, id: string) => by.post(`/api/admin/photos/${id}/restore`);
const photosSeenBy = async (who: Client, locationId: string): Promise<string[]> =>
  (await allPages(who, `/api/locations/${locationId}/photos?imageData=omit`)).map(({ id }) => id);
const fileSeenBy = async (who: Person | null, photo: Entity): Promise<Response> =>
  fetch(`${server.origin}${photo.url}`, {
    headers: who === null ? {} : { authorization: `Bearer ${who.accessToken}` },
  });
const submissionsOf = async (who: Client) => allPages(who, '/api/submissions');

async function begin(environment: Record<string, string>): Promise<void> {
  server = await startServer(environment);
  ({ admin } = server);
  anna = await server.register('Anna');
  ben = await server.register('Ben');
}

describe('with PHOTO_REVIEW=before', () => {
  beforeAll(() => begin({ PHOTO_REVIEW: 'before' }));
  afterAll(() => server[Symbol.asyncDispose]());

  it('a photo is visible only to its uploader and moderators until its review, and counts nowhere', async () => {
    const place = await givenPublicLocation(server);
    const added = await addPhoto(anna, place.id, undefined, { isPrimary: 1 });
    expect(added.status, added.text).toBe(201);
    const photo = added.body;
    for (const who of [server.visitor, ben, admin]) who.follow(anna);

    expect(await photosSeenBy(anna, place.id)).toEqual([photo.id]);
    expect(await photosSeenBy(admin, place.id)).toEqual([photo.id]);
    for (const who of [server.visitor, ben]) expect(await photosSeenBy(who, place.id)).toEqual([]);
    for (const [who, status] of [
      [null, 404],
      [ben, 404],
      [anna, 200],
      [admin, 200],
    ] as const) {
      const file = await fileSeenBy(who, photo);
      expect(file.status).toBe(status);
      if (status === 200) expect(file.headers.get('Cache-Control')).toBe('private, no-cache');
      await file.body?.cancel();
    }
    const shown = (await server.visitor.get(`/api/locations/${place.id}`)).body;
    expect(shown).toMatchObject({ photoCount: 0, primaryPhoto: null, primaryPhotoUrl: null });
    expect((await server.visitor.get(`/api/cities/${place.cityId}`)).body.photoCount).toBe(0);
    expect((await server.visitor.get('/api/stats')).body).toMatchObject({ photos: 0 });
    expectProblem(await ben.patch(`/api/photos/${photo.id}/primary`), 404, 'Photo not found');
    const report = { entityType: 'photo', entityId: photo.id, reason: 'wrong' };
    expectProblem(await ben.post('/api/reports', report), 404, 'Photo not found');
    expect((await submissionsOf(anna))[0]).toMatchObject({
      entityType: 'photo',
      entityId: photo.id,
      name: place.name,
      status: 'pending',
      thumbnailUrl: photo.thumbnailUrl,
    });
  });

  it('a new caption sends a photo to review again, and a moderator may remove it', async () => {
    const place = await givenPublicLocation(server);
    const { id } = (await addPhoto(anna, place.id)).body;
    const item = itemOf('photo', id);
    const decideOnIt = async (decision: string) => {
      admin.follow(anna);
      const response = await admin.post('/api/admin/decisions', { items: [{ ...item, decision }] });
      expect(response.body.results).toMatchObject([{ result: 'done' }]);
      server.visitor.follow(admin);
    };
    await decideOnIt('approve');
    expect(await photosSeenBy(server.visitor, place.id)).toEqual([id]);
    expect((await anna.patch(`/api/photos/${id}`, { caption: 'Not seen yet' })).status).toBe(200);
    for (const who of [server.visitor, admin]) who.follow(anna);
    expect(await photosSeenBy(server.visitor, place.id)).toEqual([]);
    expect((await allPages(admin, '/api/admin/queue?kind=photo')).map((each) => each.id)).toContain(id);
    await decideOnIt('reject');
  });

  it('a photo of the administrator is shown immediately', async () => {
    const place = await givenPublicLocation(server);
    await addPhoto(admin, place.id);
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${place.id}`)).body.photoCount).toBe(1);
  });

  it('a photo of a moderator who is not trusted waits for somebody else', async () => {
    const place = await givenPublicLocation(server);
    const mona = await server.registerModerator('Mona');
    const photo = (await addPhoto(mona, place.id)).body;
    for (const who of [server.visitor, admin]) who.follow(mona);
    expect(await photosSeenBy(server.visitor, place.id)).toEqual([]);
    const accepts = { items: [{ ...itemOf('photo', photo.id), decision: 'approve' }] };
    const acceptedBy = async (who: Client) => (await who.post('/api/admin/decisions', accepts)).body.results;
    expect(await acceptedBy(mona)).toMatchObject([{ result: 'refused' }]);
    expect(await acceptedBy(admin)).toMatchObject([{ result: 'done' }]);
    server.visitor.follow(admin);
    expect(await photosSeenBy(server.visitor, place.id)).toEqual([photo.id]);
  });

  it('an uploader’s photos are listed in order of arrival, page by page', async () => {
    const place = await givenPublicLocation(server);
    const ids: string[] = [];
    for (const who of [anna, admin, anna, admin, anna]) ids.push((await addPhoto(who, place.id)).body.id);
    anna.follow(admin);
    admin.follow(anna);
    const path = `/api/locations/${place.id}/photos?imageData=omit&limit=2`;
    expect((await allPages(anna, path)).map(({ id }) => id)).toEqual(ids);
    expect((await anna.get(path)).headers.get('X-Total-Count')).toBe('5');
    ben.follow(anna);
    expect((await ben.get(path)).headers.get('X-Total-Count')).toBe('2');
  });
});

describe('with PHOTO_REVIEW=after', () => {
  beforeAll(() => begin({}));
  afterAll(() => server[Symbol.asyncDispose]());

  it('is reviewed if its uploader is not trusted, moderators included, but not the administrator', async () => {
    const place = await givenPublicLocation(server);
    const mona = await server.registerModerator('Mona');
    const [shown, own] = [(await addPhoto(mona, place.id)).body, (await addPhoto(admin, place.id)).body];
    for (const who of [server.visitor, admin]) who.follow(mona);
    const queue = await allPages(admin, '/api/admin/queue?kind=photo');
    expect(queue.map(({ id }) => id)).toContain(shown.id);
    expect(queue.map(({ id }) => id)).not.toContain(own.id);
    expect(await photosSeenBy(server.visitor, place.id)).toContain(shown.id);
    await admin.post(`/api/admin/people/${mona.id}/trust`);
    const trusted = (await addPhoto(mona, place.id)).body;
    const after = await allPages(mona, '/api/admin/queue?kind=photo');
    expect(after.map(({ id }) => id)).not.toContain(trusted.id);
  });

  it('a deleted photo can be restored', async () => {
    const place = await givenPublicLocation(server);
    const photo = (await addPhoto(anna, place.id)).body;
    expect((await anna.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    admin.follow(anna);
    expectProblem(await restore(admin, missingId), 404, 'Photo not found');
    const response = await restore(admin, photo.id);
    expect(response.status, response.text).toBe(200);
    expect(response.body.id).toBe(photo.id);
    server.visitor.follow(admin);
    expect(await photosSeenBy(server.visitor, place.id)).toEqual([photo.id]);
    expect((await restore(admin, photo.id)).status).toBe(200);
  });
});
