// The only process that decodes pictures: a picture that takes too much memory or crashes the decoder ends this
// process and not the service. Plain JavaScript, since Node starts this file as it is, from the sources and from
// dist.
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';

import readExif from 'exif-reader';
import sharp from 'sharp';

/** @import { Answer, Header, Rendered, ToPictureProcess } from './picture-messages.ts' */
/** @import { WrittenDetails } from '#contracts/written-details' */
/** @import { Size } from './sizes.ts' */
/** @import { Sharp } from 'sharp' */

/** This process ends itself when it has this many bytes in memory. */
const memoryMost = Number(process.argv[2]);
/** Milliseconds between two checks of the memory: in that time a decoder allocates some ten megabytes. */
const checkEvery = 5;

sharp.cache(false); // No picture is decoded twice.
sharp.concurrency(1); // The renditions of a picture are made in parallel; one thread for each is enough.

// Ctrl-C reaches every process of the terminal. The service finishes its requests first, so this process waits for
// it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', end);

/** Most bytes of EXIF that are read. A JPEG has no room for more, and the cost of reading grows with the square. */
const exifMost = 65_536;
/** Most characters of a text. */
const textMost = 200;

/** @type {Buffer} */
let bytes = Buffer.alloc(0);
/** @type {Buffer} */
let exif = Buffer.alloc(0);

process.on('message', (/** @type {ToPictureProcess} */ message) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryMost) end();
  }, checkEvery);
  answerTo(message)
    .catch(() => /** @type {const} */ ({ damaged: true }))
    .then((answer) => {
      clearInterval(watch);
      process.send?.({ ...answer, resident: process.memoryUsage.rss() });
    });
});

/** SIGKILL, since `process.exit` would wait for the decoder's threads. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}

/** @param {ToPictureProcess} message @returns {Promise<Answer>} */
async function answerTo(message) {
  if ('bytes' in message) {
    bytes = message.bytes;
    return { header: await readHeader() };
  }
  return 'sizes' in message ? { rendered: await render(message.sizes) } : { details: readDetails() };
}

/** @returns {Promise<Header>} */
async function readHeader() {
  // The service checks the number of pixels itself; the decoder's own limit would only report a failure.
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, compression, autoOrient, isProgressive, depth } = metadata;
  exif = metadata.exif?.subarray(0, exifMost) ?? Buffer.alloc(0);
  return { format, compression, ...autoOrient, isProgressive, isDeep: depth !== 'uchar' };
}

/**
 * Reads only those details that are shown: the place, serial numbers and names never leave this process.
 * @returns {WrittenDetails}
 */
function readDetails() {
  const { Image, Photo } = readExif(exif);
  return {
    make: textOf(Image?.Make),
    model: textOf(Image?.Model),
    lens: textOf(Photo?.LensModel),
    takenAt: timeOf(Photo?.DateTimeOriginal) ?? timeOf(Photo?.DateTimeDigitized),
    focalLength: numberOf(Photo?.FocalLength),
    aperture: numberOf(Photo?.FNumber),
    exposure: numberOf(Photo?.ExposureTime),
    iso: numberOf(Photo?.ISOSpeedRatings),
  };
}

/** The text up to its first zero. @param {unknown} value a text, or bytes if it is not ASCII */
function textOf(value) {
  const text = Buffer.isBuffer(value) ? value.toString('utf8', 0, 4 * textMost) : value;
  return typeof text === 'string' ? (text.split('\0', 1)[0]?.slice(0, textMost) ?? null) : null;
}

/** @param {unknown} value a number, or several; only the first is used */
function numberOf(value) {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' ? first : null;
}

/** The reader turns month 13 into January, so a date counts only if EXIF contains that date. @param {unknown} value */
function timeOf(value) {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null;
  const [day = '', time = ''] = value.toISOString().slice(0, 19).split('T');
  return exif.includes(`${day.replaceAll('-', ':')} ${time}`) ? `${day}T${time}` : null;
}

/**
 * Decodes once, to the largest size that is served, so that a large JPEG is reduced while it is read. The other sizes
 * are made from those pixels.
 * @param {readonly Size[]} sizes @returns {Promise<Rendered>}
 */
async function render(sizes) {
  const largest = sizes.at(-1);
  if (largest === undefined) throw new RangeError('A picture has at least one size');
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
    .autoOrient()
    .resize(largest.width, largest.height, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const renditions = sizes.map(async ({ width, height }) => {
    const fitting = width === largest.width ? pixels() : pixels().resize(width, height, { fit: 'fill' });
    return { width, bytes: await encode(fitting, width) };
  });
  return { renditions: await Promise.all(renditions), placeholder: await placeholderOf(pixels()) };
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
