import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import type { PhotoDetails } from '#contracts/photo/events';
import { readExif } from '#contracts/photo/exif';
import { noDetails } from '#contracts/photo/photo-details';
import { detailsOf } from '#contracts/photo/written-details';

import { createRenderer, detailsIn } from './render.ts';
import { exifBlock, fraction, selfPointing, textTag, withExif, type ExifTag } from './test-exif.ts';
import { redAboveBlue } from './test-pictures.ts';

const renderer = createRenderer();
afterAll(() => renderer[Symbol.asyncDispose]());

const render = (bytes: Buffer) => renderer.render(bytes);
const known = async (bytes: Buffer): Promise<PhotoDetails> => (await render(bytes)).details;
const plain = () => redAboveBlue(60, 40).jpeg().toBuffer();

const camera = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5', Artist: 'Olga Owner', Copyright: 'Olga Owner' },
  IFD2: {
    DateTimeOriginal: '2026:10:03 18:42:10',
    LensModel: 'XF23mmF1.4 R',
    LensSerialNumber: 'SN-4711',
    FocalLength: '23/1',
    FNumber: '80/10',
    ExposureTime: '10/1250',
    ISOSpeedRatings: '200',
  },
  IFD3: { GPSLatitude: '41/1 8/1 27/1', GPSLatitudeRef: 'N' },
};
const all: PhotoDetails = {
  takenAt: '2026-10-03T18:42:10',
  camera: 'FUJIFILM X-T5',
  lens: 'XF23mmF1.4 R',
  focalLength: 23,
  aperture: 8,
  exposure: '1/125',
  iso: 200,
};

describe('the details of a file', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'are read from a %s, and nothing else is read',
    async (type) => {
      expect(await known(await redAboveBlue(60, 40).withExif(camera).toFormat(type).toBuffer())).toEqual(all);
    },
  );

  it.each(['jpeg', 'gif'] as const)('are unknown in a %s that has none', async (type) => {
    expect(await known(await redAboveBlue(60, 40).toFormat(type).toBuffer())).toEqual(noDetails);
  });

  it('are read again from an original', async () => {
    const bytes = await redAboveBlue(60, 40).withExif(camera).jpeg().toBuffer();
    expect(detailsIn(bytes)).toEqual(all);
    expect(detailsIn(await plain())).toEqual(noDetails);
    expect(detailsIn(Buffer.from('no picture'))).toEqual(noDetails);
  });

  it('leave out what cannot be shown, and end at the first zero', async () => {
    const bytes = withExif(
      await plain(),
      exifBlock([textTag(0x10f, 'Ca\u0007non\u202e'), textTag(0x110, 'R5\0secret')]),
    );
    expect(await known(bytes)).toMatchObject({ camera: 'Canon R5' });
  });

  it('are texts in any script, at most a hundred characters long', async () => {
    const bytes = withExif(
      await plain(),
      exifBlock([textTag(0x110, 'Зенит-Е')], [textTag(0xa434, 'x'.repeat(5000))]),
    );
    expect(await known(bytes)).toMatchObject({ camera: 'Зенит-Е', lens: 'x'.repeat(100) });
  });

  it.each([
    '0000:00:00 00:00:00',
    '2026:13:45 10:00:00',
    '2026:02:30 10:00:00',
    '    :  :     :  :  ',
    'soon',
  ])('have no time if the file says %j', async (text) => {
    const bytes = withExif(await plain(), exifBlock([], [textTag(0x9003, text)]));
    expect(await known(bytes)).toEqual(noDetails);
  });
});

const written = {
  make: null,
  model: null,
  lens: null,
  takenAt: null,
  focalLength: null,
  aperture: null,
  exposure: null,
  iso: null,
};

