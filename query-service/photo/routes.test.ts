import { randomBytes } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Photo } from '#contracts/photo/views';
import { originalName, pictureName, renditionName } from '#platform/photo-store/index';

import { cityDocument, id, locationDocument, photoDocument } from '../testing/documents.ts';
import { encodeCursor } from '#platform/queries/paging';
import { pictureResponses } from './routes.ts';
import { openRaw } from '../../test/security/raw.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;

const city = cityDocument(1);
const place = locationDocument(2, city.id, { featuredPhotoId: id(14) });
const waiting = locationDocument(3, city.id, { status: 'pending' });
const photos = [11, 12, 13, 14, 15].map((number) => photoDocument(number, place.id));
const gone = photoDocument(16, place.id, { present: false, shown: false });
const early = photoDocument(17, waiting.id);
const crowd = locationDocument(4, city.id);
const heavy = locationDocument(5, city.id);
const [heavyPhoto, missingPhoto] = [photoDocument(18, heavy.id), photoDocument(19, heavy.id)];
const long = randomBytes(16_000_000); // more than the system's buffers on both ends hold
const unreadable = locationDocument(6, city.id);
const unreadablePhoto = photoDocument(20, unreadable.id);
const many = Array.from({ length: 30 }, (_, at) => photoDocument(100 + at, crowd.id));

beforeAll(async () => {
  service = await startService();
  for (const photo of [...photos, gone, early, ...many]) {
    for (const width of photo.renditions) {
      await service.photos.put(renditionName(photo.sha256, width), Buffer.from(`photo ${photo.id} ${width}`));
    }
    await service.photos.put(originalName(photo.sha256), Buffer.from('with a GPS position'));
  }
  await service.photos.put(renditionName(heavyPhoto.sha256, 750), long);
  const { sha256 } = unreadablePhoto;
  const loop = join(service.folder, 'photos', 'renditions', sha256.slice(0, 2), sha256);
  await mkdir(dirname(loop), { recursive: true });
  await symlink(loop, loop);
  await service.photos.put(pictureName('lisbon', 480), Buffer.from('lisbon'));
  await service.commit({
    places: {
      cities: [city],
      locations: [place, waiting, crowd, heavy, unreadable],
      photos: [...photos, gone, early, ...many, heavyPhoto, missingPhoto, unreadablePhoto],
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const list = async (query = '', locationId = place.id): Promise<Photo[]> =>
  service.json(`/api/locations/${locationId}/photos${query}`);

describe('the photos of a location', () => {
  test('are limited to 20 when they contain pictures', async () => {
    expect(await list('', crowd.id)).toHaveLength(20);
    expect(await list('?imageData=omit', crowd.id)).toHaveLength(30);
    expect((await service.get(`/api/locations/${crowd.id}/photos?limit=21`)).status).toBe(400);
    expect((await service.get(`/api/locations/${crowd.id}/photos?limit=20`)).status).toBe(200);
    expect((await service.get(`/api/locations/${crowd.id}/photos?limit=21&imageData=omit`)).status).toBe(200);
  });

  test('with pictures have an ETag that changes with the pictures', async () => {
    const path = `/api/locations/${place.id}/photos`;
    const first = await service.get(path);
    await first.text();
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect((await service.get(path, { headers })).status).toBe(304);
    expect((await service.get(`${path}?limit=1`, { headers })).status).toBe(200);
    const head = await service.get(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('with pictures have null for a missing file, and every byte of a long one', async () => {
    const [one, two] = await list('', heavy.id);
    const bytes = Buffer.from(one?.imageData?.split(',')[1] ?? '', 'base64');
    expect(bytes.equals(long)).toBe(true);
    expect(two?.imageData).toBeNull();
  });

  test('with pictures are refused if the first picture cannot be opened', async () => {
    const response = await service.get(`/api/locations/${unreadable.id}/photos`);
    expect(response.status).toBe(503);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
  });

  test('with pictures are sent to a limited number of readers of a network at a time', async () => {
    const path = `/api/locations/${heavy.id}/photos`;
    const readers = Array.from({ length: pictureResponses.mostOfKey }, () => openRaw(service.origin));
    for (const { socket } of readers) {
      socket.once('data', () => socket.pause());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    }
    await Promise.all(readers.map((reader) => reader.until(/^HTTP\/1.1 200/)));
    const refused = await service.get(path);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2']);
    expect((await service.get(`${path}?imageData=omit`)).status).toBe(200);
    for (const reader of readers) reader[Symbol.dispose]();
    await expect.poll(async () => (await service.get(path, { method: 'HEAD' })).status).toBe(200);
  });

  test('start only after a cursor of this list', async () => {
    const after = (...values: (string | number)[]) =>
      service.get(
        `/api/locations/${place.id}/photos?imageData=omit&cursor=${encodeCursor('photos', values)}`,
      );
    expect((await after(-1, id(14))).status).toBe(200);
    expect((await after(-1, 'anything')).status).toBe(400);
  });
});

describe('a rendition', () => {
  test('answers HEAD without its bytes', async () => {
    const response = await service.get(`/photos/${id(11)}/320.webp`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe(String(`photo ${id(11)} 320`.length));
    expect(await response.text()).toBe('');
  });

  test.each([
    `/photos/${id(16)}/320.webp`,
    `/photos/${id(11)}/321.webp`,
    `/photos/${id(11)}/0320.webp`,
    `/photos/${id(11)}/320.jpg`,
    `/photos/${id(99)}/320.webp`,
    '/photos/nothing/320.webp',
    `/photos/${id(11)}`,
    '/photos',
    `/photos/..%2Foriginals%2F${photoDocument(11, '').sha256}/320.webp`,
  ])('is a 404 problem at %s', async (path) => {
    const response = await service.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
  });
});

describe('a picture of the app', () => {
  test('is served by its name', async () => {
    expect(await (await service.get('/pictures/lisbon/480.webp')).text()).toBe('lisbon');
  });

  test.each(['/pictures/lisbon/481.webp', '/pictures/..%2Foriginals/480.webp', '/pictures/Lisbon/480.webp'])(
    'is a 404 problem at %s',
    async (path) => {
      expect((await service.get(path)).status).toBe(404);
    },
  );
});
