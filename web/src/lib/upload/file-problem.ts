import { limits } from '#contracts/shared/limits';
import { failureTexts } from '#contracts/shared/texts';

import type { ApiError } from '../api.ts';
import { toastDuration, type ToastContent } from '../toast.ts';

/** A problem with one file: what to do about it, and which button can help. */
export interface Problem {
  readonly text: string;
  /** `retry`: the same upload may succeed later. `shrink`: a smaller file would be accepted. */
  readonly remedy: 'retry' | 'shrink' | null;
}

const formats = 'JPEG, PNG, WebP, GIF or AVIF';

export const problems = {
  tooLarge: {
    text: 'Larger than 5 MB. It can be made smaller here: it stays sharp on every screen, and keeps what it says of camera and time.',
    remedy: 'shrink',
  },
  tooManyPixels: {
    text: 'It has more pixels than can be taken. It can be made smaller here.',
    remedy: 'shrink',
  },
  heic: {
    text: 'This browser cannot read HEIC. Save it as JPEG and choose it again: on an iPhone by Settings, Camera, Formats, Most Compatible; on a Mac by Preview, File, Export.',
    remedy: null,
  },
  raw: {
    text: `This is a camera’s own format, or a TIFF. Export it as JPEG and choose it again.`,
    remedy: null,
  },
  notAnImage: { text: `This is not a photo. Choose a ${formats} file instead.`, remedy: null },
  unknownFormat: {
    text: `This format is not taken. Save it as ${formats} and choose it again.`,
    remedy: null,
  },
  damaged: {
    text: 'This file is damaged or incomplete. Copy it from the camera once more and choose it again.',
    remedy: null,
  },
  gone: { text: 'This file cannot be read any more. Please choose it again.', remedy: null },
} as const satisfies Readonly<Record<string, Problem>>;

/** A problem known before the file is sent; null if there is none. */
export function problemOfFile({ type, size }: Pick<File, 'type' | 'size'>, kind: FileKind): Problem | null {
  if (kind === 'heic') return problems.heic;
  if (kind === 'raw') return problems.raw;
  if (!type.startsWith('image/') && !(type === '' && isTaken(kind))) return problems.notAnImage;
  if (size > limits.photoBytes) return problems.tooLarge;
  return isTaken(kind) ? null : problems.unknownFormat;
}

/** The problem of a file that was sent. `kind`: its type by its first bytes. */
export function problemOfResponse({ status, code, message, errors }: ApiError, kind: FileKind): Problem {
  if (status === 0) return { text: 'No connection. The photo is still selected.', remedy: 'retry' };
  if (status === 401) return { text: failureTexts.uploadSignedOut.text, remedy: 'retry' };
  switch (code) {
    case 'not-an-image':
      return isTaken(kind) ? problems.damaged : problems.unknownFormat;
    case 'file-too-large':
    case 'body-too-large':
      return problems.tooLarge;
    case 'too-many-pixels':
      return problems.tooManyPixels;
    case 'photo-already-here':
      return { text: 'This photo is already here. There is nothing more to do.', remedy: null };
    case 'too-many-photos':
      return {
        text: 'Too many photos: yours, or those of this place, are as many as may be kept.',
        remedy: null,
      };
    case 'location-not-found':
      return { text: 'The place is not there any more.', remedy: null };
    case 'too-many-requests':
      return { text: 'Too many at once. Wait a minute, then try again.', remedy: 'retry' };
    default: {
      const isFinal = status >= 400 && status < 500 && status !== 408 && code !== 'request-running';
      const text = errors[0]?.message ?? message;
      return { text: text || failureTexts.upload.text, remedy: isFinal ? null : 'retry' };
    }
  }
}

interface Chosen {
  readonly file: File;
  readonly kind: FileKind;
}

interface RefusedFile {
  readonly title: string;
  readonly text: string;
}

/** One toast about all files that cannot be accepted unchanged; null if all can. */
export function refusalsOf(files: ReadonlyArray<Chosen>): ToastContent | null {
  const refused = files.map(refusalOf).filter((refusal) => refusal !== null);
  if (refused.length === 0) return null;
  return {
    title: [...new Set(refused.map(({ title }) => title))].join(', '),
    text: refused.map(({ text }) => text),
    variant: 'destructive',
    duration: toastDuration + Math.min(refused.length - 1, 10) * readingTime,
  };
}

/** Milliseconds for each sentence of a toast after the first. */
const readingTime = 1500;

function refusalOf({ file, kind }: Chosen): RefusedFile | null {
  // Some systems do not know these types, but the file's bytes show them.
  const isPicture = file.type.startsWith('image/') || (file.type === '' && kind !== 'other');
  if (!isPicture) return failureTexts.notAnImage(file.name);
  if (file.size > limits.photoBytes) return failureTexts.tooLarge(file.name);
  return null;
}

/** The type of a file by its first bytes, regardless of its name. */
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
