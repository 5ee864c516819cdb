import * as z from 'zod/mini';

import { limits } from '#contracts/shared/limits';
import { failureTexts } from '#contracts/shared/texts';

import type { Store } from '../store.ts';
import { isSettled, wireQuery } from '../wire.ts';
import { problemOfResponse, problems, type FileKind, type Problem } from './file-problem.ts';

/** A file to send. */
export interface ChosenFile {
  readonly file: File;
  readonly kind: FileKind;
  /** Stays the same when an attempt with an unknown outcome is repeated. */
  readonly key: string;
}

export interface FailedUpload {
  /** 0 if no response came. */
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

export interface FileToSend extends ChosenFile {
  /** The upload's path. */
  readonly url: string;
  /** Further fields of the request, beside bytes, name and type. */
  readonly more?: object;
}

const Sent = z.object({ url: z.string() });
type Arrived =
  | { readonly url: string; readonly failure: null }
  | { readonly url: null; readonly failure: FailedUpload };

/** Uploads one picture as the session's person and reports the progress; returns its address, or the failure. */
export async function sendFile(
  store: Store,
  { url, file, kind, key, more }: FileToSend,
  { onProgress, signal }: Sending,
): Promise<Arrived> {
  const imageData = await readAsDataUrl(file);
  if (imageData === null) return { url: null, failure: { status: 0, problem: problems.gone, settled: true } };
  // The end of a long name is more useful than its beginning.
  const fileName = file.name.slice(-limits.fileName) || 'photo';
  const { data, error } = await wireQuery(
    {
      url,
      method: 'POST',
      body: { imageData, fileName, mimeType: file.type, ...more },
      upload: { key, fetch: fetchWithProgress(onProgress) },
    },
    { ...store, signal },
  );
  const sent = Sent.safeParse(data);
  if (sent.success) return { url: sent.data.url, failure: null };
  if (error === undefined) return { url: null, failure: unreadable };
  const { status } = error;
  return {
    url: null,
    failure: { status, problem: problemOfResponse(error, kind), settled: isSettled(error) },
  };
}

/** The response of a proxy instead of the server. */
const unreadable: FailedUpload = {
  status: 200,
  problem: { text: failureTexts.upload.text, remedy: 'retry' },
  settled: false,
};

/** The file's content as a data URL; null if the file was moved or changed since it was chosen. */
function readAsDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}

/**
 * Sends a text as `fetch` does, and calls `onProgress` with the part sent so far, from 0 to 1, which `fetch` itself
 * cannot report. @throws if no response came
 */
export const fetchWithProgress =
  (onProgress: (progress: number) => void) =>
  async (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    const call = new XMLHttpRequest();
    call.open(method, url);
    call.withCredentials = true;
    new Headers(headers).forEach((value, name) => call.setRequestHeader(name, value));
    call.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    const ended = new Promise((resolve) => call.addEventListener('loadend', resolve));
    signal?.addEventListener('abort', () => call.abort());
    call.send(typeof body === 'string' ? body : null);
    if (signal?.aborted === true) call.abort();
    await ended;
    if (call.status === 0) throw new TypeError('No answer came.');
    return new Response(call.responseText, { status: call.status, headers: headersOf(call) });
  };

const headersOf = (call: XMLHttpRequest): [string, string][] =>
  [...call.getAllResponseHeaders().matchAll(/^([^:\s]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
