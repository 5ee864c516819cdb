import type { PhotoDetails } from '#contracts/photo/events';

import type { FileKind, Problem } from '../../lib/upload/file-problem.ts';

/** A chosen file and its upload. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly kind: FileKind;
  /** An object URL, to be revoked when the upload is removed from the list; null if the file is not a picture. */
  readonly preview: string | null;
  /** Sent with the request, so that a repeated one does not add a second photo. */
  readonly key: string;
  /** `failed` can be sent again unchanged; `refused` cannot. */
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'refused' | 'shrinking' | 'done';
  /** From 0 to 1. */
  readonly progress: number;
  readonly problem: Problem | null;
  readonly caption: string;
  /** The details of the original file, if this one was made from another. */
  readonly details: PhotoDetails | null;
  /** The type of that original file. */
  readonly madeFrom: FileKind | null;
}

/** The part of a chosen file that survives a reload of the page. */
export type KeptPhoto = Pick<Upload, 'id' | 'file' | 'kind' | 'key' | 'caption' | 'details' | 'madeFrom'>;

export type UploadAction =
  | { readonly type: 'chosen'; readonly uploads: readonly Upload[] }
  | { readonly type: 'removed'; readonly id: string }
  /** Another caption makes a different request, so it needs a new key. */
  | { readonly type: 'captioned'; readonly id: string; readonly caption: string; readonly key: string }
  | { readonly type: 'shrinking'; readonly id: string }
  | {
      readonly type: 'made';
      readonly id: string;
      readonly made: Pick<Upload, 'file' | 'preview' | 'details' | 'key'>;
    }
  | { readonly type: 'queued'; readonly ids: readonly string[] }
  | { readonly type: 'progressed'; readonly id: string; readonly progress: number }
  | { readonly type: 'failed'; readonly id: string; readonly problem: Problem; readonly key: string }
  | { readonly type: 'done'; readonly id: string }
  /** Ends a batch: removes the completed uploads from the list. */
  | { readonly type: 'settled' }
  | { readonly type: 'cleared' };

export function uploadReducer(uploads: readonly Upload[], action: UploadAction): readonly Upload[] {
  const change = (id: string, change: Partial<Upload>) =>
    uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
  switch (action.type) {
    case 'chosen':
      return [...uploads, ...action.uploads];
    case 'removed':
      return uploads.filter((upload) => upload.id !== action.id);
    case 'captioned':
      return change(action.id, { caption: action.caption, key: action.key });
    case 'shrinking':
      return change(action.id, { state: 'shrinking' });
    case 'made':
      return uploads.map((upload) =>
        upload.id === action.id
          ? { ...upload, ...action.made, madeFrom: upload.kind, kind: 'jpeg', state: 'chosen', problem: null }
          : upload,
      );
    case 'queued':
      return uploads.map((upload) =>
        action.ids.includes(upload.id) ? { ...upload, state: 'waiting', progress: 0, problem: null } : upload,
      );
    case 'progressed':
      return change(action.id, { state: 'sending', progress: action.progress });
    case 'failed':
      return change(action.id, {
        state: action.problem.remedy === 'retry' ? 'failed' : 'refused',
        problem: action.problem,
        key: action.key,
      });
    case 'done':
      return change(action.id, { state: 'done', progress: 1 });
    case 'settled':
      return uploads.filter((upload) => upload.state !== 'done');
    case 'cleared':
      return [];
  }
}

/** Whether it can be sent unchanged. */
export const isToSend = ({ state }: Upload): boolean => state === 'chosen' || state === 'failed';

/** Whether it has not arrived but still could. */
export const isUnsent = ({ state, problem }: Upload): boolean =>
  state !== 'done' && !(state === 'refused' && problem?.remedy === null);

/** Whether it is being sent or about to be. */
export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** Releases the memory of its preview. */
export function revoke({ preview }: Pick<Upload, 'preview'>): void {
  if (preview !== null) URL.revokeObjectURL(preview);
}

/** Whether it can be sent once it is smaller. */
export const isTooLarge = ({ state, problem }: Upload): boolean =>
  state === 'refused' && problem?.remedy === 'shrink';

export const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** '840 kB', '3.2 MB'. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
