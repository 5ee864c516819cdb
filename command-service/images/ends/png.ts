/** The end of a PNG: after its IEND chunk. Undefined when it has none. (PNG 3rd edition, 5.3: chunk layout) */
export function endOfPng(bytes: Buffer): number | undefined {
  // A signature of 8 bytes; then chunks: length, type, data, checksum.
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end;
    at = end;
  }
  return undefined;
}
