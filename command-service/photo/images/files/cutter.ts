/** Copies a file in one pass, without the parts that are cut out of it. */
export interface Cutter {
  /** Leaves out the bytes from `start` to `end`; called in the order of the file. */
  cut(start: number, end: number): void;
  /** The copy, up to `end` of the file. */
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
