const mark = Buffer.from('Exif\0\0', 'latin1');

/** The most bytes of a colour profile that the decoder gets: the largest in use, of printers, have 0.6 MB. */
export const profileMost = 1_000_000;

/** The block without the mark that a JPEG's begins with, and some programs' in other files. */
export const withoutMark = (block: Buffer): Buffer =>
  startsWith(block, mark) ? block.subarray(mark.length) : block;

export const isExif = (block: Buffer): boolean => startsWith(block, mark);

export const startsWith = (bytes: Buffer, beginning: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning);
