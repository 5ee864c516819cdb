import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { flatPng } from '#command-service/photo/images/test-pictures';

import { expectProblem } from '../api/client.ts';
import { givenPublicLocation, missingId } from '../api/given.ts';
import { addPhoto, dataUrl, pictureBytes, upload } from '../api/pictures.ts';
import { startForFile } from '../api/server.ts';

/** Files that are not the pictures they claim to be, or that are expensive to decode; paths that lead outside. */

const server = await startForFile();
const anna = await server.register('Anna');
const place = (await givenPublicLocation(server)).id;
anna.follow(server.admin);

const html = '<!doctype html><script>alert(1)</script>';
const send = (bytes: Buffer, changes: object = {}) =>
  anna.post(`/api/locations/${place}/photos`, upload(bytes, changes));

describe('a file that is not a picture', () => {
  it.each([
    ['a page', Buffer.from(html)],
    ['a script', Buffer.from('alert(1)')],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      'an SVG that loads another file',
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      ),
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a GIF that is a script', Buffer.from('GIF89a/*\u0000*/=1;alert(1)//')],
    [
      'a JPEG’s first bytes and a page',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
    ],
    [
      'a PNG’s first bytes and a page',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)]),
    ],
    ['a RIFF that is no WebP', Buffer.from(`RIFF\u0010\u0000\u0000\u0000WEBP${html}`)],
    ['a program', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(100)])],
    ['an archive', Buffer.from('504b0304', 'hex')],
    ['nothing but zeros', Buffer.alloc(1000)],
  ])('is refused with any declared type: %s', async (_what, bytes) => {
    for (const type of ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif']) {
      const response = await send(bytes, {
        imageData: dataUrl(bytes, type),
        mimeType: type,
        fileName: 'a.jpg',
      });
      expectProblem(response, 415, 'Invalid File Type');
    }
  });
  it('is refused if it is declared as something else', async () => {
    const bytes = await pictureBytes('png', 16, 16);
    for (const type of ['text/html', 'application/pdf', 'image', '', 'image/png, text/html']) {
      const response = await send(bytes, { imageData: dataUrl(bytes, type) });
      expect([400, 415]).toContain(response.status);
    }
  });
});

describe('a picture that is also something else', () => {
  it('is served only as a picture', async () => {
    const picture = await pictureBytes('jpeg', 64, 64);
    const script = '/*<script>alert(document.domain)</script>*/';
    const withExif = await sharp(picture)
      .withExif({ IFD0: { Copyright: script, ImageDescription: html }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    for (const bytes of [Buffer.concat([picture, Buffer.from(html)]), withExif]) {
      const response = await send(bytes, { fileName: 'x.html', mimeType: 'text/html' });
      expect(response.status).toBe(201);
      const addresses = response.body.srcset.split(', ').map((each) => each.split(' ')[0] ?? '');
      for (const address of [response.body.url, response.body.thumbnailUrl, ...addresses]) {
        const response = await fetch(new URL(address, server.origin), { headers: { Accept: 'text/html' } });
        expect(response.headers.get('Content-Type')).toBe('image/webp');
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(response.headers.get('Content-Security-Policy')).toBe(
          "default-src 'none'; frame-ancestors 'none'",
        );
        const served = Buffer.from(await response.arrayBuffer());
        expect(served.subarray(8, 12).toString()).toBe('WEBP');
        expect(served.toString('latin1')).not.toContain('script');
      }
    }
  });
  it('keeps its name out of every address and header', async () => {
    const response = await addPhoto(anna, place, await pictureBytes('png', 20, 16), {
      fileName: '../../../etc/cron.d/x\u2028".html',
    });
    expect(response.status).toBe(201);
    const { pathname } = new URL(response.body.url, server.origin);
    expect(pathname).toMatch(/^\/photos\/[0-9a-f-]{36}\/\d+\.webp$/);
    const served = await fetch(new URL(response.body.url, server.origin));
    expect(served.headers.get('Content-Disposition')).toBeNull();
    await served.arrayBuffer();
  });
});

describe('a small picture that is expensive to decode', () => {
  it.each([
    ['a hundred thousand pixels each way', 100_000, 100_000],
    ['one line of two thousand million', 2_000_000_000, 1],
    ['just over fifty megapixels', 10_000, 5_001],
  ])('is refused by its dimensions, before it is decoded: %s', async (_what, width, height) => {
    const response = await send(flatPng(8, 1, { claims: [width, height] }));
    expect([413, 415]).toContain(response.status);
  });
  it('is refused if it ends too early', async () => {
    expect((await send(flatPng(4000, 10, { claims: [4000, 4000] }))).status).toBe(415);
  });
  it('is one picture, however many frames or pages it has', async () => {
    const frame = { r: 1, g: 2, b: 3 };
    const frames = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        sharp({ create: { width: 32, height: 32, channels: 3, background: { ...frame, r: number * 6 } } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const response = await send(animated);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ width: 32, height: 32 });
  });
});

describe('a path that leads out of the folder of photos or pages', () => {
  const ways = [
    ...['..', '%2e%2e', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e%2f%2e%2e%2fevents.db', '..%5c..%5crecords.db'],
    ...[
      '%252e%252e%252f',
      '....//',
      '%c0%ae%c0%ae/',
      '%00',
      '.%00.',
      `${missingId}%2f..%2f..`,
      '/etc/passwd',
    ],
    ...['C:%5cWindows', '%uff0e%uff0e', '~root', '.env', '.git/config', 'events.db', 'con', 'aux.webp', '*'],
  ];
  it.each(ways)('%s returns no file', async (way) => {
    for (const path of [
      ...[
        `/photos/${way}/320.webp`,
        `/photos/${missingId}/${way}`,
        `/photos/${way}`,
        `/pictures/${way}/320.webp`,
      ],
      ...[
        `/pictures/x/${way}.webp`,
        `/assets/${way}`,
        `/assets/../${way}`,
        `/${way}`,
        `//${way}`,
        `/web/${way}`,
      ],
      ...[`/api/photos/${way}`, `/api/cities/${way}`, `/api/locations/${way}/photos`],
    ]) {
      const text = await rawGet(path);
      expect(text, path).toMatch(/^HTTP\/1\.1 (200|400|404|405) /);
      expect(text).not.toMatch(/root:|SQLite format|\[core\]|"dependencies"/);
      // A successful response must be the page.
      if (text.startsWith('HTTP/1.1 200')) expect(text).toContain('text/html');
    }
  });

  async function rawGet(path: string): Promise<string> {
    const { openRaw } = await import('./raw.ts');
    using connection = openRaw(server.origin);
    connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return await connection.closed();
  }
});
