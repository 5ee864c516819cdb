import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { Refusal } from '#contracts/errors';

import { cutAfterEnd } from './cut-after-end.ts';
import { sniff, type PhotoType } from './sniff.ts';
import { noise } from './test-pictures.ts';

const cut = (bytes: Buffer): Buffer => {
  const type = sniff(bytes);
  if (type === undefined) throw new Error('This is no picture');
  return cutAfterEnd(bytes, type);
};

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
  it('is kept whole', () => {
    expect(cut(of(name)).equals(of(name))).toBe(true);
  });

  it('loses the bytes after its end', () => {
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
      expect(cut(Buffer.concat([of(name), each])).length).toBe(of(name).length);
    }
  });

  it('is refused when it ends too early', () => {
    const half = of(name).subarray(0, Math.floor(of(name).length / 3));
    expect(() => cut(half)).toThrow(Refusal);
  });
});

it('a telephone’s HDR picture keeps its pixels, and loses the second picture', async () => {
  const create = { width: 400, height: 300, channels: 3, background: { r: 200, g: 60, b: 50 } } as const;
  const bytes = await gainMap(sharp({ create })).jpeg().toBuffer();
  const kept = cut(bytes);
  expect(kept.length).toBeLessThan(bytes.length);
  expect(await rawOf(kept)).toEqual(await rawOf(bytes));
});

it('a JPEG with another JPEG in its metadata ends at its own end', async () => {
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1]), Buffer.alloc(2), of('jpeg')]);
  exif.writeUInt16BE(exif.length - 2, 2);
  const bytes = Buffer.concat([of('jpeg').subarray(0, 2), exif, of('jpeg').subarray(2)]);
  expect(cut(bytes).length).toBe(bytes.length);
});

it('a GIF without a trailer keeps its picture', async () => {
  const bytes = of('gif').subarray(0, -1);
  expect(cut(Buffer.concat([bytes, randomBytes(500).fill(7, 0, 1)])).length).toBe(bytes.length);
  expect(await rawOf(bytes)).toEqual(await rawOf(of('gif')));
});

describe('with arbitrary bytes', () => {
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
  const damaged = fc
    .tuple(fc.constantFrom(...names), fc.array(change, { maxLength: 6 }), fc.uint8Array({ maxLength: 200 }))
    .map(([name, changes, behind]) => {
      const bytes = Buffer.concat([of(name), behind]);
      for (const { at, to } of changes) bytes[at % Math.min(bytes.length, 400)] = to;
      return bytes;
    });

  /** Undefined when the picture is refused. */
  const keptOf = (bytes: Buffer, type: PhotoType): Buffer | undefined => {
    try {
      return cutAfterEnd(bytes, type);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      return undefined;
    }
  };

  it('damaged pictures are cut or refused, without other errors', () => {
    fc.assert(
      fc.property(damaged, (bytes) => {
        const type = sniff(bytes);
        fc.pre(type !== undefined);
        const kept = keptOf(bytes, type);
        if (kept !== undefined) expect(cutAfterEnd(kept, type).length).toBe(kept.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('a picture that decodes after cutting has the same pixels as before', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const type = sniff(bytes);
        fc.pre(type !== undefined);
        const kept = keptOf(bytes, type);
        fc.pre(kept !== undefined);
        // Damage may end a picture early, or hide a later frame that does not decode.
        const [before, after] = await Promise.all(
          [bytes, kept].map((each) => rawOf(each).catch(() => undefined)),
        );
        fc.pre(before !== undefined && after !== undefined);
        expect(after).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});
