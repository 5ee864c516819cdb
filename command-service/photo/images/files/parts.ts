/** The parts of a picture's file. */
export interface Parts {
  /**
   * The file without metadata and without the bytes after its end. Only this reaches the image library, whose readers
   * of metadata take a time that grows with the square of its length. A colour profile of a usual size stays.
   */
  readonly picture: Buffer;
  /** The file's first block of EXIF. */
  readonly exif?: Buffer | undefined;
}

const mark = Buffer.from('Exif\0\0', 'latin1');

/**
 * The most bytes of a colour profile that the decoder gets: the largest profiles in use, those of printers, have 0.6
 * MB.
 */
export const profileMost = 1_000_000;

/** The block without the mark with which a JPEG's block begins, and some programs' blocks in other files. */
export const withoutMark = (block: Buffer): Buffer =>
  startsWith(block, mark) ? block.subarray(mark.length) : block;

export const isExif = (block: Buffer): boolean => startsWith(block, mark);

export const startsWith = (bytes: Buffer, beginning: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning);

/** Copies a file in one pass, without the parts that are cut out of it. */
export interface Cutter {
  /** Leaves out the bytes from `start` to `end`; called in the order of the file. */
  cut(start: number, end: number): void;
  /** The copy of the file up to `end`. */
  copyUpTo(end: number): Buffer;
}

export function createCutter(bytes: Buffer): Cutter {
  const copy = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  const cut = (start: number, end: number): void => {
    length += bytes.copy(copy, length, from, start);
    from = end;
  };
  return {
    cut,
    copyUpTo(end) {
      cut(end, end);
      return copy.subarray(0, length);
    },
  };
}
