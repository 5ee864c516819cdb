export interface ProgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Called with the part of the body that was sent, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
}

export interface ProgressAnswer {
  /** 0 if no answer came. */
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/**
 * POSTs JSON and reports the upload's progress, which fetch cannot do. Never rejects; without an answer the status is
 * 0.
 */
export function sendWithProgress(request: ProgressRequest): Promise<ProgressAnswer> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    call.open('POST', request.url);
    call.withCredentials = true;
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) request.onProgress(event.loaded / event.total);
    });
    call.addEventListener('loadend', () =>
      resolve({
        status: call.status,
        header: (name) => call.getResponseHeader(name),
        text: call.responseText,
      }),
    );
    request.signal.addEventListener('abort', () => call.abort());
    call.send(request.body);
    if (request.signal.aborted) call.abort();
  });
}
