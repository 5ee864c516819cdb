import { randomInt } from 'node:crypto';

import sharp from 'sharp';

import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';
import { limits } from '#contracts/shared/limits';

import type { Author } from './seed.ts';

/** A file as a person chooses it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/**
 * The secrets of a file that no response may reveal: the camera's serial number, its owner and the place, as text and
 * in EXIF's encoding.
 */
const secrets: ReadonlyArray<string | Buffer> = [
  ...['SN-4711-SECRET', 'Olga Owner', 'GPSLatitude', 'Exif\0', '47.5534', '7.3620', '1234/100'],
  Buffer.from('000004d200000064', 'hex'),
  Buffer.from('d204000064000000', 'hex'),
];

/** Which of a camera file's secrets these bytes contain, directly or in a data URL. */
export function leaksIn(bytes: Buffer): readonly string[] {
  const inside = [...bytes.toString('latin1').matchAll(/base64,([\w+/=]+)/g)].flatMap(([, data = '']) =>
    leaksIn(Buffer.from(data, 'base64')),
  );
  return [...secrets.filter((secret) => bytes.includes(secret)).map(String), ...inside];
}

const camera = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5', Artist: 'Olga Owner', Copyright: 'Olga Owner' },
  IFD2: {
    DateTimeOriginal: '2026:10:03 18:42:10',
    LensModel: 'XF23mmF1.4 R',
    LensSerialNumber: 'SN-4711-SECRET',
    BodySerialNumber: 'SN-4711-SECRET',
    FocalLength: '23/1',
    FNumber: '8/1',
    ExposureTime: '1/125',
    ISOSpeedRatings: '200',
  },
  IFD3: {
    GPSLatitude: '47/1 33/1 1234/100',
    GPSLatitudeRef: 'N',
    GPSLongitude: '7/1 21/1 4321/100',
    GPSLongitudeRef: 'E',
  },
};
export const gear = 'Fujifilm X-T5 · 23 mm · f/8 · 1/125 · ISO 200';

interface Shape {
  readonly width?: number;
  readonly height?: number;
  /** The EXIF orientation: with 6, the picture must be turned a quarter to the right. */
  readonly orientation?: number;
  /** Adds noise as in low light, so that the file has a realistic size. */
  readonly grain?: boolean;
}

/** A unique picture as a camera writes it, with all its metadata. */
export async function fromCamera({
  width = 600,
  height = 400,
  orientation = 1,
  grain = false,
}: Shape = {}): Promise<Buffer> {
  const colour = () => ({ r: randomInt(256), g: randomInt(256), b: randomInt(256) });
  const noise = grain ? { noise: { type: 'gaussian', mean: 128, sigma: 30 } as const } : {};
  return sharp({ create: { width, height, channels: 3, background: colour(), ...noise } })
    .composite([{ input: { create: { width: 40, height: 40, channels: 3, background: colour() } } }])
    .withExif(camera)
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** A photo that is too large to be accepted, and has more pixels on a side than a smaller one may have. */
export async function panorama(): Promise<Buffer> {
  const [width, height] = [5472, 912];
  const tile = await sharp({
    create: {
      width: 912,
      height: 608,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#345' } })
    .composite([{ input: tile, tile: true }])
    .withExif(camera)
    .jpeg({ quality: 100 })
    .toBuffer();
}

/** A photo that is too large to be accepted because of the preview that a camera appends; its own pixels are few. */
export const withLargePreview = async (): Promise<Buffer> =>
  Buffer.concat([
    await fromCamera({ width: 1500, height: 1000 }),
    Buffer.alloc(limits.photoBytes, 'preview'),
  ]);

/** The start of a HEIC file, which this browser cannot read. */
export const heic = (): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(4096, 7)]);

/**
 * A HEIF file that this browser can read, because it contains AV1. Its first brands are only HEIF, as in files of
 * phones; the last brand names the codec. It has all the metadata that a camera writes.
 */
export async function readableHeif(): Promise<Buffer> {
  const avif = await sharp(await fromCamera({ width: 900, height: 600 }))
    .keepExif()
    .avif()
    .toBuffer();
  const brands = 'mif1\0\0\0\0mif1miaf1picMA1Bavif';
  const size = 8 + brands.length;
  const type = Buffer.concat([Buffer.from([0, 0, 0, size]), Buffer.from(`ftyp${brands}`, 'latin1')]);
  const before = avif.readUInt32BE(0);
  // The pictures' positions are offsets from the start of the file, which has become longer.
  const places = avif.indexOf('iloc') + 4;
  const [sizes, count] = [avif.readUInt16BE(places + 4), avif.readUInt16BE(places + 6)];
  if (avif.readUInt8(places) !== 0 || sizes !== 0x4440) throw new Error('The file has an unexpected layout.');
  for (let item = 0; item < count; item++) {
    const at = places + 8 + item * 18 + 10;
    avif.writeUInt32BE(avif.readUInt32BE(at) + size - before, at);
  }
  return Buffer.concat([type, avif.subarray(before)]);
}

export const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg'): ChosenFile => ({
  name,
  mimeType,
  buffer,
});

/** Uploads a photo with the API. */
export const addPhoto = (
  author: Author,
  location: Location,
  buffer: Buffer,
  more: object = {},
): Promise<Photo> =>
  author.send('POST', `/api/locations/${location.id}/photos`, {
    imageData: `data:image/jpeg;base64,${buffer.toString('base64')}`,
    fileName: 'photo.jpg',
    fileSize: buffer.length,
    mimeType: 'image/jpeg',
    isPrimary: 0,
    ...more,
  });
