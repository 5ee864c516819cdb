import { constants, crc32, deflateRawSync } from 'node:zlib';

import sharp from 'sharp';

/** Red above blue, without an edge that compression could blur, so that a test can tell which side is up. */
export const redAboveBlue = (width: number, height: number) => {
  const half = { width, height: Math.floor(height / 2), channels: 3, background: '#0000ff' } as const;
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: half }, gravity: 'south' },
  ]);
};

/** Soft noise: no two parts are alike, so that damage to the file is visible. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  });

/**
 * A black PNG of any size in a few bytes: every row is the same block of deflated zeros, so that neither this function
 * nor the test needs the memory that a careless decoder would. The pixels have 8 bits and are not interlaced, whatever
 * the header says; it may also claim another size.
 */
export function flatPng(
  width: number,
  height: number,
  { depth = 8, interlaced = false, claims = [width, height] } = {},
): Buffer {
  const header = Buffer.alloc(13);
  for (const [at, size] of claims.entries()) header.writeUInt32BE(size, 4 * at);
  header.set([depth, 0, 0, 0, interlaced ? 1 : 0], 8);
  const row = deflateRawSync(Buffer.alloc(width + 1), { finishFlush: constants.Z_FULL_FLUSH });
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE((((width + 1) * height) % 65521) * 65536 + 1); // of that many zeros
  const rows = Array.from({ length: height }, () => row);
  const pixels = Buffer.concat([Buffer.from([0x78, 0x01]), ...rows, Buffer.from([0x03, 0x00]), adler]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Changes the size in a picture's header, which a decoder believes before it reads the rest. */
export function claimSize(bytes: Buffer, mark: string, offset: number, claim: Buffer): Buffer {
  const start = bytes.indexOf(mark, 0, 'latin1');
  if (start < 0) throw new Error(`There is no ${mark}`);
  const copy = Buffer.from(bytes);
  claim.copy(copy, start + offset);
  return copy;
}

/** A PNG with another chunk after its signature (8 bytes) and its header (25 bytes). */
export const withChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);

/** A PNG with a block of EXIF, which may be longer than a JPEG's. */
export const withExifChunk = (png: Buffer, block: Buffer): Buffer => withChunk(png, 'eXIf', block);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A drawing like the sample's: gradients, hard edges, a hundred lit windows. */
export function drawing() {
  const windows = Array.from({ length: 100 }, (_, index) => {
    const [x, y] = [100 + (index % 20) * 70, 600 + Math.floor(index / 20) * 80];
    return `<rect x="${x}" y="${y}" width="${20 + (index % 7)}" height="34" fill="#ffd98a"/>`;
  });
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067">
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#27345c"/><stop offset="1" stop-color="#f2a66b"/></linearGradient>
      <rect width="1600" height="1067" fill="url(#sky)"/><circle cx="1100" cy="520" r="90" fill="#fff1c9"/>
      <path d="M0 700 L300 420 L520 640 L900 380 L1300 700 L1600 540 V1067 H0Z" fill="#5b4a6e"/>
      <rect y="570" x="60" width="1480" height="497" fill="#2e2a44"/>${windows.join('')}</svg>`),
  ).jpeg({ quality: 82 });
}
