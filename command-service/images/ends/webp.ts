/** The end of a WebP: its RIFF header says how many bytes follow. Undefined when they are missing. (RFC 9649, 2.4) */
export function endOfWebp(bytes: Buffer): number | undefined {
  if (bytes.length < 12) return undefined;
  const size = bytes.readUInt32LE(4);
  const end = 8 + size;
  // The size includes the mark WEBP. An odd size is not allowed, but some programs write one.
  return size < 4 || end > bytes.length ? undefined : end;
}
