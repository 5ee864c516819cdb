/** The type of a file by its first bytes, whatever its name says. */
export type FileKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'raw' | 'other';

/** The number of bytes needed to recognise a file. */
export const headLength = 32;

const latin1 = (head: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...head.subarray(from, to));

export function kindOf(head: Uint8Array): FileKind {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (latin1(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a/.test(latin1(head, 0, 6))) return 'gif';
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP') return 'webp';
  // A camera's raw format, or TIFF, on which most raw formats are based.
  if (/^(II\*\0|MM\0\*|IIRO|IIU\0|FUJIFILMCCD-RAW)/.test(latin1(head, 0, 15))) return 'raw';
  if (latin1(head, 4, 8) !== 'ftyp') return 'other';
  const brands = latin1(head, 8, headLength);
  if (/avi[fs]/.test(brands)) return 'avif';
  if (/^crx/.test(brands)) return 'raw';
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'heic' : 'other';
}

/** Reads a file's type. Gives 'other' also if the file can no longer be read. */
export async function kindOfFile(file: Blob): Promise<FileKind> {
  try {
    return kindOf(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
  } catch (error) {
    console.warn('A file could not be read', error);
    return 'other';
  }
}

/** Whether the server accepts this type, if the file is intact. */
export const isTaken = (kind: FileKind): boolean => ['jpeg', 'png', 'gif', 'webp', 'avif'].includes(kind);
