import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { sniff } from '../inspect.ts';
import { selfPointing, uint32, withExif, withOtherExif, withSegment } from '../test-exif.ts';
import { noise, withChunk, withExifChunk } from '../test-pictures.ts';
import type { Parts } from './parts.ts';
import { partsOf } from '../render.ts';

/** Undefined if the picture is refused. */
const tryParts = (bytes: Buffer): Parts | undefined => {
  const type = sniff(bytes);
  if (type === undefined) throw new Error('This is no picture');
  return partsOf(bytes, type);
};
const taken = (bytes: Buffer): Parts => {
  const parts = tryParts(bytes);
  if (parts === undefined) throw new Error('This picture has no end');
  return parts;
};
const uint16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255);
const cut = (bytes: Buffer): Buffer => taken(bytes).picture;

/** A damaged header may claim any size, so no more pixels than these pictures have are decoded. */
const rawOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: 200_000 }).raw().toBuffer();

const picture = () => noise(61, 47);
const coloured = () => picture().withExif({ IFD0: { Make: 'Camera' } });
const frames = async (): Promise<Sharp> => {
  const made = ['#ff0000', '#00ff00'].map((background) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(made), { join: { animated: true } });
};
// The cast: the library's types do not declare this method.
const gainMap = (made: Sharp) => (made as Sharp & { withGainMap(): Sharp }).withGainMap();

const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
  jpeg: () => coloured().jpeg().toBuffer(),
  'progressive jpeg': () => coloured().jpeg({ progressive: true }).toBuffer(),
  'best jpeg': () => picture().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  png: () => coloured().png().toBuffer(),
  'interlaced png': () => picture().png({ progressive: true }).toBuffer(),
  'png with a palette': () => picture().png({ palette: true }).toBuffer(),
  gif: () => picture().gif().toBuffer(),
  'animated gif': async () => (await frames()).gif().toBuffer(),
  webp: () => coloured().webp().toBuffer(),
  'lossless webp': () => picture().webp({ lossless: true }).toBuffer(),
  'animated webp': async () => (await frames()).webp().toBuffer(),
  avif: () => coloured().avif({ effort: 0 }).toBuffer(),
  'avif with alpha': () => picture().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
};
const names = Object.keys(makers);
const made = new Map<string, Buffer>();
const of = (name: string): Buffer => made.get(name) ?? Buffer.alloc(0);

beforeAll(async () => {
  for (const [name, make] of Object.entries(makers)) made.set(name, await make());
});

describe.each(names)('%s', (name) => {
  it('keeps its pixels', async () => {
    expect((await rawOf(cut(of(name)))).equals(await rawOf(of(name)))).toBe(true);
  });

  it('loses its metadata', async () => {
    const { exif = Buffer.of(), xmp, iptc, orientation, comments } = await sharp(cut(of(name))).metadata();
    expect({ xmp, iptc, orientation, comments }).toEqual({});
    // An AVIF's metadata stays in place, as zeros.
    expect(exif.every((byte) => byte === 0)).toBe(true);
  });

  it('reaches the decoder without the bytes after its end', () => {
    const behind = [
      randomBytes(100_000),
      Buffer.alloc(1000),
      Buffer.alloc(1000, 0xff),
      Buffer.from('\0'),
      of('jpeg'),
      of('png'),
      of('gif'),
      Buffer.from('<script>alert(1)</script>'),
    ];
    for (const each of behind) {
      expect(cut(Buffer.concat([of(name), each])).equals(cut(of(name)))).toBe(true);
    }
  });

  it('is refused if it ends too early', () => {
    const half = of(name).subarray(0, Math.floor(of(name).length / 3));
    expect(tryParts(half)).toBeUndefined();
  });
});

it("a phone's HDR picture keeps its pixels, and loses the second picture", async () => {
  const create = { width: 400, height: 300, channels: 3, background: { r: 200, g: 60, b: 50 } } as const;
  const bytes = await gainMap(sharp({ create })).jpeg().toBuffer();
  const picture = cut(bytes);
  expect(picture.length).toBeLessThan(bytes.length);
  expect((await sharp(picture).metadata()).gainMap).toBeUndefined();
  expect(await rawOf(picture)).toEqual(await rawOf(bytes));
});

it('a JPEG with another JPEG in its metadata ends at its own end', async () => {
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1]), Buffer.alloc(2), of('jpeg')]);
  exif.writeUInt16BE(exif.length - 2, 2);
  const bytes = Buffer.concat([of('jpeg').subarray(0, 2), exif, of('jpeg').subarray(2)]);
  expect(cut(bytes).equals(cut(of('jpeg')))).toBe(true);
});

it('a GIF without a trailer keeps its picture', async () => {
  const bytes = of('gif').subarray(0, -1);
  expect(cut(Buffer.concat([bytes, randomBytes(500).fill(7, 0, 1)])).equals(cut(of('gif')))).toBe(true);
  expect((await rawOf(cut(bytes))).equals(await rawOf(of('gif')))).toBe(true);
});