describe('the details as text', () => {
  it.each([
    ['Canon', 'Canon EOS R5', 'Canon EOS R5'],
    ['NIKON CORPORATION', 'NIKON Z 8', 'NIKON Z 8'],
    ['EASTMAN KODAK COMPANY', 'KODAK DC240', 'KODAK DC240'],
    ['SONY', 'ILCE-7M4', 'SONY ILCE-7M4'],
    ['Apple', 'iPhone 15 Pro', 'Apple iPhone 15 Pro'],
    ['HUAWEI', 'huawei P30', 'huawei P30'],
    ['Fujifilm', 'Fujifilm', 'Fujifilm'],
    ['Leica', null, 'Leica'],
    [null, 'X-T5', 'X-T5'],
    [' ', '\0', null],
  ])('turn %j and %j into the camera %j', (make, model, said) => {
    expect(detailsOf({ ...written, make, model }).camera).toBe(said);
  });

  it.each([
    [1 / 125, '1/125'],
    [0.0008, '1/1250'],
    [1 / 8000, '1/8000'],
    [0.5, '1/2'],
    [0.3, '0.3'],
    [0.8, '0.8'],
    [1, '1'],
    [2, '2'],
    [2.5, '2.5'],
    [30, '30'],
    [0, null],
    [-1, null],
    [NaN, null],
    [Infinity, null],
    [1e-9, null],
    [1e9, null],
  ])('turn %d seconds into %j', (exposure, said) => {
    expect(detailsOf({ ...written, exposure }).exposure).toBe(said);
  });

  it('have at most two decimals in numbers, and leave out impossible numbers', () => {
    const some = { ...written, focalLength: 6.76543, aperture: 1.7799, iso: 3200 };
    expect(detailsOf(some)).toMatchObject({ focalLength: 6.77, aperture: 1.78, iso: 3200 });
    for (const number of [0, -4, NaN, Infinity, 4_294_967_295]) {
      expect(detailsOf({ ...written, focalLength: number, aperture: number, iso: number })).toEqual(
        noDetails,
      );
    }
    expect(detailsOf({ ...written, iso: 100.5 }).iso).toBeNull();
  });
});

const numbers = (tag: number, type: number, count: number, at: number): ExifTag => ({
  tag,
  type,
  count,
  value: { at },
});

describe('hostile EXIF', () => {
  const huge = 0xffff_ffff;
  it.each([
    ['claims four billion values', exifBlock([numbers(0x10f, 5, huge, 8), numbers(0x110, 2, huge, 8)])],
    ['points behind its end', exifBlock([numbers(0x10f, 2, 50, huge), numbers(0x110, 4, 900, 4_000_000)])],
    ['leads back to itself', exifBlock([numbers(0x8825, 4, 1, 8), numbers(0xa005, 4, 1, 8)], [], 8)],
    ['has no table', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')],
    ['is empty', Buffer.alloc(0)],
    ['is not EXIF', Buffer.alloc(60_000, 'MM')],
    ['has types that do not exist', exifBlock([numbers(0x10f, 99, 1, 8), numbers(0x110, 0, 1, 8)])],
    ['divides by nothing', exifBlock([], [fraction(0x829d, 4, 0), fraction(0x829a, 0, 0)])],
  ])('with %s is ignored, and the photo is accepted without details', async (_name, block) => {
    const { width, details } = await render(withExif(await plain(), block));
    expect({ width, details }).toEqual({ width: 60, details: noDetails });
  });

  it('of five thousand entries is read in a few steps, as is one of several megabytes', async () => {
    const read = (block: Buffer) => {
      let reads = 0;
      const view = new Proxy(new DataView(new Uint8Array(block).buffer), {
        get(target, name) {
          if (String(name).startsWith('get')) reads += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      return { exif: readExif(view), reads };
    };
    // Every entry claims as many numbers as the block has bytes.
    const entries = Array.from({ length: 5000 }, (_, index) => numbers(index + 1, 1, 65_000, 8));
    for (const block of [selfPointing(5400), exifBlock([...entries, numbers(0x8825, 4, 1, 8)], entries, 8)]) {
      const { exif, reads } = read(block);
      expect(exif).toEqual({ orientation: 1, details: written });
      expect(reads).toBeLessThan(5000);
    }
    const far = exifBlock([], [textTag(0x9999, 'x'.repeat(3_000_000)), textTag(0xa434, 'lens')]);
    const { exif, reads } = read(far);
    expect(exif.details.lens).toBe('lens');
    expect(reads).toBeLessThan(50);
  });

  it('does not keep its picture from being turned upright', async () => {
    const tag: ExifTag = { tag: 0x112, type: 3, count: 1, value: Buffer.of(0, 6) };
    const broken = exifBlock([tag, numbers(0x10f, 2, 50, huge)], [], 8);
    expect(await render(withExif(await plain(), broken))).toMatchObject({ width: 40, height: 60 });
  });

  it('is accepted wherever it is cut off', async () => {
    const whole = await redAboveBlue(60, 40).withExif(camera).jpeg().toBuffer();
    const block = (await sharp(whole).metadata()).exif?.subarray(6) ?? Buffer.alloc(0);
    for (let length = 0; length < block.length; length += 37) {
      const { width, details } = await render(withExif(await plain(), block.subarray(0, length)));
      expect(width).toBe(60);
      expect(Object.keys(details)).toEqual(Object.keys(noDetails));
    }
  });
});
