import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { flatPng } from '#command-service/photo/images/test-pictures';

import { idsOf, allPages, entryAt, expectProblem, nextPage, type Entity } from './client.ts';
import { decide, givenCity, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { addPhoto, dataUrl, fetchBytes, picture, pictureBytes, upload } from './pictures.ts';
import { type Person, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

const photosOf = (locationId: string) => `/api/locations/${locationId}/photos`;
const listOf = (who: Person, locationId: string): Promise<Entity[]> =>
  allPages(who, `${photosOf(locationId)}?imageData=omit`);
const served = (path: string, headers = {}) => fetch(`${server.origin}${path}`, { headers });

describe('uploading', () => {
  it('shows the photo immediately, and counts it', async () => {
    const location = await givenPublicLocation(server);
    const bytes = await pictureBytes('jpeg', 1200, 800);
    const response = await addPhoto(anna, location.id, bytes, { fileName: 'Ribeira at dusk.jpg' });
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).not.toBeNull();
    expect(response.body).toMatchObject({
      locationId: location.id,
      fileName: 'Ribeira at dusk.jpg',
      fileSize: bytes.length,
      mimeType: 'image/jpeg',
      width: 1200,
      height: 800,
      isPrimary: 0,
      uploadedBy: anna.id,
    });
    server.visitor.follow(anna);
    const listed = (await server.visitor.get(photosOf(location.id))).body;
    const { imageData, ...rest } = entryAt(listed, 0);
    expect(response.body).toEqual({ ...rest, imageData: null });
    expect(imageData).toMatch(/^data:image\/webp;base64,/);
    const shown = (await server.visitor.get(`/api/locations/${location.id}`)).body;
    expect(shown).toMatchObject({
      photoCount: 1,
      primaryPhotoUrl: response.body.url,
      imageUrl: response.body.url,
    });
    expect((await server.visitor.get(`/api/cities/${location.cityId}`)).body.photoCount).toBe(1);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'recognises %s by its bytes, whatever its name',
    async (format) => {
      const location = await givenPublicLocation(server);
      const bytes = await pictureBytes(format);
      for (const declared of ['image/jpeg', `image/${format}`]) {
        const response = await addPhoto(anna, location.id, bytes, {
          imageData: dataUrl(bytes, declared),
          mimeType: declared,
        });
        expect(response.status).toBe(201);
        expect(response.body).toMatchObject({ mimeType: `image/${format}`, width: 64, height: 48 });
        await anna.delete(`/api/photos/${response.body.id}`);
      }
    },
  );

  it('as the featured photo makes it featured', async () => {
    const location = await givenPublicLocation(server);
    await addPhoto(anna, location.id);
    const response = await addPhoto(ben, location.id, undefined, { isPrimary: 1 });
    expect(response.status).toBe(201);
    expect(response.body.isPrimary).toBe(1);
    expect((await ben.get(`/api/locations/${location.id}`)).body.primaryPhoto?.id).toBe(response.body.id);
  });

  const notImages: ReadonlyArray<readonly [string, () => Promise<string> | string]> = [
    ['a TIFF', async () => dataUrl(await picture().tiff().toBuffer(), 'image/tiff')],
    [
      'half a JPEG',
      async () => {
        const bytes = await sharp({
          create: {
            width: 900,
            height: 900,
            channels: 3,
            background: '#888',
            noise: { type: 'gaussian', mean: 120, sigma: 40 },
          },
        })
          .jpeg()
          .toBuffer();
        return dataUrl(bytes.subarray(0, bytes.length / 2));
      },
    ],
    ['the head of a PNG', async () => dataUrl((await pictureBytes('png')).subarray(0, 60), 'image/png')],
  ];
  it.each(notImages)('refuses %s', async (_name, make) => {
    const location = await givenPublicLocation(server);
    const response = await anna.post(photosOf(location.id), {
      ...upload(Buffer.alloc(0)),
      imageData: await make(),
    });
    expectProblem(response, 415, 'Invalid File Type');
    expect((await anna.get(`/api/locations/${location.id}`)).body.photoCount).toBe(0);
  });

  it.each([
    ['an address', 'https://example.org/a.jpg'],
    ['no base64', 'data:image/jpeg,hello'],
    ['broken base64', 'data:image/jpeg;base64,%%%%'],
    ['a number', 7],
    ['an operator', { $gt: '' }],
  ])('refuses %s for the data URL', async (_name, imageData) => {
    const location = await givenPublicLocation(server);
    const response = await anna.post(photosOf(location.id), { ...upload(Buffer.from('x')), imageData });
    expectProblem(response, 400, 'imageData must be a base64 data URL');
  });

  it('reports the mistakes of a short body before the location that is missing', async () => {
    expectProblem(await anna.post(photosOf(missingId), { fileName: 'a.png' }), 400);
  });
  it('refuses a missing and an empty photo', async () => {
    const location = await givenPublicLocation(server);
    const send = (imageData?: string) =>
      anna.post(photosOf(location.id), { ...upload(Buffer.from('x')), imageData });
    expectProblem(await send(), 400, 'Photo is required');
    expectProblem(await send('data:image/jpeg;base64,'), 415, 'Invalid File Type');
  });

  it('refuses more than 5 MB, however much more', async () => {
    const location = await givenPublicLocation(server);
    for (const size of [5 * 1024 * 1024 + 1, 6_000_000, 9_000_000]) {
      expectProblem(await addPhoto(anna, location.id, Buffer.alloc(size, 0xff)), 413, 'File Too Large');
    }
  });
  it('accepts exactly 5 MB', async () => {
    const location = await givenPublicLocation(server);
    const bytes = Buffer.alloc(5 * 1024 * 1024);
    // Bytes after the end of a JPEG count like its own.
    (await pictureBytes()).copy(bytes);
    expect((await addPhoto(anna, location.id, bytes)).status).toBe(201);
  });
  it('counts bytes after the end like the picture’s own', async () => {
    const location = await givenPublicLocation(server);
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
      const padded = Buffer.concat([await pictureBytes(format), randomBytes(100_000)]);
      const response = await addPhoto(anna, location.id, padded);
      expect(response.status, response.text).toBe(201);
      expect(response.body).toMatchObject({ fileSize: padded.length });
      expectProblem(await addPhoto(ben, location.id, padded), 409, 'This photo is already here');
    }
  });
  it('refuses more than 50 megapixels, even in few bytes', async () => {
    const location = await givenPublicLocation(server);
    const bytes = flatPng(20_000, 20_000);
    expect(bytes.length).toBeLessThan(1_000_000);
    expectProblem(await addPhoto(anna, location.id, bytes), 413, 'File Too Large');
  });
  it('refuses a photo that already exists, but accepts it again after it was deleted', async () => {
    const [one, other] = [await givenPublicLocation(server), await givenPublicLocation(server)];
    const bytes = await pictureBytes();
    const first = await addPhoto(anna, one.id, bytes);
    expectProblem(await addPhoto(anna, one.id, bytes), 409, 'This photo is already here');
    expectProblem(await addPhoto(ben, one.id, bytes), 409, 'This photo is already here');
    expect((await addPhoto(anna, other.id, bytes)).status).toBe(201);
    await anna.delete(`/api/photos/${first.body.id}`);
    const again = await addPhoto(ben, one.id, bytes);
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ id: first.body.id, uploadedBy: ben.id });
    expect((await served(again.body.url)).status).toBe(200);
  });
  it('one photo many times at once keeps one', async () => {
    const location = await givenPublicLocation(server);
    const bytes = await pictureBytes();
    const responses = await Promise.all(Array.from({ length: 4 }, () => addPhoto(anna, location.id, bytes)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await listOf(anna, location.id)).toHaveLength(1);
  });
  it('many photos at once keeps them all', async () => {
    const location = await givenPublicLocation(server);
    const responses = await Promise.all(Array.from({ length: 4 }, () => addPhoto(anna, location.id)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await anna.get(`/api/locations/${location.id}`)).body.photoCount).toBe(4);
  });
  it('to a place that does not exist is refused before the body arrives', async () => {
    const { hostname, port } = new URL(server.origin);
    const begun = request({
      hostname,
      port,
      method: 'POST',
      path: photosOf(missingId),
      headers: {
        Authorization: `Bearer ${anna.accessToken}`,
        'Content-Type': 'application/json',
        'Content-Length': 7_000_000,
      },
    });
    begun.on('error', () => undefined).write('{');
    const [response] = (await once(begun, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(404);
    begun.destroy();
  });
  it.each([
    [{ fileName: '' }, 'File name is required'],
    [{ fileName: 'a\u202egpj.exe' }, 'File name contains characters that cannot be shown'],
    [{ isPrimary: true }, 'isPrimary must be 0 or 1'],
    [{ fileSize: 'big' }, 'File size must be a number'],
  ])('refuses %j', async (changes, message) => {
    const location = await givenPublicLocation(server);
    expectProblem(await addPhoto(anna, location.id, undefined, changes), 400, message);
  });
});

describe('a served photo', () => {
  it('is re-encoded, upright, in a few widths, without metadata', async () => {
    const location = await givenPublicLocation(server);
    const bytes = await picture(1000, 600)
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 8/1 27/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('SecretCamera') || (await sharp(bytes).metadata()).exif !== undefined).toBe(true);
    const photo = (await addPhoto(anna, location.id, bytes)).body;
    expect(photo).toMatchObject({ width: 600, height: 1000 });
    const widths = [...photo.srcset.matchAll(/(\S+) (\d+)w/g)];
    expect(widths.map(([, , width]) => Number(width))).toEqual([320, 480]);
    for (const [, path = '', width] of widths) {
      const response = await served(path);
      expect(response.headers.get('Content-Type')).toBe('image/webp');
      expect(response.headers.get('Cache-Control')).toMatch(/public.*max-age=31536000.*immutable/);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: Number(width) });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.xmp).toBeUndefined();
      expect(metadata.orientation ?? 1).toBe(1);
    }
    const { imageData } = entryAt((await anna.get(photosOf(location.id))).body, 0);
    const inline = Buffer.from(imageData.split(',')[1] ?? '', 'base64');
    expect(inline).toEqual(await fetchBytes(`${server.origin}${photo.url}`));
    expect((await sharp(inline).metadata()).exif).toBeUndefined();
  });
  it('fills a dense screen if the original is large enough, up to 2,560 pixels', async () => {
    const location = await givenPublicLocation(server);
    const bytes = await picture(2700, 1800).jpeg().toBuffer();
    const photo = (await addPhoto(anna, location.id, bytes)).body;
    expect(photo.url).toMatch(/\/2560\.webp$/);
    expect(photo.srcset.match(/ \d+w/g)).toEqual([' 320w', ' 480w', ' 750w', ' 1080w', ' 1600w', ' 2560w']);
    const served = Buffer.from(await fetchBytes(`${server.origin}${photo.url}`));
    expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 2560, height: 1707 });
  });
  it('is 304 for a client with a current copy', async () => {
    const location = await givenPublicLocation(server);
    const photo = (await addPhoto(anna, location.id)).body;
    const first = await served(photo.thumbnailUrl);
    const again = await served(photo.thumbnailUrl, { 'If-None-Match': first.headers.get('ETag') ?? '' });
    expect(again.status).toBe(304);
    await first.arrayBuffer();
  });
  it('is not found once the photo is deleted, or its location is hidden or deleted', async () => {
    const location = await givenPublicLocation(server);
    const [one, two] = [(await addPhoto(anna, location.id)).body, (await addPhoto(anna, location.id)).body];
    const asAdmin = { Authorization: `Bearer ${admin.accessToken}` };
    await anna.delete(`/api/photos/${one.id}`);
    expect((await served(one.url)).status).toBe(404);
    expect((await served(one.url, asAdmin)).status).toBe(404);
    expect((await served(two.url)).status).toBe(200);
    await decide(admin, 'locations', location.id, 'reopen');
    expect((await served(two.url)).status).toBe(404);
    const forAdmin = await served(two.url, asAdmin);
    expect(forAdmin.status).toBe(200);
    expect(forAdmin.headers.get('Cache-Control')).toContain('private');
    await admin.delete(`/api/locations/${location.id}`);
    expect((await served(two.url, asAdmin)).status).toBe(404);
  });
  it('of a pending location is only for people who may see the location', async () => {
    const city = await givenCity(admin);
    const waiting = await givenLocation(anna, city.id);
    const photo = (await addPhoto(anna, waiting.id)).body;
    const as = (who: Person) => served(photo.url, { Authorization: `Bearer ${who.accessToken}` });
    expect((await served(photo.url)).status).toBe(404);
    expect((await as(ben)).status).toBe(404);
    expect((await as(anna)).status).toBe(200);
    expect((await as(admin)).status).toBe(200);
    await decide(admin, 'locations', waiting.id, 'approve');
    expect((await served(photo.url)).status).toBe(200);
  });
});