describe('metadata', () => {
  const long = () => noise(61, 47).withExif({ IFD0: { ImageDescription: 'x'.repeat(65_200) } });
  const hostile = selfPointing(5400);
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a/>'.repeat(9000)}</x:xmpmeta>`;
  const carriers: Readonly<Record<string, () => Promise<Buffer>>> = {
    jpeg: async () => withExif(await noise(61, 47).jpeg().toBuffer(), hostile),
    png: async () => withExifChunk(await noise(61, 47).png().toBuffer(), hostile),
    webp: async () => withOtherExif(await long().webp().toBuffer(), hostile),
    avif: async () => withOtherExif(await long().avif({ effort: 0 }).toBuffer(), hostile),
  };

  it.each(Object.keys(carriers))(
    'of a %s is passed to our reader, and no byte of it to the decoder',
    async (name) => {
      const bytes = (await carriers[name]?.()) ?? Buffer.alloc(0);
      const entry = hostile.subarray(10, 34);
      expect(bytes.includes(entry)).toBe(true);
      const { picture, exif } = taken(bytes);
      expect(exif?.subarray(0, hostile.length).equals(hostile)).toBe(true);
      expect(picture.includes(entry)).toBe(false);
    },
  );

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('that is XMP is left out of a %s', async (format) => {
    const bytes = await noise(61, 47).withXmp(xmp).toFormat(format).toBuffer();
    expect((await sharp(bytes).metadata()).xmp).toBeDefined();
    expect(cut(bytes).includes('xmpmeta')).toBe(false);
    expect((await rawOf(cut(bytes))).equals(await rawOf(bytes))).toBe(true);
  });

  it('in a comment, from Photoshop or from an unknown program is left out of a JPEG', () => {
    const segments = [0xfe, 0xed, 0xe1, 0xe2, 0xeb].reduce(
      (bytes, marker) => withSegment(bytes, marker, Buffer.alloc(60_000, 'secret')),
      of('jpeg'),
    );
    expect(cut(segments).equals(cut(of('jpeg')))).toBe(true);
  });

  it('that is text, compressed or not, is left out of a PNG', () => {
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'].reduce(
      (bytes, type) => withChunk(bytes, type, Buffer.alloc(60_000, 'secret')),
      of('png'),
    );
    expect(cut(chunks).equals(cut(of('png')))).toBe(true);
  });

  it.each([
    ['once each', 2, true],
    ['together more bytes than it has', 3, false],
    ['in more places than any picture', 5000, false],
  ])('of an AVIF whose items claim %s is limited', (_what, items, isTaken) => {
    const box = (type: string, ...parts: Buffer[]) => {
      const content = Buffer.concat(parts);
      return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
    };
    const full = uint32(0);
    const each = (part: (item: number) => Buffer) =>
      Buffer.concat(Array.from({ length: items }, (_, item) => part(item)));
    const version2 = Buffer.of(2, 0, 0, 0);
    const types = each((item) => box('infe', version2, uint16(item), uint16(0), Buffer.from('Exif\0')));
    // Offsets and lengths have exactly four bytes.
    const metaAt = (offset: number) => {
      const places = each((item) =>
        Buffer.concat([uint16(item), uint16(0), uint16(1), uint32(offset), uint32(700)]),
      );
      const iinf = box('iinf', full, uint16(items), types);
      return box('meta', full, iinf, box('iloc', full, uint16(0x4400), uint16(items), places));
    };
    const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1'));
    const start = type.length + metaAt(0).length + 8;
    const data = box('mdat', Buffer.alloc(Math.max(700, 1500 - start)));
    expect(tryParts(Buffer.concat([type, metaAt(start), data])) !== undefined).toBe(isTaken);
    expect(tryParts(Buffer.concat([type, metaAt(start - 1), data]))).toBeUndefined();
  });
});

describe('a colour profile', () => {
  const withProfile = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
    noise(61, 47).withIccProfile('p3').toFormat(format).toBuffer();

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of a %s reaches the decoder', async (format) => {
    const bytes = await withProfile(format);
    const { icc } = await sharp(bytes).metadata();
    expect(icc).toBeDefined();
    expect((await sharp(cut(bytes)).metadata()).icc).toEqual(icc);
  });

  it('of a megabyte does not reach the decoder, and the picture keeps its pixels', async () => {
    const part = Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.of(1, 20), Buffer.alloc(60_000)]);
    const jpeg = Array.from({ length: 20 }).reduce<Buffer>(
      (bytes) => withSegment(bytes, 0xe2, part),
      of('jpeg'),
    );
    expect(cut(jpeg).length).toBeLessThan(1_100_000);
    const deflated = deflateSync(Buffer.alloc(1_100_000));
    const png = withChunk(of('png'), 'iCCP', Buffer.concat([Buffer.from('bomb\0\0'), deflated]));
    expect(cut(png).equals(cut(of('png')))).toBe(true);
  });
});

describe('with arbitrary bytes', () => {
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
  const damaged = (kinds: readonly string[]) =>
    fc
      .tuple(fc.constantFrom(...kinds), fc.array(change, { maxLength: 6 }), fc.uint8Array({ maxLength: 200 }))
      .map(([name, changes, behind]) => {
        const bytes = Buffer.concat([of(name), behind]);
        for (const { at, to } of changes) bytes[at % Math.min(bytes.length, 400)] = to;
        return bytes;
      });

  it('damaged pictures are cut or refused, without other errors', () => {
    fc.assert(
      fc.property(damaged(names), (bytes) => {
        const type = sniff(bytes);
        fc.pre(type !== undefined);
        const kept = partsOf(bytes, type)?.picture;
        expect(kept === undefined || partsOf(kept, type)?.picture.equals(kept)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('a picture that decodes after cutting has the same pixels as before', async () => {
    // The transparency of a damaged animation may depend on its second frame, which is left out.
    const still = names.filter((name) => !name.startsWith('animated'));
    await fc.assert(
      fc.asyncProperty(damaged(still), async (bytes) => {
        const type = sniff(bytes);
        fc.pre(type !== undefined);
        const kept = partsOf(bytes, type)?.picture;
        fc.pre(kept !== undefined);
        // Damage may end a picture early, or hide a later frame that does not decode.
        const [before, after] = await Promise.all(
          [bytes, kept].map((each) => rawOf(each).catch(() => undefined)),
        );
        fc.pre(before !== undefined && after !== undefined);
        expect(after.equals(before)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
