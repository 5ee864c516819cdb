import type { IncomingHttpHeaders } from 'node:http';

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a resource that a request asks for: undefined for all of it, `beyond` for a part outside the resource.
 * Several parts at once, another unit, and a part of another version (`If-Range`) count as all of it, as RFC 9110
 * allows.
 */
export function byteRange(
  { range, 'if-range': version }: IncomingHttpHeaders,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || (version !== undefined && version !== etag)) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return undefined;
  return from >= size ? 'beyond' : { from, to };
}
