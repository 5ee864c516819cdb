import { createHash } from 'node:crypto';

import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { Refusal } from '#contracts/shared/errors';

import { createRenderer, type RenderedPhoto } from './render.ts';
import { claimSize, drawing, flatPng, noise, redAboveBlue } from './test-pictures.ts';
import { randomCases } from '../../../test/harness/random-cases.ts';

const renderer = createRenderer();
afterAll(() => renderer[Symbol.asyncDispose]());
const render = async (picture: Sharp | Buffer): Promise<RenderedPhoto> =>
  renderer.render(Buffer.isBuffer(picture) ? picture : await picture.toBuffer());

const refusal = async (bytes: Buffer): Promise<Refusal> => {
  const error = await renderer.render(bytes).then(
    () => new Error('It was taken'),
    (reason: unknown) => reason,
  );
  if (error instanceof Refusal) return error;
  throw error;
};

const largest = (photo: RenderedPhoto): Buffer => photo.renditions.at(-1)?.bytes ?? Buffer.alloc(0);

/** The strongest colour at the middle of each edge of a picture. */
async function edges(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const offset = (y * info.width + x) * info.channels;
    return (data[offset] ?? 0) > (data[offset + 2] ?? 0) ? 'red' : 'blue';
  };
  const [midX, midY] = [Math.floor(info.width / 2), Math.floor(info.height / 2)];
  return {
    top: colourAt(midX, 2),
    bottom: colourAt(midX, info.height - 3),
    left: colourAt(2, midY),
    right: colourAt(info.width - 3, midY),
  };
}

async function meanColour(bytes: Buffer): Promise<number[]> {
  const { channels } = await sharp(bytes).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

describe('refused pictures', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'hello, world'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    [
      'an SVG with a declaration',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ],
    ['a PDF', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
    ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0'],
    ['only a JPEG’s beginning', '\xff\xd8\xff'],
    ['only a PNG’s beginning', '\x89PNG\r\n\x1a\n'],
    ['only a GIF’s beginning', 'GIF89a'],
    ['only a WebP’s beginning', 'RIFF\0\0\0\0WEBP'],
    ['only an AVIF’s beginning', '\0\0\0\x18ftypavif\0\0\0\0mif1avif'],
  ])('%s', async (_, text) => {
    expect((await refusal(Buffer.from(text, 'latin1'))).code).toBe('not-an-image');
  });

  it('a TIFF', async () => {
    expect((await refusal(await redAboveBlue(20, 20).tiff().toBuffer())).code).toBe('not-an-image');
  });

  it('a picture of any type that ends too early', async () => {
    const picture = noise(200, 150);
    const files = [
      await picture.jpeg().toBuffer(),
      await picture.jpeg({ progressive: true }).toBuffer(),
      await picture.png().toBuffer(),
      await picture.webp().toBuffer(),
      await picture.webp({ lossless: true }).toBuffer(),
      await picture.gif().toBuffer(),
      await picture.avif({ effort: 0 }).toBuffer(),
    ];
    for (const file of files) {
      for (const part of [0.1, 0.5, 0.9]) {
        const cut = file.subarray(0, Math.floor(file.length * part));
        expect((await refusal(cut)).code).toBe('not-an-image');
      }
      await render(file);
    }
    const [jpeg = Buffer.alloc(0)] = files;
    expect((await refusal(jpeg.subarray(0, -2))).code).toBe('not-an-image');
  });
});

