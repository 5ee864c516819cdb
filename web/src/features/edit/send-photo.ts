import type { AddPhoto } from '#contracts/commands/photo';
import type { ErrorCode } from '#contracts/errors';
import { limits } from '#contracts/limits';
import { Problem as ProblemDocument } from '#contracts/views/problem';

import { positionSeen } from '../../app/session.ts';
import type { Store } from '../../app/store.ts';
import { problemOfAnswer, problems, type Problem } from './file-problem.ts';
import { sendWithProgress, type ProgressAnswer } from './send-with-progress.ts';
import type { Upload } from './upload-queue.ts';

export interface PhotoToSend {
  readonly locationId: string;
  /** The upload's key stays the same when an attempt with an unknown outcome is repeated. */
  readonly upload: Pick<Upload, 'file' | 'kind' | 'key' | 'caption' | 'details'>;
  /** Whether the photo shows when and with what it was taken. */
  readonly shareDetails: boolean;
}

export interface FailedUpload {
  /** 0 if no answer came. */
  readonly status: number;
  readonly problem: Problem;
  /** The server refused this very request: the next attempt needs a new key. */
  readonly settled: boolean;
}

/** `onProgress` gets the part that was sent, from 0 to 1; `signal` aborts the upload. */
export interface Sending {
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads one photo as the session's person and reports the progress; returns the failure, or null. */
export async function sendPhoto(
  store: Store,
  { locationId, upload, shareDetails }: PhotoToSend,
  sending: Sending,
): Promise<FailedUpload | null> {
  const { file, kind, key, caption, details } = upload;
  const imageData = await readAsDataUrl(file);
  if (imageData === null) return { status: 0, problem: problems.gone, settled: true };
  const body: AddPhoto = {
    imageData,
    ...named(file),
    fileSize: file.size,
    isPrimary: 0,
    ...(caption.trim() === '' ? {} : { caption }),
    ...(shareDetails ? { ...(details === null ? {} : { details }) } : { shareDetails }),
  };
  const answer = await post(store, `/api/locations/${locationId}/photos`, { body, key }, sending);
  return answer.status === 201 ? null : failureOf(answer, kind);
}

/** A file's name and type, as the body of an upload needs them. */
export const named = (file: File) => ({
  // The end of a long name is more useful than its beginning.
  fileName: file.name.slice(-limits.fileName) || 'photo',
  mimeType: file.type,
});

/** Posts a picture as the session's person. */
export async function post(
  store: Store,
  url: string,
  { body, key }: { readonly body: object; readonly key: string },
  { onProgress, signal }: Sending,
): Promise<ProgressAnswer> {
  const { token } = store.getState().session;
  const answer = await sendWithProgress({
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    onProgress,
    signal,
  });
  const position = answer.header('x-event-position');
  if (position !== null) store.dispatch(positionSeen(position));
  return answer;
}

export function failureOf({ status, text }: ProgressAnswer, kind: Upload['kind']): FailedUpload {
  const document = ProblemDocument.safeParse(parse(text));
  const known = document.success ? document.data : null;
  // The code is one of a closed list, which the answer's schema does not repeat.
  const code = (known?.code ?? null) as ErrorCode | null;
  const message = known?.errors?.[0]?.message ?? known?.message ?? null;
  return {
    status,
    problem: problemOfAnswer({ status, code, message }, kind),
    settled: status >= 400 && status < 500 && code !== 'request-running',
  };
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The file's content as a data URL; null if the file was moved or changed since it was chosen. */
export function readAsDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}
