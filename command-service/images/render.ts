import { createHash } from 'node:crypto';

import { Refusal } from '#contracts/errors';
import type { PhotoDetails } from '#contracts/events/photo';
import { detailsOf } from '#contracts/written-details';

import { cutAfterEnd } from './cut-after-end.ts';
import { createDecoder, type DecoderOptions } from './decoder.ts';
import { checkHeader } from './inspect.ts';
import type { Header, Rendered } from './picture-messages.ts';
import { renditionSizes } from './sizes.ts';
import { sniff, type PhotoType } from './sniff.ts';

export interface RenderedPhoto extends Rendered {
  /** The bytes of the upload that are kept: those up to the end of the picture. */
  readonly original: Buffer;
  /** SHA-256 of those bytes, hex. */
  readonly sha256: string;
  /** The decoded type, whatever the upload declared. */
  readonly mimeType: PhotoType;
  /** Pixels of the original, upright. */
  readonly width: number;
  readonly height: number;
  /** What the file says about how it was taken; null when details were not requested. */
  readonly details: PhotoDetails | null;
}

export interface RenderOptions {
  /** Whether its details are read too. */
  readonly withDetails: boolean;
}

export interface Renderer extends AsyncDisposable {
  /**
   * Decodes a picture and makes the renditions that are served. Of an animation only the first frame is used.
   * @throws Refusal `not-an-image`, `too-many-pixels`, `unavailable` (it took too long, or no process can be started)
   */
  render(bytes: Buffer, options?: RenderOptions): Promise<RenderedPhoto>;
  /** The details of an original that was rendered before. @throws Refusal `unavailable` */
  readDetails(original: Buffer): Promise<PhotoDetails>;
}

/** Makes renditions of uploaded pictures in a separate process, one at a time. Disposing of it ends that process. */
export function createRenderer(options: DecoderOptions = {}): Renderer {
  const decoder = createDecoder(options);
  return {
    async render(bytes, { withDetails } = { withDetails: false }) {
      const mimeType = sniff(bytes);
      if (mimeType === undefined) throw new Refusal('not-an-image');
      const original = cutAfterEnd(bytes, mimeType);
      let size = { width: 0, height: 0 };
      const sizesFor = (header: Header) => {
        checkHeader(mimeType, header);
        size = { width: header.width, height: header.height };
        return renditionSizes(size);
      };
      const { details, ...rendered } = await decoder.decode(original, sizesFor, withDetails);
      const sha256 = createHash('sha256').update(original).digest('hex');
      const known = withDetails ? detailsOf(details) : null;
      return { original, sha256, mimeType, ...size, ...rendered, details: known };
    },
    readDetails: async (original) => detailsOf(await decoder.readDetails(original)),
    [Symbol.asyncDispose]: () => decoder[Symbol.asyncDispose](),
  };
}