describe('a picture of too many pixels', () => {
  const largestSize = Buffer.alloc(4, 255);
  const refused = async (bytes: Buffer) => expect((await refusal(bytes)).code).toBe('too-many-pixels');

  it('is refused by its header, for every type', async () => {
    await refused(flatPng(20_000, 20_000));
    const small = redAboveBlue(8, 8);
    const gif = claimSize(await small.gif().toBuffer(), 'GIF', 6, largestSize);
    await refused(claimSize(gif, ',', 5, largestSize));
    const webpSize = Buffer.alloc(4);
    webpSize.writeUInt32LE(16_382 + 16_382 * 2 ** 14);
    await refused(claimSize(await small.webp({ lossless: true }).toBuffer(), 'VP8L', 9, webpSize));
    const jpeg = claimSize(
      await small.jpeg().toBuffer(),
      '\xff\xc0',
      5,
      Buffer.from([0xea, 0x60, 0xea, 0x60]),
    );
    await refused(jpeg);
    const avifSize = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    await refused(claimSize(await small.avif().toBuffer(), 'ispe', 8, avifSize));
  });

  it('is refused with both numbers', async () => {
    const { details } = await refusal(flatPng(8000, 7000));
    expect(details.detail).toBe('The picture has 8000 x 7000 pixels; at most 50 million are taken.');
  });

  it('is accepted up to the limit, without the memory that its pixels would need', async () => {
    // The process starts with 65 MB; decoding the picture whole would add 150 MB.
    await using small = createRenderer({ memoryMost: 190_000_000 });
    const photo = await small.render(flatPng(10_000, 5000));
    expect(photo).toMatchObject({ width: 10_000, height: 5000, mimeType: 'image/png' });
  });

  it('is refused earlier if the format costs more to decode', async () => {
    const claim = (width: number, height: number) => {
      const size = Buffer.alloc(8);
      size.writeUInt32BE(width, 0);
      size.writeUInt32BE(height, 4);
      return size;
    };
    const avif = await redAboveBlue(8, 8).avif().toBuffer();
    const costly = [
      [claimSize(avif, 'ispe', 8, claim(4000, 3001)), '12 million are taken of an AVIF.'],
      [flatPng(5000, 5001, { interlaced: true }), '25 million are taken of an interlaced or 16-bit PNG.'],
      [flatPng(5001, 5000, { depth: 16 }), '25 million are taken of an interlaced or 16-bit PNG.'],
    ] as const;
    for (const [bytes, detail] of costly) {
      const { code, message } = await refusal(bytes);
      expect(code).toBe('too-many-pixels');
      expect(message).toContain(detail);
    }
    await render(flatPng(5001, 5000));
  });

  it('is accepted as a strip or a line of any length', async () => {
    expect((await render(flatPng(300, 60_000))).renditions.map(({ width }) => width)).toEqual([81]);
    expect((await render(flatPng(1, 60_000))).renditions.map(({ width }) => width)).toEqual([1]);
    expect((await render(flatPng(60_000, 1))).renditions.at(-1)?.width).toBe(2560);
  });
});

