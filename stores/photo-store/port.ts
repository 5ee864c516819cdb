import type { Readable } from 'node:stream';

/**
 * A stored file's name: two segments or more of letters, digits, dots, dashes and underscores, joined by `/`.
 * Anything else is a TypeError.
 */
export type FileName = string;

export interface PhotoStore extends AsyncDisposable {
  /**
   * Durable (the file and its folder) once fulfilled. A file that is already there keeps its bytes; its time of
   * writing is now. Whether there is room is asked before, of the disk that the files are on; GridFS has its disk
   * elsewhere, where MongoDB's operator watches it.
   */
  put(name: FileName, bytes: Uint8Array): Promise<void>;
  /** The bytes, as a stream, with their number; undefined if there is no such file. */
  open(name: FileName): Promise<{ readonly size: number; readonly stream: Readable } | undefined>;
  has(name: FileName): Promise<boolean>;
  /**
   * Deletes the file if there is one; with `writtenBefore` (milliseconds since 1970) only if it was last put
   * before that: a put at the same moment wins.
   */
  delete(name: FileName, options?: { readonly writtenBefore?: number }): Promise<void>;
  /** Names that begin with a folder, in no order, with the time of writing (milliseconds since 1970). */
  list(folder: string): AsyncIterable<{ readonly name: FileName; readonly writtenAt: number }>;
  /** Throws PhotoStoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export class PhotoStoreUnavailable extends Error {
  override readonly name = 'PhotoStoreUnavailable';
}

/** Milliseconds. Nobody writes one file for as long: what is half written and older was left by a process that was killed. */
export const writingTakesAtMost = 10 * 60 * 1000;

/** What every stored name begins with. */
export const photoFolders = ['originals', 'renditions', 'pictures'] as const;

/** Names of a photo's files, from the SHA-256 of its original (hex). */
export const originalName = (sha256: string): FileName => `originals/${sha256}`;
export const renditionName = (sha256: string, width: number): FileName =>
  `renditions/${sha256}/${width}.webp`;
/** A picture that belongs to the sample's city, not to a photo. */
export const pictureName = (slug: string, width: number): FileName => `pictures/${slug}/${width}.webp`;
