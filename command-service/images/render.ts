import { createHash } from 'node:crypto';

import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';

import { inspect } from './inspect.ts';
import { placeholderOf } from './placeholder.ts';
import { renditionSizes, type Size } from './sizes.ts';
import type { PhotoType } from './sniff.ts';

export interface Rendition {
  /** Pixels. */
  readonly width: number;
  /** WebP, upright, sRGB, without metadata. */
  readonly bytes: Buffer;
}

export interface RenderedPhoto {
  /** Of the original bytes, hex. */
  readonly sha256: string;
  /** As decoded, whatever the upload declared. */
  readonly mimeType: PhotoType;
  /** Pixels of the original, upright. */
  readonly width: number;
  readonly height: number;
  /** A CSS background in the picture's own colours. */
  readonly placeholder: string;
  /** Widths rising, at least one. */
  readonly renditions: readonly Rendition[];
}

export interface Renderer {
  /**
   * Decodes a picture and makes what is served of it. Of an animation only the first frame is taken.
   * @throws Refusal `not-an-image`, `too-many-pixels`, `unavailable` (it took too long),
   * `too-many-requests` (too many pictures wait already)
   */
  render(bytes: Buffer): Promise<RenderedPhoto>;
}

export interface RendererOptions {
  /** Pictures decoded at once: each needs a core, and at 50 megapixels up to some hundred megabytes. */
  readonly parallel?: number;
  /** Pictures that may wait for their turn, each with the bytes it came in. */
  readonly queue?: number;
}

/** Longer than any honest picture takes on a slow machine; bounds what a dishonest one may cost. */
const secondsMost = 30;

/** Makes renditions of uploaded pictures, a few at a time. Sets the image library's limits for the whole process. */
export function createRenderer({ parallel = 2, queue = 32 }: RendererOptions = {}): Renderer {
  sharp.cache(false); // no picture is decoded twice
  sharp.concurrency(1); // several pictures at once, not several threads for one
  const limit = pLimit(parallel);
  return {
    async render(bytes) {
      if (limit.activeCount + limit.pendingCount >= parallel + queue) {
        throw new Refusal('too-many-requests', { retryAfter: Math.ceil(queue / parallel) });
      }
      return limit(() => renderPhoto(bytes));
    },
  };
}

async function renderPhoto(bytes: Buffer): Promise<RenderedPhoto> {
  const { mimeType, size } = await inspect(bytes);
  const sizes = renditionSizes(size);
  const largest = sizes.at(-1) ?? size;
  const pixels = await decode(bytes, largest);
  const renditions: Rendition[] = [];
  for (const each of sizes) {
    renditions.push({ width: each.width, bytes: await encode(fit(pixels(), each, largest), each.width) });
  }
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType,
    ...size,
    placeholder: await placeholderOf(pixels()),
    renditions,
  };
}

/**
 * Decodes once, to the largest size that is served: a JPEG of many megapixels is shrunk while it is read. The other
 * sizes are made from those pixels.
 */
async function decode(bytes: Buffer, { width, height }: Size): Promise<() => Sharp> {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: limits.photoPixels })
      .timeout({ seconds: secondsMost })
      .autoOrient()
      .resize(width, height, { fit: 'fill' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return () => sharp(data, { raw: info });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout')) {
      throw new Refusal('unavailable', { retryAfter: secondsMost });
    }
    throw new Refusal('not-an-image', { detail: 'The picture is damaged or incomplete.' });
  }
}

const fit = (pixels: Sharp, { width, height }: Size, largest: Size): Sharp =>
  width === largest.width ? pixels : pixels.resize(width, height, { fit: 'fill' });

/**
 * Up to this width, which most visitors load, time is spent on clean edges of saturated colours and on bytes. Beyond
 * it the edges cannot be told apart, and half the time costs 7% more bytes.
 */
const carefulUpTo = 750;

const encode = (pixels: Sharp, width: number): Promise<Buffer> => {
  const careful = width <= carefulUpTo;
  return pixels.webp({ quality: 72, effort: careful ? 4 : 2, smartSubsample: careful }).toBuffer();
};