describe('the featured photo', () => {
  it('is chosen by any signed-in user, comes first, and is the location’s picture', async () => {
    const location = await givenPublicLocation(server);
    const first = (await addPhoto(anna, location.id)).body;
    const second = (await addPhoto(anna, location.id)).body;
    const third = (await addPhoto(anna, location.id)).body;
    const path = `/api/locations/${location.id}`;
    expect((await anna.get(path)).body.primaryPhotoUrl).toBe(first.url);
    ben.follow(anna);
    const response = await ben.patch(`/api/photos/${third.id}/primary`, { locationId: location.id });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...third, isPrimary: 1 });
    expect((await ben.get(path)).body.primaryPhotoUrl).toBe(third.url);
    expect(idsOf(await listOf(ben, location.id))).toEqual([third.id, first.id, second.id]);
    expect((await listOf(ben, location.id)).map(({ isPrimary }) => isPrimary)).toEqual([1, 0, 0]);
    const again = await anna.patch(`/api/photos/${third.id}/primary`);
    expect(again.headers.get('X-Event-Position')).toBe(response.headers.get('X-Event-Position'));
    await admin.delete(`/api/photos/${third.id}`);
    expect((await admin.get(path)).body.primaryPhotoUrl).toBe(first.url);
  });
  it('must belong to the location, exist, and be visible', async () => {
    const [one, other] = [await givenPublicLocation(server), await givenPublicLocation(server)];
    const photo = (await addPhoto(anna, one.id)).body;
    const feature = (who: Person, id: string, body?: object) => who.patch(`/api/photos/${id}/primary`, body);
    expectProblem(await feature(ben, photo.id, { locationId: other.id }), 404, 'Photo not found');
    expectProblem(await feature(ben, photo.id, { locationId: 'x' }), 400, 'Location must be a UUID');
    expectProblem(await feature(ben, missingId), 404, 'Photo not found');
    expectProblem(await feature(ben, '1'), 400, 'Photo id must be a UUID');
    const waiting = await givenLocation(anna, one.cityId);
    const hidden = (await addPhoto(anna, waiting.id)).body;
    expectProblem(await feature(ben, hidden.id), 404, 'Photo not found');
    await anna.delete(`/api/photos/${photo.id}`);
    expectProblem(await feature(ben, photo.id), 404, 'Photo not found');
  });
});

