import { randomInt } from 'node:crypto';

import sharp from 'sharp';

import type { ApiResponse, Client } from './client.ts';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** Whether an operation accepts a picture, and so a body of several megabytes. */
export const takesPicture = (path: string): boolean => path.endsWith('/photos') || path.endsWith('/pictures');

/** A unique picture with random colours; small by default, because every upload is decoded and encoded again. */
export const picture = (width = 64, height = 48) => {
  const colour = () => ({ r: randomInt(256), g: randomInt(256), b: randomInt(256) });
  const stripe = { width: Math.ceil(width / 3), height, channels: 3, background: colour() } as const;
  return sharp({ create: { width, height, channels: 3, background: colour() } }).composite([
    { input: { create: stripe }, gravity: 'east' },
  ]);
};

export const pictureBytes = (format: Format = 'jpeg', width?: number, height?: number): Promise<Buffer> =>
  picture(width, height).toFormat(format).toBuffer();

export const dataUrl = (bytes: Buffer, type = 'image/jpeg'): string =>
  `data:${type};base64,${bytes.toString('base64')}`;

/** The body that the web client sends for a file. */
export const upload = (bytes: Buffer, changes: object = {}) => ({
  imageData: dataUrl(bytes),
  fileName: 'photo.jpg',
  fileSize: bytes.length,
  mimeType: 'image/jpeg',
  isPrimary: 0,
  ...changes,
});

export const addPhoto = async (
  by: Client,
  locationId: string,
  bytes?: Buffer,
  changes: object = {},
): Promise<ApiResponse> =>
  by.post(`/api/locations/${locationId}/photos`, upload(bytes ?? (await pictureBytes()), changes));

/** The bytes at an address. */
export async function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
