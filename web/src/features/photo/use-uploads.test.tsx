// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createStore } from '../../lib/store.ts';
import { toast, toastStore } from '../../lib/toast.ts';
import { useStay, useUploads } from './use-uploads.ts';

/** An upload that the test answers. */
class Call extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  body: { readonly fileName?: string; readonly caption?: string; readonly shareDetails?: boolean } = {};
  aborted = false;
  open = () => undefined;
  setRequestHeader = (name: string, value: string) => this.headers.set(name, value);
  send = (body: string) => {
    this.body = JSON.parse(body) as Call['body'];
    calls.push(this);
  };
  abort = () => {
    this.aborted = true;
    this.end(0);
  };
  getAllResponseHeaders = () => 'content-type: application/json\r\n';
  end = (status: number, body: object = { url: '/photo' }) => {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('loadend'));
  };
  get name() {
    return this.body.fileName;
  }
  get key() {
    return this.headers.get('idempotency-key');
  }
}
const calls: Call[] = [];
const revoked: string[] = [];

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const photo = (name: string, lastModified = 1) =>
  new File([jpeg], name, { type: 'image/jpeg', lastModified });
const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(`${at}.jpg`));

beforeEach(() => {
  calls.length = 0;
  revoked.length = 0;
  toast({ title: 'Nothing yet' });
  vi.stubGlobal('XMLHttpRequest', Call);
  let made = 0;
  class Urls extends URL {
    static override createObjectURL = () => `blob:${(made += 1)}`;
    static override revokeObjectURL = (url: string) => void revoked.push(url);
  }
  vi.stubGlobal('URL', Urls);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function chosen(files: readonly File[], options: Parameters<typeof useUploads>[0] = {}) {
  const store = createStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result, unmount } = renderHook(() => useUploads(options), { wrapper });
  const choose = async (more: readonly File[], count: number) => {
    act(() => result.current.choose(more));
    await waitFor(() => expect(result.current.uploads).toHaveLength(count));
  };
  await choose(files, files.length);
  const rows = () => result.current.uploads.map(({ file, state }) => [file.name, state]);
  return { now: () => result.current, rows, choose, unmount };
}
/** The calls, once there are that many. */
const called = async (count: number): Promise<readonly Call[]> => {
  await waitFor(() => expect(calls.map(({ name }) => name)).toHaveLength(count));
  return calls;
};
const end = (call: Call | undefined, status: number, body?: object) =>
  act(async () => call?.end(status, body));
const networkReturns = () => act(async () => void window.dispatchEvent(new Event('online')));
const told = () => [toastStore.get()?.title, toastStore.get()?.text];

describe('chosen photos', () => {
  it('are one row for each file, and at most 200', async () => {
    const { rows, choose } = await chosen([photo('a.jpg'), photo('b.jpg')]);
    await choose([photo('b.jpg'), photo('b.jpg', 2), photo('c.jpg')], 4);
    expect(rows().map(([name]) => name)).toEqual(['a.jpg', 'b.jpg', 'b.jpg', 'c.jpg']);
    await choose(photos(250), 200);
  });

  it('that cannot be taken are named, and are not sent', async () => {
    const text = new File(['Dear diary'], 'notes.txt', { type: 'text/plain' });
    const { now, rows } = await chosen([text, photo('a.jpg')]);
    expect(told()).toEqual(['Invalid File Type', ['notes.txt is not an image file.']]);
    act(() => now().send('mill'));
    await end((await called(1))[0], 201);
    expect(rows()).toEqual([['notes.txt', 'refused']]);
  });

  it('are all removed at once, also those being sent; the outcome goes with them, or with the next choice', async () => {
    const { now, choose } = await chosen(photos(1));
    act(() => now().send('mill'));
    await end((await called(1))[0], 201);
    expect(now().outcome).not.toBeNull();
    await choose(photos(2), 2);
    expect(now().outcome).toBeNull();
    act(() => now().send('mill', [now().uploads[0]?.id ?? '']));
    await end((await called(2))[1], 503);
    expect(now().outcome).not.toBeNull();
    act(() => now().clear());
    expect([now().uploads, now().outcome]).toEqual([[], null]);
    await choose(photos(1), 1);
    act(() => now().send('mill'));
    await called(3);
    await act(async () => now().clear());
    expect(calls[2]?.aborted).toBe(true);
    expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3', 'blob:4']);
  });

  it('release their previews when they are removed, arrive or leave the screen', async () => {
    const { now, unmount } = await chosen(photos(3));
    act(() => now().remove(now().uploads[0]?.id ?? ''));
    expect(revoked).toEqual(['blob:1']);
    act(() => now().send('mill', [now().uploads[0]?.id ?? '']));
    await end((await called(1))[0], 201);
    expect(revoked).toEqual(['blob:1', 'blob:2']);
    unmount();
    expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3']);
  });

  it('are sent six at once', async () => {
    const { now } = await chosen(photos(8));
    act(() => now().send('mill'));
    await called(6);
    const states = () => now().uploads.map(({ state }) => state);
    expect(states()).toEqual([...Array.from({ length: 6 }, () => 'sending'), 'waiting', 'waiting']);
    await end(calls[0], 201);
    await called(7);
    expect(now().busy).toBe(true);
    for (const call of calls.slice(1)) await end(call, 201);
    for (const call of (await called(8)).slice(7)) await end(call, 201);
    expect(told()).toEqual(['Success', '8 photo(s) uploaded successfully!']);
    expect(now().outcome).toEqual({ arrived: 8, total: 8 });
    expect([now().uploads, now().busy]).toEqual([[], false]);
  });

  it('stay in the list after they arrived if the form wants it', async () => {
    const { now, rows } = await chosen(photos(1), { keepsDone: true });
    act(() => now().send('mill'));
    await end((await called(1))[0], 201);
    expect(rows()).toEqual([['0.jpg', 'done']]);
    expect(revoked).toEqual([]);
  });

  it('are sent with their captions, and without details if the person wants it', async () => {
    const { now } = await chosen(photos(2));
    act(() => now().describe(now().uploads[0]?.id ?? '', 'Dawn'));
    act(() => now().describe(now().uploads[1]?.id ?? '', '  '));
    act(() => now().send('mill'));
    for (const call of await called(2)) expect(call.body).not.toHaveProperty('shareDetails');
    expect(calls.map(({ body }) => body.caption)).toEqual(['Dawn', undefined]);
    for (const call of calls) await end(call, 503);
    act(() => now().setShareDetails(false));
    act(() => now().send('mill'));
    expect((await called(4)).slice(2).map(({ body }) => body.shareDetails)).toEqual([false, false]);
  });

  it('that are removed before their turn are not sent', async () => {
    const { now } = await chosen(photos(8));
    act(() => now().send('mill'));
    await called(6);
    act(() => now().remove(now().uploads[6]?.id ?? ''));
    for (const call of calls.slice()) await end(call, 201);
    expect((await called(7))[6]?.name).toBe('7.jpg');
    await end(calls[6], 201);
    expect(now().outcome).toEqual({ arrived: 7, total: 7 });
  });

  it('that are removed while they are sent are no failures', async () => {
    const { now, rows } = await chosen(photos(2));
    act(() => now().send('mill'));
    await called(2);
    await act(async () => now().remove(now().uploads[0]?.id ?? ''));
    expect(calls.map(({ aborted }) => aborted)).toEqual([true, false]);
    await end(calls[1], 201);
    expect(told()).toEqual(['Success', '1 photo(s) uploaded successfully!']);
    expect(rows()).toEqual([]);
    const { now: other } = await chosen(photos(1));
    toast({ title: 'Nothing yet' });
    act(() => other().send('mill'));
    await called(3);
    await act(async () => other().remove(other().uploads[0]?.id ?? ''));
    await waitFor(() => expect(other().outcome).toEqual({ arrived: 0, total: 0 }));
    expect(told()).toEqual(['Nothing yet', undefined]);
  });
});

describe('a photo that failed', () => {
  it('without network is sent again when it returns, with its key, as part of its batch', async () => {
    const { now, rows } = await chosen(photos(2));
    act(() => now().send('mill'));
    await called(2);
    await end(calls[0], 201);
    await end(calls[1], 0);
    expect(told()).toEqual(['Upload Failed', '1 of 2 photos uploaded. The reason is beside the other.']);
    expect(rows()).toEqual([['1.jpg', 'failed']]);
    await networkReturns();
    await called(3);
    expect(calls[2]).toMatchObject({ name: '1.jpg', key: calls[1]?.key });
    await end(calls[2], 201);
    expect(told()).toEqual(['Success', '2 photo(s) uploaded successfully!']);
    expect(now().outcome).toEqual({ arrived: 2, total: 2 });
    await networkReturns();
    expect(calls).toHaveLength(3);
  });

  it('without network is sent again at the end of its batch if the network returned meanwhile', async () => {
    const { now } = await chosen(photos(2));
    act(() => now().send('mill'));
    await called(2);
    await end(calls[0], 0);
    await networkReturns();
    expect(calls).toHaveLength(2);
    await end(calls[1], 201);
    await called(3);
    expect(calls[2]?.name).toBe('0.jpg');
  });

  it('without network waits for it, also if it returned before the photo was sent', async () => {
    const { now, rows } = await chosen(photos(1));
    await networkReturns();
    act(() => now().send('mill'));
    await end((await called(1))[0], 0);
    expect(rows()).toEqual([['0.jpg', 'failed']]);
    await networkReturns();
    await called(2);
  });

  it('for another reason stays in the outcome of its batch when the others are sent again', async () => {
    class Reader extends FileReader {
      override readAsDataURL(file: File) {
        if (file.name === '0.jpg') this.dispatchEvent(new Event('error'));
        else super.readAsDataURL(file);
      }
    }
    vi.stubGlobal('FileReader', Reader);
    const { now, rows } = await chosen(photos(3));
    act(() => now().send('mill'));
    await called(2);
    await end(calls[0], 409, { code: 'photo-already-here', message: 'Here.' });
    await end(calls[1], 0);
    await networkReturns();
    await end((await called(3))[2], 201);
    expect(told()).toEqual(['Upload Failed', '1 of 3 photos uploaded. The reasons are beside the others.']);
    expect(now().outcome).toEqual({ arrived: 1, total: 3 });
    expect(rows()).toEqual([
      ['0.jpg', 'refused'],
      ['1.jpg', 'refused'],
    ]);
  });

  it('by the server waits for the person, and is a new request only if the server had decided', async () => {
    const { now, rows } = await chosen(photos(3));
    act(() => now().send('mill'));
    await called(3);
    await end(calls[0], 503, { message: 'Not now.' });
    await end(calls[1], 429, { code: 'too-many-requests', message: 'Too many.' });
    await end(calls[2], 409, { code: 'photo-already-here', message: 'Here.' });
    expect(told()).toEqual(['Upload Failed', 'Failed to upload photos. Please try again.']);
    await networkReturns();
    expect(calls).toHaveLength(3);
    expect(rows()).toEqual([
      ['0.jpg', 'failed'],
      ['1.jpg', 'failed'],
      ['2.jpg', 'refused'],
    ]);
    act(() => now().send('mill'));
    expect(now().outcome).toBeNull();
    await called(5);
    expect([calls[3]?.key === calls[0]?.key, calls[4]?.key === calls[1]?.key]).toEqual([true, false]);
  });

  it('for want of a session asks the person to sign in', async () => {
    const { now } = await chosen(photos(2));
    act(() => now().send('mill'));
    await called(2);
    await end(calls[0], 201);
    await end(calls[1], 401, { code: 'unauthorized', message: 'Unauthorized' });
    expect(told()).toEqual(['Authentication Required', 'Please sign in to upload photos.']);
  });
});

it('the browser asks before unsent photos are left', () => {
  const isAsked = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  const { rerender, unmount } = renderHook(({ hasUnsent }) => useStay(hasUnsent), {
    initialProps: { hasUnsent: true },
  });
  expect(isAsked()).toBe(true);
  rerender({ hasUnsent: false });
  expect(isAsked()).toBe(false);
  rerender({ hasUnsent: true });
  unmount();
  expect(isAsked()).toBe(false);
});
