import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { withSegment } from '#command-service/photo/images/test-exif';

import { givenCity, givenLocation } from '../api/given.ts';
import { addPhoto, dataUrl, fetchBytes, picture } from '../api/pictures.ts';
import { startForFile } from '../api/server.ts';
import { documentsOf, serversOf } from '../harness/servers.ts';
import { calls, pathOf } from './operations.ts';

/** A photo's file says where, by whom and with which individual camera it was taken. No response may reveal that. */

/** The secrets as text, as numbers, and in the file's own notation. */
const secrets = [
  ...['47.198', '47,11.8', '4711537', '47/1', '8.5417', '8,32.5', 'GPSLat', 'GPSLong'],
  ...['SERIAL-7731', 'LENS-9942', 'UNIQUE-5c5c', 'Quirina', 'Ownerly', 'Secretville', 'quirina@'],
];

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" exif:GPSLatitude="47,11.8961N" exif:GPSLongitude="8,32.5017E"
  aux:SerialNumber="SERIAL-7731" aux:OwnerName="Quirina Ownerly" photoshop:City="Secretville"/></rdf:RDF></x:xmpmeta>
  <?xpacket end="w"?>`;

/** An IPTC record of these datasets (number and text), as Photoshop keeps it in a JPEG. */
function iptc(datasets: ReadonlyArray<readonly [number, string]>): Buffer {
  const record = Buffer.concat(
    datasets.map(([number, text]) =>
      Buffer.concat([Buffer.of(0x1c, 2, number, 0, text.length), Buffer.from(text)]),
    ),
  );
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(record.length, head.length - 4);
  return Buffer.concat([head, record, Buffer.alloc(record.length % 2)]);
}

async function telltale(): Promise<Buffer> {
  const jpeg = await picture(900, 700)
    .withExif({
      IFD0: {
        Make: 'Canon',
        Model: 'Canon EOS R5',
        Artist: 'Quirina Ownerly',
        Copyright: 'Quirina Ownerly',
        ImageDescription: 'Secretville',
      },
      IFD2: {
        DateTimeOriginal: '2026:10:03 18:42:10',
        BodySerialNumber: 'SERIAL-7731',
        LensSerialNumber: 'LENS-9942',
        CameraOwnerName: 'Quirina Ownerly',
        ImageUniqueID: 'UNIQUE-5c5c',
        UserComment: 'quirina@example.org',
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '47/1 11/1 4711537/100000',
        GPSLongitudeRef: 'E',
        GPSLongitude: '8/1 32/1 3010/100',
      },
    })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
  const both = iptc([
    [80, 'Quirina Ownerly'],
    [90, 'Secretville'],
    [92, '47.198269 8.541697'],
  ]);
  return withSegment(jpeg, 0xed, both);
}

const server = await startForFile();
const folder = server.folder.path;
const anna = await server.register('Anna');
const original = await telltale();
/** Ids, addresses and responses of everything made from the file. */
const made = { city: '', location: '', photo: '', addresses: [] as string[], responses: [] as string[] };

beforeAll(async () => {
  const uploaded = await anna.post('/api/pictures', {
    imageData: dataUrl(original),
    fileName: 'city.jpg',
    mimeType: 'image/jpeg',
  });
  expect(uploaded.status, uploaded.text).toBe(201);
  const city = await givenCity(server.admin, { imageUrl: uploaded.body.url });
  const location = await givenLocation(server.admin, city.id);
  anna.follow(server.admin);
  const added = await addPhoto(anna, location.id, original, { isPrimary: 1, caption: 'Quay' });
  const { body: photo } = added;
  made.responses.push(uploaded.text, added.text);
  for (const shareDetails of [false, true]) {
    const response = await anna.patch(`/api/photos/${photo.id}`, { shareDetails });
    expect(response.status).toBe(200);
    made.responses.push(response.text);
  }
  const shownCity = (await anna.get(`/api/cities/${city.id}`)).body;
  const sets = [photo.srcset, shownCity.imageSrcset];
  made.addresses = sets.flatMap((set) => set.split(', ').map((each) => each.split(' ')[0] ?? ''));
  Object.assign(made, { city: city.id, location: location.id, photo: photo.id });
});
function expectNone(where: string, bytes: Buffer | string): void {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  const wide = secrets.filter((secret) => text.includes(secret.split('').join('\0')));
  expect([...secrets.filter((secret) => text.includes(secret)), ...wide], where).toEqual([]);
}

describe('private metadata of a photo’s file', () => {
  it('is in the file, so that the other tests can fail', async () => {
    const { exif, xmp: written, iptc: record } = await sharp(original).metadata();
    expect([exif, written, record].map((block) => block !== undefined)).toEqual([true, true, true]);
    const text = original.toString('latin1');
    for (const secret of ['SERIAL-7731', 'LENS-9942', 'Quirina', 'Secretville', '47,11.8', '47.198']) {
      expect(text).toContain(secret);
    }
    expect((await anna.get(`/api/locations/${made.location}/photos`)).body).toMatchObject([
      { camera: 'Canon EOS R5', takenAt: '2026-10-03T18:42:10' },
    ]);
  });

  it('is in no answer', async () => {
    for (const text of made.responses) expectNone('what a write answers', text);
    const ids = [made.city, made.location, made.photo];
    for (const { method, ...call } of calls.filter((each) => each.method === 'GET')) {
      for (const address of new Set(ids.map((id) => pathOf(call, id)))) {
        for (const who of [server.visitor, anna, server.admin]) {
          const response = await who.get(address);
          expectNone(`${method} ${address}`, `${response.text} ${JSON.stringify([...response.headers])}`);
        }
      }
    }
    const { text } = await anna.get(`/api/locations/${made.location}/photos`);
    const pictures = [...[text, ...made.responses].join().matchAll(/data:image\/webp;base64,([^"]+)/g)];
    expect(pictures).toHaveLength(1);
    for (const [, base64 = ''] of pictures) expectNone('imageData', Buffer.from(base64, 'base64'));
  });

  it('is in no served picture', async () => {
    expect(made.addresses).toHaveLength(6);
    for (const address of made.addresses) {
      const bytes = await fetchBytes(`${server.origin}${address}`);
      expectNone(address, bytes);
      const { exif, xmp: written, iptc: record, format } = await sharp(bytes).metadata();
      expect({ exif, written, record, format }).toEqual({ format: 'webp' });
    }
  });

  it('is stored only in the original', async () => {
    await server.caughtUp();
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const withSecrets: string[] = [];
    for (const name of names) {
      const bytes = await readFile(name);
      if (bytes.equals(original)) withSecrets.push(path.relative(folder, name));
      else expectNone(name, bytes);
    }
    for (const text of await documentsOf(folder)) expectNone('a document', text);
    if (Object.keys(serversOf(folder)).length > 0) return;
    expect(names.map((name) => path.basename(name))).toContain('events.db');
    expect(withSecrets).toEqual([expect.stringMatching(/^photos\/originals\//)]);
  });
});
