// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';

import { fetchWithProgress } from './send-file.ts';

class Call extends EventTarget {
  static latest: Call;
  readonly upload = new EventTarget();
  readonly sent: unknown[] = [];
  status = 0;
  responseText = '';
  constructor() {
    super();
    Call.latest = this;
  }
  open = (...args: unknown[]) => this.sent.push(...args);
  setRequestHeader = (...args: unknown[]) => this.sent.push(...args);
  send = (body: unknown) => this.sent.push(body);
  abort = () => this.dispatchEvent(new Event('loadend'));
  getAllResponseHeaders = () =>
    'content-type: application/json\r\nx-event-position: 7\r\nlink: </a>; rel="next"\r\n';
}

afterEach(() => vi.unstubAllGlobals());

it('sends like fetch, and reports the progress', async () => {
  vi.stubGlobal('XMLHttpRequest', Call);
  const told: number[] = [];
  const response = fetchWithProgress((part) => told.push(part))('/there', {
    method: 'POST',
    headers: { accept: 'text/plain' },
    body: 'a text',
  });
  const { latest: call } = Call;
  expect(call.sent).toEqual(['POST', '/there', 'accept', 'text/plain', 'a text']);
  for (const loaded of [1, 3])
    call.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 4 }));
  expect(told).toEqual([0.25, 0.75]);
  Object.assign(call, { status: 201, responseText: '{}' });
  call.dispatchEvent(new Event('loadend'));
  const { status, headers } = await response;
  expect(status).toBe(201);
  expect(headers.get('x-event-position')).toBe('7');
  expect(headers.get('link')).toBe('</a>; rel="next"');
});

it('fails without an answer and when it is aborted', async () => {
  vi.stubGlobal('XMLHttpRequest', Call);
  const { signal } = new AbortController();
  const lost = fetchWithProgress(() => undefined)('/there', { signal });
  Call.latest.dispatchEvent(new Event('loadend'));
  await expect(lost).rejects.toThrow(TypeError);
  const caller = new AbortController();
  const aborted = fetchWithProgress(() => undefined)('/there', { signal: caller.signal });
  caller.abort();
  await expect(aborted).rejects.toThrow(TypeError);
});