describe('deleting a photo', () => {
  it('removes it from the list, the counts and the place’s picture', async () => {
    const location = await givenPublicLocation(server);
    const [one, two] = [(await addPhoto(anna, location.id)).body, (await addPhoto(anna, location.id)).body];
    expect((await anna.delete(`/api/photos/${one.id}`)).status).toBe(204);
    expect((await admin.delete(`/api/photos/${two.id}`)).status).toBe(204);
    admin.follow(anna);
    expect((await admin.get(photosOf(location.id))).body).toEqual([]);
    expect((await admin.get(`/api/locations/${location.id}`)).body).toMatchObject({
      photoCount: 0,
      primaryPhotoUrl: null,
      imageUrl: null,
      primaryPhoto: null,
    });
    expectProblem(await anna.delete(`/api/photos/${one.id}`), 404, 'Photo not found');
    expectProblem(await anna.delete(`/api/photos/${missingId}`), 404, 'Photo not found');
    expectProblem(await anna.delete('/api/photos/1'), 400, 'Photo id must be a UUID');
  });
});

describe('photos of a deleted location', () => {
  it('disappear and return with it, except those deleted before', async () => {
    const location = await givenPublicLocation(server);
    const [kept, gone] = [(await addPhoto(anna, location.id)).body, (await addPhoto(anna, location.id)).body];
    await anna.delete(`/api/photos/${gone.id}`);
    await admin.delete(`/api/cities/${location.cityId}`);
    expectProblem(await admin.get(photosOf(location.id)), 404, 'Location not found');
    expectProblem(await anna.delete(`/api/photos/${kept.id}`), 404, 'Photo not found');
    await decide(admin, 'cities', location.cityId, 'restore');
    expect(idsOf(await listOf(admin, location.id))).toEqual([kept.id]);
    expect((await admin.get(`/api/locations/${location.id}`)).body.photoCount).toBe(1);
    expect((await served(kept.url)).status).toBe(200);
  });
});

