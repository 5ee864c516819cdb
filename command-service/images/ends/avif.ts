/**
 * The end of an AVIF: after the last box that the picture consists of. Undefined when such a box is incomplete, or
 * there is none. (ISO 14496-12, 4.2: boxes; 8.11: items)
 */
export function endOfAvif(bytes: Buffer): number | undefined {
  let end: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const box = boxAt(bytes, at);
    if (box === undefined || !known.has(box.type)) return end;
    if (box.end > bytes.length) return partsOfPicture.has(box.type) ? undefined : end;
    if (partsOfPicture.has(box.type)) ({ end } = box);
    at = box.end;
  }
  return end;
}

/** Boxes with items, their data and films. Offsets into the file may point into any of them. */
const partsOfPicture = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'idat']);
/** Boxes that may be between them. */
const known = new Set([...partsOfPicture, 'free', 'skip', 'uuid', 'styp', 'sidx', 'pdin', 'mfra', 'wide']);

function boxAt(bytes: Buffer, at: number): { readonly type: string; readonly end: number } | undefined {
  if (at + 8 > bytes.length) return undefined;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  // 0: to the end of the file; 1: the size follows in 64 bits.
  if (size === 0) return { type, end: bytes.length };
  if (size > 1) return size < 8 ? undefined : { type, end: at + size };
  if (at + 16 > bytes.length) return undefined;
  const long = bytes.readBigUInt64BE(at + 8);
  return long < 16n ? undefined : { type, end: at + Number(long) };
}
