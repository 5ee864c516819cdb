import { createHash } from 'node:crypto';

import type { PhotoDetails } from '#contracts/photo/events';
import { readExif } from '#contracts/photo/exif';
import { detailsOf } from '#contracts/photo/written-details';
import { Refusal } from '#contracts/shared/errors';
import { originalName, type PhotoStore, renditionName } from '#platform/photo-store/index';

import { createDecoder, type DecoderOptions } from './decoder.ts';
import { avifParts } from './files/avif.ts';
import { gifParts } from './files/gif.ts';
import { jpegParts } from './files/jpeg.ts';
import type { Parts } from './files/parts.ts';
import { pngParts } from './files/png.ts';
import { webpParts } from './files/webp.ts';
import { checkHeader, type PhotoType, renditionSizes, sniff } from './inspect.ts';
import type { Header, Rendered } from './picture-messages.ts';

export interface RenderedPhoto extends Rendered {
  readonly original: Buffer;
  /** SHA-256 of the original, hex. */
  readonly sha256: string;
  /** The decoded type, whatever the upload declared. */
  readonly mimeType: PhotoType;
  /** Pixels of the original, upright. */
  readonly width: number;
  readonly height: number;
  /** What the file says about how the picture was taken. */
  readonly details: PhotoDetails;
}

export interface Renderer extends AsyncDisposable {
  /**
   * Decodes a picture and makes the renditions that are served. Of an animation only the first frame is used. `onSpent`
   * gets the milliseconds of processor time that it took, also if it fails.
   * @throws Refusal `not-an-image`, `too-many-pixels`, `unavailable` (the machine is too busy)
   */
  render(original: Buffer, onSpent?: (milliseconds: number) => void): Promise<RenderedPhoto>;
}

/** Makes renditions of uploaded pictures in a separate process, one at a time. Disposing of it ends that process. */
export function createRenderer(options: DecoderOptions = {}): Renderer {
  const decoder = createDecoder(options);
  return {
    async render(original, onSpent) {
      const mimeType = sniff(original);
      if (mimeType === undefined) throw new Refusal('not-an-image');
      const parts = partsOf(original, mimeType);
      if (parts === undefined) throw new Refusal('not-an-image', { detail: damaged });
      const { orientation, details } = exifOf(parts.exif);
      // An AVIF is turned by its own boxes, whatever its EXIF says.
      const turned = mimeType === 'image/avif' ? 1 : orientation;
      let size = { width: 0, height: 0 };
      const plan = (header: Header) => {
        checkHeader(mimeType, header);
        const { width, height } = header;
        size = turned < 5 ? { width, height } : { width: height, height: width };
        return { sizes: renditionSizes(size), orientation: turned };
      };
      const rendered = await decoder.decode(parts.picture, plan, onSpent);
      const sha256 = createHash('sha256').update(original).digest('hex');
      return { original, sha256, mimeType, ...size, ...rendered, details: detailsOf(details) };
    },
    [Symbol.asyncDispose]: () => decoder[Symbol.asyncDispose](),
  };
}

const damaged = 'The picture is damaged or incomplete.';

/** What the file of an accepted picture says about how it was taken. */
export function detailsIn(original: Buffer): PhotoDetails {
  const mimeType = sniff(original);
  return detailsOf(exifOf(mimeType && partsOf(original, mimeType)?.exif).details);
}

const exifOf = (block: Buffer = Buffer.alloc(0)) =>
  readExif(new DataView(block.buffer, block.byteOffset, block.byteLength));

/**
 * Stores a photo's original and its renditions. Durable once fulfilled. Must be awaited before the event is appended,
 * so that no event refers to missing files. Existing files count as stored now.
 * @throws PhotoStoreUnavailable
 */
export async function storePhoto(
  store: PhotoStore,
  { original, sha256, renditions }: RenderedPhoto,
): Promise<void> {
  await Promise.all([
    store.put(originalName(sha256), original),
    ...renditions.map(({ width, bytes }) => store.put(renditionName(sha256, width), bytes)),
  ]);
}

const partsOfType: Readonly<Record<PhotoType, (bytes: Buffer) => Parts | undefined>> = {
  'image/avif': avifParts,
  'image/gif': gifParts,
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
};

/**
 * Splits a picture's file into its parts, in a time proportional to its length. `type`: the type that its first bytes
 * claim. Undefined if the file is incomplete.
 */
export const partsOf = (bytes: Buffer, type: PhotoType): Parts | undefined => partsOfType[type](bytes);