describe('the result', () => {
  it('has renditions, hash, size and type that match the bytes', async () => {
    const bytes = await redAboveBlue(1000, 600).png().toBuffer();
    const photo = await render(bytes);
    expect(photo).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      mimeType: 'image/png',
      width: 1000,
      height: 600,
    });
    for (const [index, [width, height]] of [
      [320, 192],
      [480, 288],
      [750, 450],
    ].entries()) {
      const rendition = photo.renditions[index];
      const metadata = await sharp(rendition?.bytes).metadata();
      expect(rendition?.width).toBe(width);
      expect(metadata).toMatchObject({ format: 'webp', width, height, space: 'srgb' });
      expect(await edges(rendition?.bytes ?? bytes)).toMatchObject({ top: 'red', bottom: 'blue' });
    }
    expect(photo.renditions).toHaveLength(3);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('has the type %s', async (format) => {
    const photo = await render(redAboveBlue(60, 40).toFormat(format));
    expect(photo).toMatchObject({ mimeType: `image/${format}`, width: 60, height: 40 });
    expect(await edges(largest(photo))).toMatchObject({ top: 'red', bottom: 'blue' });
  });

  it.each([
    [1, 'top'],
    [2, 'top'],
    [3, 'bottom'],
    [4, 'bottom'],
    [5, 'left'],
    [6, 'right'],
    [7, 'right'],
    [8, 'left'],
  ] as const)('is upright for EXIF orientation %i', async (orientation, red) => {
    const photo = await render(redAboveBlue(900, 600).jpeg().withMetadata({ orientation }));
    const sideways = orientation >= 5;
    expect([photo.width, photo.height]).toEqual(sideways ? [600, 900] : [900, 600]);
    expect(photo.renditions.map(({ width }) => width)).toEqual(sideways ? [320, 480] : [320, 480, 750]);
    const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;
    expect(await edges(largest(photo))).toMatchObject({ [red]: 'red', [opposite[red]]: 'blue' });
  });

  it('contains no data about where, when and with what it was taken', async () => {
    const bytes = await noise(700, 500)
      .withExif({
        IFD0: { Make: 'SecretCamera', Orientation: '6' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '41/1 1/1 2/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '28/1 58/1 3/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    const original = await sharp(bytes).metadata();
    expect(original.exif?.includes('SecretCamera')).toBe(true);
    expect(original.xmp).toBeDefined();
    for (const rendition of (await render(bytes)).renditions) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(rendition.bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(rendition.bytes.includes('Secret')).toBe(false);
      // The simple WebP format has no place for metadata.
      expect(rendition.bytes.toString('latin1', 12, 16)).toBe('VP8 ');
    }
  });

  it('has the right colours, whatever colour space the file uses', async () => {
    const create = { width: 40, height: 40, channels: 3, background: { r: 200, g: 60, b: 50 } } as const;
    // Unconverted, the values of the P3 file would be 16 too low; CMYK has no such red at all.
    const files = [
      { file: sharp({ create }).withIccProfile('p3').png(), within: 6 },
      { file: sharp({ create }).toColourspace('rgb16').png(), within: 6 },
      { file: sharp({ create }).toColourspace('cmyk').withIccProfile('cmyk').jpeg(), within: 20 },
    ];
    for (const { file, within } of files) {
      const [red = 0, green = 0, blue = 0] = await meanColour(largest(await render(file)));
      for (const difference of [red - 200, green - 60, blue - 50]) {
        expect(Math.abs(difference)).toBeLessThanOrEqual(within);
      }
    }
    const grey = await render(sharp({ create }).greyscale().toColourspace('b-w').png());
    const [red, green, blue] = await meanColour(largest(grey));
    expect([green, blue]).toEqual([red, red]);
  });

  it("comes from a phone's HDR picture without its second picture", async () => {
    const create = { width: 900, height: 600, channels: 3, background: { r: 200, g: 60, b: 50 } } as const;
    // The cast: the library's types do not declare this method.
    const picture = sharp({ create }) as Sharp & { withGainMap(): Sharp };
    const bytes = await picture.withGainMap().jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).gainMap).toBeDefined();
    const photo = await render(bytes);
    expect(photo).toMatchObject({ mimeType: 'image/jpeg', width: 900, height: 600 });
    expect((await sharp(largest(photo)).metadata()).gainMap).toBeUndefined();
    expect((await edges(largest(photo))).top).toBe('red');
  });

  it('stays transparent', async () => {
    const create = {
      width: 400,
      height: 400,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const photo = await render(sharp({ create }).png());
    for (const { bytes } of photo.renditions) expect((await meanColour(bytes))[3]).toBe(0);
    expect(photo.placeholder).toBe('linear-gradient(#ffffff,#ffffff)');
  });

  it.each(['gif', 'webp'] as const)('is the first frame of an animated %s', async (format) => {
    const frame = (background: string) =>
      sharp({ create: { width: 50, height: 30, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(frame));
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(3);
    const photo = await render(animation);
    expect(photo).toMatchObject({ width: 50, height: 30, mimeType: `image/${format}` });
    const served = await sharp(largest(photo)).metadata();
    expect(served).toMatchObject({ width: 50, height: 30 });
    expect(served.pages).toBeUndefined();
    expect(await edges(largest(photo))).toMatchObject({ top: 'red', bottom: 'red' });
  });

  it('has a placeholder in its own colours', async () => {
    expect((await render(redAboveBlue(500, 400).png())).placeholder).toMatch(
      /^linear-gradient\(#f[ef]000[01],#0[01]00f[ef]\)$/,
    );
    expect((await render(flatPng(1, 1))).placeholder).toBe('linear-gradient(#000000,#000000)');
  });

  it('is small: a drawn picture on a card takes at most 25 kB', async () => {
    const { renditions } = await render(drawing());
    const card = renditions.find(({ width }) => width === 750);
    expect(card?.bytes.length).toBeLessThan(25_000);
  });
});

describe('hostile bytes', () => {
  const onlyRefusals = async (bytes: Buffer): Promise<void> => {
    try {
      await renderer.render(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  };

  it('that are random after a valid beginning are refused, and nothing crashes', async () => {
    const beginnings = [
      '',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF\x40\0\0\0WEBPVP8 ',
      '\0\0\0\x18ftypavif\0\0\0\0mif1avif',
    ].map((text) => Buffer.from(text, 'latin1'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), (beginning, rest) =>
        onlyRefusals(Buffer.concat([beginning, rest])),
      ),
      randomCases(100),
    );
  });

  it('in damaged pictures of every type are accepted or refused, and nothing crashes', async () => {
    const picture = noise(40, 30);
    const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
    const valid = await Promise.all(formats.map((format) => picture.clone().toFormat(format).toBuffer()));
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.integer({ min: 0, max: 255 }),
    });
    const changes = fc.array(change, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...valid), changes, fc.boolean(), async (bytes, list, inHeader) => {
        const copy = Buffer.from(bytes);
        const reach = inHeader ? Math.min(200, copy.length) : copy.length;
        for (const { at, to } of list) copy[Math.floor(at * (reach - 1))] = to;
        await onlyRefusals(copy);
      }),
      randomCases(130),
    );
  });
});
