import { describe, expect, it } from 'vitest';

import { expectProblem } from './client.ts';
import { givenPublicLocation, missingId } from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const mia = await server.registerModerator('Mia');

async function photoOf(bytes?: Buffer) {
  const place = await givenPublicLocation(server);
  anna.follow(admin);
  const photo = (await addPhoto(anna, place.id, bytes)).body;
  admin.follow(anna);
  return photo;
}
const statusOf = async (url: string) => (await fetch(server.origin + url)).status;

describe('removing a photo for ever', () => {
  it('deletes its bytes at once, and a later restore is refused', async () => {
    const bytes = await pictureBytes();
    const photo = await photoOf(bytes);
    expect(await statusOf(photo.url)).toBe(200);
    expect((await admin.delete(`/api/photos/${photo.id}?for=ever`)).status).toBe(204);
    expect(await statusOf(photo.url)).toBe(404);
    expectProblem(
      await admin.post(`/api/admin/photos/${photo.id}/restore`),
      409,
      'This photo was removed for ever.',
    );
    const { body } = await admin.get(`/api/admin/activity?entityType=photo&entityId=${photo.id}`);
    expect(body[0]).toMatchObject({ type: 'photo-deleted', actor: { id: admin.id } });
    // A repetition changes nothing.
    expect((await admin.delete(`/api/photos/${photo.id}?for=ever`)).status).toBe(204);
    // Its undo, too, is refused.
    const undone = await admin.post(`/api/admin/batches/${body[0]?.batchId}/undo`);
    expect(undone.body.results[0]?.result, undone.text).toBe('refused');
  });

  it('also deletes the bytes of a photo that was deleted before', async () => {
    const photo = await photoOf();
    expect((await anna.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    admin.follow(anna);
    expect((await admin.delete(`/api/photos/${photo.id}?for=ever`)).status).toBe(204);
    expect((await admin.post(`/api/admin/photos/${photo.id}/restore`)).status).toBe(409);
  });

  it('is refused if other photos have the same bytes, unless all of them are removed', async () => {
    const bytes = await pictureBytes();
    const one = await photoOf(bytes);
    const place = await givenPublicLocation(server);
    ben.follow(admin);
    const other = (await addPhoto(ben, place.id, bytes)).body;
    admin.follow(ben);
    const refused = await admin.delete(`/api/photos/${one.id}?for=ever`);
    expectProblem(refused, 409, 'Other photos have the same picture. Remove all of them, or none.');
    expect(refused.body).toMatchObject({ photos: [{ id: other.id, locationId: place.id }] });
    expect([await statusOf(one.url), await statusOf(other.url)]).toEqual([200, 200]);
    expect((await admin.delete(`/api/photos/${one.id}?for=ever&all=true`)).status).toBe(204);
    expect([await statusOf(one.url), await statusOf(other.url)]).toEqual([404, 404]);
    expect((await admin.post(`/api/admin/photos/${other.id}/restore`)).status).toBe(409);
  });

  it('is only for the administrator', async () => {
    const photo = await photoOf();
    for (const who of [anna, ben, mia]) {
      who.follow(anna);
      expectProblem(await who.delete(`/api/photos/${photo.id}?for=ever`), 403, 'Forbidden');
    }
    expect((await admin.delete(`/api/photos/${photo.id}?for=now`)).status).toBe(400);
    expectProblem(await admin.delete(`/api/photos/${missingId}?for=ever`), 404, 'Photo not found');
    expect(await statusOf(photo.url)).toBe(200);
  });

  it('allows a new upload of the same picture', async () => {
    const bytes = await pictureBytes();
    const photo = await photoOf(bytes);
    await admin.delete(`/api/photos/${photo.id}?for=ever`);
    anna.follow(admin);
    const place = await givenPublicLocation(server);
    anna.follow(admin);
    const again = (await addPhoto(anna, place.id, bytes)).body;
    expect(await statusOf(again.url)).toBe(200);
  });
});
