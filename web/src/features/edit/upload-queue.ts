import { failureTexts } from '#contracts/texts';
import { limits } from '#contracts/limits';

/** A chosen file on its way. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** An object URL, to be revoked when the upload leaves the list. */
  readonly preview: string;
  /** Sent with the request, so that a repeated one adds no second photo. */
  readonly key: string;
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'done';
  /** From 0 to 1. */
  readonly progress: number;
  readonly message: string | null;
}

export type UploadAction =
  | { readonly type: 'chosen'; readonly uploads: readonly Upload[] }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'queued'; readonly ids: readonly string[] }
  | { readonly type: 'progressed'; readonly id: string; readonly progress: number }
  | { readonly type: 'failed'; readonly id: string; readonly message: string; readonly key: string }
  | { readonly type: 'done'; readonly id: string }
  /** A batch is over: those that arrived leave the list. */
  | { readonly type: 'settled' };

export function uploadReducer(uploads: readonly Upload[], action: UploadAction): readonly Upload[] {
  const change = (id: string, change: Partial<Upload>) =>
    uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
  switch (action.type) {
    case 'chosen':
      return [...uploads, ...action.uploads];
    case 'removed':
      return uploads.filter((upload) => upload.id !== action.id);
    case 'queued':
      return uploads.map((upload) =>
        action.ids.includes(upload.id) ? { ...upload, state: 'waiting', progress: 0, message: null } : upload,
      );
    case 'progressed':
      return change(action.id, { state: 'sending', progress: action.progress });
    case 'failed':
      return change(action.id, { state: 'failed', message: action.message, key: action.key });
    case 'done':
      return change(action.id, { state: 'done', progress: 1 });
    case 'settled':
      return uploads.filter((upload) => upload.state !== 'done');
  }
}

export interface RefusedFile {
  readonly title: string;
  readonly text: string;
}

/** Why a file cannot be taken at all, or null: the specification's two checks, its texts. */
export function refusalOf(file: File): RefusedFile | null {
  if (!file.type.startsWith('image/')) return failureTexts.notAnImage(file.name);
  if (file.size > limits.photoBytes) return failureTexts.tooLarge(file.name);
  return null;
}

export const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** '840 kB', '3.2 MB'. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
