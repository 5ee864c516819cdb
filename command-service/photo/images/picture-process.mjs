// The only process that decodes pictures: a picture that takes too much memory or crashes the decoder ends this process
// and not the service. Plain JavaScript, because Node starts this file directly, from the sources and from dist.
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';

import sharp from 'sharp';

/** @import { PictureResponse, Header, Making, Rendered, ToPictureProcess } from './picture-messages.ts' */
/** @import { Sharp } from 'sharp' */

/** This process ends itself when it has this many bytes in memory... */
const memoryMost = Number(process.argv[2]);
/** ...or when a picture has taken this many milliseconds of processor time. */
const timeMost = Number(process.argv[3]);
/** Milliseconds between two checks: in that time a decoder allocates some ten megabytes. */
const checkEvery = 5;

sharp.cache(false); // No picture is decoded twice.
sharp.concurrency(1); // The renditions of a picture are made in parallel; one thread for each is enough.

// Ctrl-C reaches every process of the terminal. The service finishes its requests first, so this process waits for
// it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', end);

/** @type {Buffer} */
let bytes = Buffer.alloc(0);
/** The processor time of this process when the picture arrived. */
let begin = process.cpuUsage();

process.on('message', (/** @type {ToPictureProcess} */ message) => {
  if ('bytes' in message) {
    ({ bytes } = message);
    begin = process.cpuUsage();
  }
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryMost || spent() > timeMost) end();
  }, checkEvery);
  void responseTo(message)
    .catch(() => /** @type {const} */ ({ damaged: true }))
    .then((response) => {
      clearInterval(watch);
      process.send?.({ ...response, resident: process.memoryUsage.rss(), spent: spent() });
    });
});

/** Milliseconds, of all threads together. */
function spent() {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** SIGKILL, because `process.exit` would wait for the decoder's threads. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}

/** @param {ToPictureProcess} message @returns {Promise<PictureResponse>} */
async function responseTo(message) {
  return 'bytes' in message ? { header: await readHeader() } : { rendered: await render(message.make) };
}

/** @returns {Promise<Header>} */
async function readHeader() {
  // The service checks the number of pixels itself; the decoder's own limit would only report a failure.
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, compression, width, height, isProgressive, depth } = metadata;
  return { format, compression, width, height, isProgressive, isDeep: depth !== 'uchar' };
}

/**
 * The steps for the eight orientations of EXIF: first mirror left and right, then turn clockwise, in degrees.
 * @type {Readonly<Record<number, { readonly mirrored: boolean, readonly angle: number }>>}
 */
const turns = {
  2: { mirrored: true, angle: 0 },
  3: { mirrored: false, angle: 180 },
  4: { mirrored: true, angle: 180 },
  5: { mirrored: true, angle: 270 },
  6: { mirrored: false, angle: 90 },
  7: { mirrored: true, angle: 90 },
  8: { mirrored: false, angle: 270 },
};

/**
 * Decodes once, to the largest size that is served, so that a large JPEG is reduced while it is read, and turns it
 * upright. The other sizes are made from those pixels.
 * @param {Making} making @returns {Promise<Rendered>}
 */
async function render({ sizes, orientation }) {
  const largest = sizes.at(-1);
  if (largest === undefined) throw new RangeError('A picture has at least one size');
  const { mirrored, angle } = turns[orientation] ?? { mirrored: false, angle: 0 };
  const { width, height } = largest;
  const [across, down] = angle % 180 === 0 ? [width, height] : [height, width];
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
    .resize(across, down, { fit: 'fill' })
    .flop(mirrored)
    .rotate(angle)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const renditions = sizes.map(async ({ width, height }) => {
    const fitting = width === largest.width ? pixels() : pixels().resize(width, height, { fit: 'fill' });
    return { width, bytes: await encode(fitting, width) };
  });
  return {
    renditions: await Promise.all(renditions),
    placeholder: await placeholderOf(pixels()),
    differenceHash: await differenceHashOf(pixels()),
  };
}

/**
 * Up to this width, which most visitors load, the encoder spends time on clean edges of saturated colours and on
 * size. Above it the edges look the same, and half the time costs 7% more bytes.
 */
const carefulUpTo = 750;

/** @param {Sharp} picture @param {number} width */
function encode(picture, width) {
  const careful = width <= carefulUpTo;
  return picture.webp({ quality: 72, effort: careful ? 4 : 2, smartSubsample: careful }).toBuffer();
}

/** Pixels on a side, enough for an average. */
const side = 32;

/**
 * A CSS background for a picture that has not loaded: the average colour of its upper half above that of its lower
 * half.
 * @param {Sharp} picture
 */
async function placeholderOf(picture) {
  const pixels = await picture
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer();
  const half = pixels.length / 2;
  const [top, bottom] = await Promise.all([pixels.subarray(0, half), pixels.subarray(half)].map(averageOf));
  return `linear-gradient(${top},${bottom})`;
}

/** @param {Buffer} pixels of one half */
async function averageOf(pixels) {
  const { channels } = await sharp(pixels, { raw: { width: side, height: side / 2, channels: 3 } }).stats();
  return `#${channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * 64 bits (hex), each of which says whether a part of the picture is darker than the part to its right. Pictures that
 * look alike differ in few bits, whatever their size and quality.
 * @param {Sharp} picture
 */
async function differenceHashOf(picture) {
  const grey = await picture
    .flatten({ background: '#ffffff' })
    .resize(9, 8, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = (bits << 1n) | BigInt(Number((grey[at] ?? 0) < (grey[at + 1] ?? 0)));
    }
  }
  return bits.toString(16).padStart(16, '0');
}
