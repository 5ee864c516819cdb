import type { Readable } from 'node:stream';

/**
 * The name of a stored file: two or more segments of letters, digits, dots, dashes and underscores, joined by `/`.
 * Any other name causes a TypeError.
 */
export type FileName = string;

export interface PhotoStore extends AsyncDisposable {
  /**
   * Durable (the file and its folder) once fulfilled. A file that exists already keeps its bytes, and its time of
   * writing becomes the current time. Does not check for free space: the caller checks the disk of the files first, and
   * MongoDB's operator watches the disk of GridFS.
   */
  put(name: FileName, bytes: Uint8Array): Promise<void>;
  /** The size and a stream of the bytes; undefined if there is no such file. */
  open(name: FileName): Promise<{ readonly size: number; readonly stream: Readable } | undefined>;
  has(name: FileName): Promise<boolean>;
  /**
   * Deletes the file if there is one; with `writtenBefore` (milliseconds since 1970) only if it was last put before
   * that time. A put at the same moment wins.
   */
  delete(name: FileName, options?: { readonly writtenBefore?: number }): Promise<void>;
  /** Names that begin with a folder, in any order, with the time of writing (milliseconds since 1970). */
  list(folder: string): AsyncIterable<{ readonly name: FileName; readonly writtenAt: number }>;
  /** Throws PhotoStoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export class PhotoStoreUnavailable extends Error {
  override readonly name = 'PhotoStoreUnavailable';
}

/** Milliseconds. No file takes this long to write: an older unfinished file was left by a killed process. */
export const writingTakesAtMost = 10 * 60 * 1000;

/** The first segments of all stored names. */
export const photoFolders = ['originals', 'renditions', 'pictures'] as const;

/** Names of a photo's files, from the SHA-256 of its original (hex). */
export const originalName = (sha256: string): FileName => `originals/${sha256}`;
export const renditionsFolder = (sha256: string): string => `renditions/${sha256}`;
export const renditionName = (sha256: string, width: number): FileName =>
  `${renditionsFolder(sha256)}/${width}.webp`;
/** A picture that belongs to the sample's city, not to a photo. */
export const pictureName = (slug: string, width: number): FileName => `pictures/${slug}/${width}.webp`;
