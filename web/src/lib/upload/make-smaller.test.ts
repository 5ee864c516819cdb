// @vitest-environment node
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { noDetails } from '#contracts/photo/photo-details';

import { detailsIn, positionIn } from './make-smaller.ts';

const camera = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5', Artist: 'Olga Owner' },
  IFD2: {
    DateTimeOriginal: '2026:10:03 18:42:10',
    LensModel: 'XF23mmF1.4 R',
    BodySerialNumber: 'SN-4711',
    FocalLength: '23/1',
    FNumber: '80/10',
    ExposureTime: '10/1250',
    ISOSpeedRatings: '200',
  },
  IFD3: { GPSLatitude: '41/1 8/1 27/1', GPSLatitudeRef: 'N' },
};
const all = {
  takenAt: '2026-10-03T18:42:10',
  camera: 'FUJIFILM X-T5',
  lens: 'XF23mmF1.4 R',
  focalLength: 23,
  aperture: 8,
  exposure: '1/125',
  iso: 200,
};
const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#456' } });

describe('details of a file, read in the browser', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'are the same as the server reads from a %s',
    async (format) => {
      expect(detailsIn(await plain().withExif(camera).toFormat(format).toBuffer())).toEqual(all);
    },
  );
  it('are empty if the file has none', async () => {
    expect(detailsIn(await plain().jpeg().toBuffer())).toEqual(noDetails);
    expect(detailsIn(new Uint8Array())).toEqual(noDetails);
  });
  it('survive cut or overwritten files without a crash or a hang', async () => {
    const whole = await plain().withExif(camera).jpeg().toBuffer();
    for (let length = 0; length < whole.length; length += 1) detailsIn(whole.subarray(0, length));
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Uint8Array.from(whole);
      changed.fill(0xff, at, at + 4);
      expect(JSON.stringify(detailsIn(changed))).not.toMatch(/SN-4711|Olga/);
    }
  });
});

describe('where a photo was taken, read in the browser', () => {
  const at = { GPSLatitude: '41/1 8/1 2748/100', GPSLongitude: '8/1 36/1 5544/100' };
  const positionOf = async (gps: Record<string, string>) =>
    positionIn(new Blob([new Uint8Array(await plain().withExif({ IFD3: gps }).jpeg().toBuffer())]));

  it('is a point with at most six decimals, north and east positive', async () => {
    const north = { ...at, GPSLatitudeRef: 'N', GPSLongitudeRef: 'W' };
    expect(await positionOf(north)).toEqual({ latitude: 41.140967, longitude: -8.6154 });
    const south = { ...at, GPSLatitudeRef: 'S', GPSLongitudeRef: 'E' };
    expect(await positionOf(south)).toEqual({ latitude: -41.140967, longitude: 8.6154 });
  });
  it('is unknown if a half is missing, divided by zero or beyond the poles', async () => {
    expect(await positionOf({ GPSLatitude: at.GPSLatitude, GPSLatitudeRef: 'N' })).toBeNull();
    expect(await positionOf({ ...at, GPSLatitude: '91/1 0/1 0/1' })).toBeNull();
    expect(await positionOf({ ...at, GPSLongitude: '8/0 36/1 0/1' })).toBeNull();
    expect(await positionIn(new Blob([]))).toBeNull();
  });
});
