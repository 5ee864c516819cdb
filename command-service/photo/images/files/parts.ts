/** What a picture's file consists of. */
export interface Parts {
  /**
   * The file without metadata and without what follows its end; only this reaches the image library, whose readers of
   * metadata take a time that grows with the square of its length. A colour profile of a usual size stays.
   */
  readonly picture: Buffer;
  /** The file's first block of EXIF. */
  readonly exif?: Buffer | undefined;
}