describe('the list of photos', () => {
  it('is paged, with at most 20 per page if it contains pictures', async () => {
    const location = await givenPublicLocation(server);
    for (let index = 0; index < 5; index += 1) {
      await addPhoto(anna, location.id, await pictureBytes('png', 40, 30));
    }
    const whole = await anna.get(`${photosOf(location.id)}?imageData=omit`);
    expect(whole.body[0]).not.toHaveProperty('imageData');
    expect(whole.headers.get('X-Total-Count')).toBe('5');
    await ben.patch(`/api/photos/${entryAt(whole.body, 3).id}/primary`);
    anna.follow(ben);
    for (const limit of [1, 2, 5]) {
      const paged = await allPages(anna, `${photosOf(location.id)}?imageData=omit&limit=${limit}`);
      const ids = idsOf(whole.body);
      expect(idsOf(paged), `limit=${limit}`).toEqual([ids[3], ids[0], ids[1], ids[2], ids[4]]);
    }
    expect(nextPage(await anna.get(`${photosOf(location.id)}?limit=2`))).toBeDefined();
    expectProblem(await anna.get(`${photosOf(location.id)}?limit=21`), 400);
    expect((await anna.get(`${photosOf(location.id)}?limit=21&imageData=omit`)).status).toBe(200);
    expectProblem(
      await anna.get(`${photosOf(location.id)}?imageData=all`),
      400,
      "imageData may only be 'omit'",
    );
    expectProblem(await anna.get(`${photosOf(location.id)}?cursor=made-up`), 400);
    expectProblem(await anna.get(photosOf(missingId)), 404, 'Location not found');
  });
});
