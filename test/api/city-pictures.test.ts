import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { openRecordStore } from '#platform/record-store/index';

import { serversOf } from '../harness/servers.ts';
import { expectProblem, type Client } from './client.ts';
import { cityInput, givenCity, givenLocation, missingId } from './given.ts';
import { addPhoto, dataUrl, fetchBytes, pictureBytes } from './pictures.ts';
import { startForFile, startServer } from './server.ts';

const server = await startForFile();
const anna = await server.register('Anna');

const week = 7 * 24 * 3_600_000;

const input = (bytes: Buffer, changes: object = {}) => ({
  imageData: dataUrl(bytes),
  fileName: 'city.jpg',
  mimeType: 'image/jpeg',
  ...changes,
});
const send = (by: Client, bytes: Buffer, changes: object = {}) =>
  by.post('/api/pictures', input(bytes, changes));

describe('a picture for a city', () => {
  it('is stored by the hash of its file, and served re-encoded in the widths of a photo', async () => {
    const bytes = await pictureBytes('png', 1300, 900);
    const response = await send(anna, bytes);
    expect(response.status, response.text).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['height', 'url', 'width']);
    expect(response.body).toMatchObject({ width: 1300, height: 900 });
    expect(response.body.url).toMatch(/^\/pictures\/[0-9a-f]{64}\/1080\.webp$/);
    expect(response.headers.get('Location')).toBe(response.body.url);
    const served = await sharp(await fetchBytes(`${server.origin}${response.body.url}`)).metadata();
    expect(served).toMatchObject({ format: 'webp', width: 1080 });
    expect((await send(anna, bytes)).body.url).toBe(response.body.url);
  });

  it('can become the image of a city, with all its widths', async () => {
    const { url } = (await send(anna, await pictureBytes('jpeg', 800, 600))).body;
    const city = await givenCity(server.admin, { imageUrl: url });
    expect(city.imageUrl).toBe(url);
    const widths = [320, 480, 750];
    const ofWidth = (width: number) => url.replace(/750\.webp$/, `${width}.webp`);
    expect(city.imageSrcset).toBe(widths.map((width) => `${ofWidth(width)} ${width}w`).join(', '));
    for (const width of widths) await fetchBytes(`${server.origin}${ofWidth(width)}`);
    const small = (await send(anna, await pictureBytes('jpeg', 100, 80))).body;
    const other = await server.admin.put(`/api/cities/${city.id}`, { imageUrl: small.url });
    expect(other.body.imageSrcset).toBe(`${small.url} 100w`);
    await fetchBytes(`${server.origin}${small.url}`);
  });

  it('must be one that the server has: another root-relative address is invalid', async () => {
    const city = await givenCity(server.admin);
    const place = await givenLocation(server.admin, city.id);
    const waiting = await givenLocation(anna, city.id);
    const [shown, hidden] = [(await addPhoto(anna, place.id)).body, (await addPhoto(anna, waiting.id)).body];
    const { url } = (await send(anna, await pictureBytes('png', 40, 40))).body;
    const ben = await server.register('Ben');
    for (const imageUrl of [
      `/pictures/${'0'.repeat(64)}/300.webp`,
      `/pictures/${'a'.repeat(1000)}/300.webp`,
      url.replace('40.webp', '41.webp'),
      `/photos/${missingId}/320.webp`,
      '/photos/1/320.webp',
      shown.url.replace(/\d+\.webp/, '7.webp'),
      hidden.url,
    ]) {
      for (const response of [
        await ben.post('/api/cities', cityInput({ imageUrl })),
        await ben.put(`/api/cities/${city.id}`, { imageUrl }),
      ]) {
        expectProblem(response, 400);
        expect(response.body['errors'], imageUrl).toMatchObject([{ path: 'imageUrl' }]);
      }
    }
    for (const imageUrl of [url, shown.url]) {
      expect((await ben.post('/api/cities', cityInput({ imageUrl }))).status).toBe(201);
      expect((await ben.put(`/api/cities/${city.id}`, { imageUrl })).status).toBe(200);
    }
  });

  it('may stay with its city after its file was lost, but no other city gets it', async () => {
    const place = await givenLocation(server.admin, (await givenCity(server.admin)).id);
    const { url: imageUrl, id } = (await addPhoto(anna, place.id)).body;
    const city = await givenCity(server.admin, { imageUrl });
    const { revision } = (await anna.get(`/api/cities/${city.id}`)).body;
    expect((await anna.delete(`/api/photos/${id}`)).status).toBe(204);

    const edit = (changes: object, id = city.id) => anna.put(`/api/cities/${id}`, { imageUrl, ...changes });
    const renamed = await edit({ name: 'New Porto' });
    expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'New Porto', imageUrl }]);
    const other = await givenCity(server.admin);
    expectProblem(await edit({}, other.id), 400);

    expect((await edit({ imageUrl: other.imageUrl })).status).toBe(200);
    expectProblem(await edit({}), 400);
    const late = await edit({ revision, country: 'Spain' });
    expect([late.status, late.body]).toMatchObject([200, { country: 'Spain', imageUrl: other.imageUrl }]);
  });

  it('does not return with the values of a revision after its file was lost', async () => {
    const { admin } = server;
    const place = await givenLocation(admin, (await givenCity(admin)).id);
    const [kept, lost] = [(await addPhoto(anna, place.id)).body, (await addPhoto(anna, place.id)).body];
    const { id } = await givenCity(admin, { name: 'Evora', imageUrl: kept.url });
    const withLost = await admin.put(`/api/cities/${id}`, { imageUrl: lost.url });
    const now = await admin.put(`/api/cities/${id}`, {
      name: 'Beja',
      imageUrl: 'https://example.org/now.jpg',
    });
    expect((await anna.delete(`/api/photos/${lost.id}`)).status).toBe(204);
    const restored = async (revision: number) =>
      (await admin.post(`/api/admin/cities/${id}/restore`, { revision })).body;
    expect(await restored(withLost.body.revision)).toMatchObject({
      name: 'Evora',
      imageUrl: now.body.imageUrl,
    });
    expect(await restored(withLost.body.revision - 1)).toMatchObject({ imageUrl: kept.url });
  });

  it('is refused for the same reasons as a photo', async () => {
    const bytes = await pictureBytes('jpeg', 40, 40);
    expectProblem(
      await send(anna, Buffer.from('<svg/>'), { imageData: dataUrl(Buffer.from('<svg/>'), 'image/svg+xml') }),
      415,
      'Invalid File Type',
    );
    expectProblem(await send(anna, bytes.subarray(0, 200)), 415, 'Invalid File Type');
    expectProblem(await send(anna, Buffer.alloc(5 * 1024 * 1024 + 1)), 413, 'File Too Large');
    expectProblem(await send(anna, bytes, { imageData: 'https://example.org/a.jpg' }), 400);
    expectProblem(await anna.post('/api/pictures', {}), 400);
  });

  it('is stored once when the same request is sent again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = input(await pictureBytes());
    const first = await anna.post('/api/pictures', body, { headers });
    const again = await anna.post('/api/pictures', body, { headers });
    expect(first.status).toBe(201);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
  });
});

describe('pictures of one person', () => {
  it('are limited to a hundred per week', async () => {
    await using limited = await startServer({ RATE_LIMIT: 'on' });
    const [ben, carla] = [await limited.register('Ben'), await limited.register('Carla')];
    const bytes = await pictureBytes('png', 16, 16);
    for (let count = 0; count < 5; count += 1) expect((await send(ben, bytes)).status).toBe(201);
    {
      await using records = await openRecordStore({
        url: serversOf(limited.folder.path).MONGODB_URL,
        path: `${limited.folder.path}/records.db`,
      });
      await records.limits.hit(`pictures:${ben.id}`, week, Date.now(), 94);
    }
    expect((await send(ben, bytes)).status).toBe(201);
    expectProblem(await send(ben, bytes), 409, 'Too many photos');
    expect((await send(carla, bytes)).status).toBe(201);
    expect((await ben.post('/api/cities', cityInput())).status).toBe(201);
  });
});
