import type { AddPhoto } from '#contracts/commands/photo';
import { failureTexts } from '#contracts/texts';
import { Problem } from '#contracts/views/other';

import { positionSeen } from '../../app/session.ts';
import type { Store } from '../../app/store.ts';
import { sendWithProgress, type ProgressAnswer } from './send-with-progress.ts';

export interface PhotoToSend {
  readonly locationId: string;
  readonly file: File;
  /** The same for a repeated attempt whose first outcome is unknown. */
  readonly key: string;
}

export interface FailedUpload {
  /** 0 when no answer came. */
  readonly status: number;
  readonly message: string;
  /** The server has refused this very request: the next attempt needs a key of its own. */
  readonly settled: boolean;
}

/** Uploads one photo as the session's person, telling how far it got; gives what went wrong, or null. */
export async function sendPhoto(
  store: Store,
  { locationId, file, key }: PhotoToSend,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<FailedUpload | null> {
  const read = await readAsDataUrl(file);
  if (read === null)
    return {
      status: 0,
      message: 'This file cannot be read any more. Please choose it again.',
      settled: true,
    };
  const body: AddPhoto = {
    imageData: read,
    fileName: file.name,
    fileSize: file.size,
    mimeType: file.type,
    isPrimary: 0,
  };
  const { token } = store.getState().session;
  const answer = await sendWithProgress({
    url: `/api/locations/${locationId}/photos`,
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
  return answer.status === 201 ? null : failureOf(answer);
}

function failureOf({ status, text }: ProgressAnswer): FailedUpload {
  const problem = Problem.safeParse(parse(text));
  const known = problem.success ? problem.data : null;
  const running = known?.code === 'request-running';
  return {
    status,
    message:
      status === 0
        ? 'No connection. The photo is still selected.'
        : status === 401
          ? failureTexts.uploadSignedOut.text
          : (known?.message ?? failureTexts.upload.text),
    settled: status >= 400 && status < 500 && !running,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null when the file was moved or changed since it was chosen. */
function readAsDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}
