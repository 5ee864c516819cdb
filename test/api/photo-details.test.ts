import { describe, expect, it } from 'vitest';

import { entryAt, expectProblem, type ApiResponse, type Client } from './client.ts';
import { givenPublicLocation, missingId } from './given.ts';
import { addPhoto, picture, pictureBytes } from './pictures.ts';
import { startWithPeople } from './server.ts';

/** The description of a photo: its caption, and how it was taken. */

const { server, admin, anna, ben } = await startWithPeople();
const place = (await givenPublicLocation(server)).id;

const taken = {
  takenAt: '2026-10-03T18:42:10',
  camera: 'Canon EOS R5',
  lens: 'RF24-70mm F2.8 L IS USM',
  focalLength: 35,
  aperture: 2.8,
  exposure: '1/250',
  iso: 400,
};
const unknown = {
  takenAt: null,
  camera: null,
  lens: null,
  focalLength: null,
  aperture: null,
  exposure: null,
  iso: null,
};
const fromCamera = (): Promise<Buffer> =>
  picture()
    .withExif({
      IFD0: { Make: 'Canon', Model: 'Canon EOS R5' },
      IFD2: {
        DateTimeOriginal: '2026:10:03 18:42:10',
        LensModel: 'RF24-70mm F2.8 L IS USM',
        FocalLength: '35/1',
        FNumber: '28/10',
        ExposureTime: '1/250',
        ISOSpeedRatings: '400',
      },
    })
    .jpeg()
    .toBuffer();

const send = async (bytes: Buffer, changes: object = {}): Promise<ApiResponse> => {
  const response = await addPhoto(anna, place, bytes, changes);
  expect(response.status, response.text).toBe(201);
  return response;
};
const describePhoto = (by: Client, id: string, body: object) => by.patch(`/api/photos/${id}`, body);
const shown = async (id: string) => {
  server.visitor.follow(anna);
  server.visitor.follow(admin);
  const list = (await server.visitor.get(`/api/locations/${place}/photos?imageData=omit`)).body;
  return entryAt(
    list.filter((photo) => photo.id === id),
    0,
  );
};

