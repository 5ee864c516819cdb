/**
 * Sends a text as `fetch` does, and calls `onProgress` with the part of it that was sent, from 0 to 1, which `fetch`
 * itself cannot tell. @throws if no answer came
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
