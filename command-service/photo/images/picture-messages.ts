export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The header of a picture, read before any pixel is decoded. */
export interface Header {
  /** The decoder's name for the format: `jpeg`, `png`, `webp`, `gif`, `heif`. */
  readonly format: string;
  /** Of a `heif`: `av1` means AVIF. */
  readonly compression?: string | undefined;
  /** Pixels, as they are stored. */
  readonly width: number;
  readonly height: number;
  /** A progressive JPEG or an interlaced PNG. */
  readonly isProgressive: boolean;
  /** Whether a channel has more than 8 bits. */
  readonly isDeep: boolean;
}

interface Rendition {
  /** Pixels. */
  readonly width: number;
  /** WebP, upright, sRGB, without metadata. */
  readonly bytes: Buffer;
}

export interface Rendered {
  /** At least one, smallest first. */
  readonly renditions: readonly Rendition[];
  /** A CSS background in the picture's own colours. */
  readonly placeholder: string;
  /** 64 bits, hex: pictures that look alike differ in few of them. Absent in pictures that the product ships. */
  readonly differenceHash?: string;
}

/** A message to the decoding process: first a picture without metadata, then what to make of it. */
export type ToPictureProcess = { readonly bytes: Buffer } | { readonly make: Making };

export interface Making {
  /** Upright; the largest last. */
  readonly sizes: readonly Size[];
  /** How the picture must be turned to be upright, by its EXIF: 1 to 8. */
  readonly orientation: number;
}

/** One response to each message. `damaged`: the picture cannot be read. */
export type PictureResponse =
  | { readonly header: Header }
  | { readonly rendered: Rendered }
  | { readonly damaged: true };
/**
 * A response of the decoding process. `resident`: the bytes that it then has in memory; `spent`: the milliseconds of
 * processor time that this picture has taken so far.
 */
export type FromPictureProcess = PictureResponse & { readonly resident: number; readonly spent: number };