describe('a caption', () => {
  it('comes with the upload, or is null', async () => {
    const { body } = await send(await pictureBytes(), { caption: '  The quay at blue hour ' });
    expect(body).toMatchObject({ caption: 'The quay at blue hour' });
    expect(await shown(body.id)).toMatchObject({ caption: 'The quay at blue hour' });
    for (const caption of [null, '', undefined]) {
      expect((await send(await pictureBytes(), { caption })).body).toMatchObject({ caption: null });
    }
  });

  it('has at most 200 characters, all of them printable', async () => {
    expect((await send(await pictureBytes(), { caption: 'x'.repeat(200) })).status).toBe(201);
    for (const caption of ['x'.repeat(201), 'a\u202eb', 'a\u0000b', 7, {}]) {
      const response = await addPhoto(anna, place, await pictureBytes(), { caption });
      expectProblem(response, 400);
      expect(response.body.errors.map(({ path }) => path)).toEqual(['caption']);
    }
  });

  it('can be changed and removed by the uploader and the administrator', async () => {
    const { id } = (await send(await fromCamera(), { caption: 'Quay' })).body;
    const changed = await describePhoto(anna, id, { caption: 'Stairs' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id, caption: 'Stairs', ...taken });
    expect(await shown(id)).toMatchObject({ caption: 'Stairs', ...taken });
    expect((await describePhoto(admin, id, { caption: null })).body).toMatchObject({ caption: null });
    expect(await shown(id)).toMatchObject({ caption: null, ...taken });
  });

  it('with the same text, or without any change, is 200 and no event', async () => {
    const { id } = (await send(await fromCamera(), { caption: 'Quay' })).body;
    const first = await describePhoto(anna, id, { caption: 'Stairs' });
    for (const body of [{ caption: 'Stairs' }, {}, { shareDetails: true }]) {
      const again = await describePhoto(anna, id, body);
      expect(again.status).toBe(200);
      expect(again.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
    }
  });
});

describe('who may describe a photo', () => {
  it('is checked in this order: 401, 400, 404, 403', async () => {
    const { id } = (await send(await pictureBytes())).body;
    expectProblem(await describePhoto(server.visitor, id, { caption: 1 }), 401);
    expectProblem(await describePhoto(ben, missingId, { caption: 1 }), 400);
    expectProblem(await describePhoto(ben, 'none', {}), 400);
    expectProblem(await describePhoto(ben, id, { shareDetails: 'yes' }), 400);
    expectProblem(await describePhoto(ben, missingId, {}), 404, 'Photo not found');
    expectProblem(await describePhoto(ben, id, { caption: 'Mine' }), 403, 'Forbidden');
    expectProblem(await describePhoto(ben, id, {}), 403, 'Forbidden');
    await anna.delete(`/api/photos/${id}`);
    expectProblem(await describePhoto(anna, id, { caption: 'Gone' }), 404, 'Photo not found');
  });
});

describe('details', () => {
  it('are read from the file', async () => {
    const { body } = await send(await fromCamera());
    expect(body).toMatchObject(taken);
    expect(await shown(body.id)).toMatchObject(taken);
  });

  it('are null if the file has none', async () => {
    expect((await send(await pictureBytes())).body).toMatchObject({ caption: null, ...unknown });
  });

  it('are not shown unless shared, and are read from the original when they are shared', async () => {
    const { id } = (await send(await fromCamera(), { shareDetails: false, caption: 'Quay' })).body;
    expect(await shown(id)).toMatchObject({ caption: 'Quay', ...unknown });
    expect((await describePhoto(anna, id, { shareDetails: true })).body).toMatchObject(taken);
    expect(await shown(id)).toMatchObject({ caption: 'Quay', ...taken });
    expect((await describePhoto(anna, id, { shareDetails: false })).body).toMatchObject(unknown);
    expect(await shown(id)).toMatchObject(unknown);
    expect((await describePhoto(admin, id, { shareDetails: true })).body).toMatchObject(taken);
  });

  const sent = {
    takenAt: '2025-01-02T03:04:05',
    camera: 'Sony A7',
    lens: 'FE 35mm',
    focalLength: 35.004,
    aperture: 1.8,
    exposure: '2',
    iso: 100,
  };

  it('sent with the upload count if the file has none', async () => {
    expect((await send(await pictureBytes(), { details: sent })).body).toMatchObject({
      ...sent,
      focalLength: 35,
    });
    expect((await send(await fromCamera(), { details: sent })).body).toMatchObject(taken);
    const half = await picture()
      .withExif({ IFD0: { Make: 'Canon', Model: 'R5' } })
      .jpeg()
      .toBuffer();
    const { camera: _, ...others } = sent;
    const mixed = await send(half, { details: { ...others, iso: null, position: '41 N 8 W' } });
    expect(mixed.body).toMatchObject({ ...others, focalLength: 35, camera: 'Canon R5', iso: null });
    expect(mixed.text).not.toContain('41 N');
    expect((await send(await pictureBytes(), { details: null })).body).toMatchObject(unknown);
  });

  it('sent with the upload return when they are shared again', async () => {
    const { id } = (await send(await pictureBytes(), { details: sent })).body;
    await describePhoto(anna, id, { shareDetails: false });
    expect(await shown(id)).toMatchObject(unknown);
    expect((await describePhoto(anna, id, { shareDetails: true })).body).toMatchObject({
      ...sent,
      focalLength: 35,
    });
  });

  it('sent with the upload are ignored when they are not shared', async () => {
    const { id } = (await send(await pictureBytes(), { details: sent, shareDetails: false })).body;
    expect((await describePhoto(anna, id, { shareDetails: true })).body).toMatchObject(unknown);
  });

  it.each([
    ['takenAt', '2026-02-30T10:00:00'],
    ['takenAt', '2026-10-03T18:42:10Z'],
    ['takenAt', 1759509730],
    ['camera', 'x'.repeat(101)],
    ['lens', { $ne: null }],
    ['focalLength', -1],
    ['focalLength', '35'],
    ['aperture', 1e9],
    ['exposure', '1/0'],
    ['exposure', '<b>'],
    ['iso', 1.5],
    ['iso', 0],
  ])('that are impossible are refused: %s %j', async (name, value) => {
    const response = await addPhoto(anna, place, await pictureBytes(), { details: { [name]: value } });
    expectProblem(response, 400);
    expect(response.body.errors.map(({ path }) => path)).toEqual([`details.${name}`]);
  });
});

describe('the same photo', () => {
  it('is recognised by its bytes, with another name and another caption', async () => {
    const bytes = await fromCamera();
    await send(bytes, { caption: 'Quay' });
    const response = await addPhoto(ben, place, bytes, { fileName: 'other.jpg', caption: 'Mine' });
    expectProblem(response, 409, 'This photo is already here');
  });
});
