// @vitest-environment jsdom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';

import type { User } from '#contracts/account/views';
import type { QueueMove } from '#contracts/live';
import { limits } from '#contracts/shared/limits';
import { queueItem } from '#contracts/testing/queue-item';

import { queueMoved } from '../../../lib/live-state.ts';
import { sessionFound } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { keyOf } from '../desk/rows.ts';
import { everything } from './filter.ts';
import { useQueue } from './use-queue.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A queue that has read its first page. */
async function read() {
  const store = createStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useQueue(everything), { wrapper });
  await waitFor(() => expect(result.current.state.loaded).toBe(true));
  return { store, result };
}

it('reads the chosen row again, however far down it is', async () => {
  const items = Array.from({ length: limits.pageMost + 20 }, (_, at) =>
    queueItem({ id: String(at), submittedAt: new Date(Date.UTC(2026, 0, 1) + at).toISOString() }),
  );
  let revision = 1;
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const to = from + Number(url.searchParams.get('limit'));
    const next = `</api/admin/queue?limit=${to - from}&cursor=${to}>; rel="next"`;
    return Response.json(
      items.slice(from, to).map((item) => ({ ...item, revision })),
      { headers: to < items.length ? { link: next } : {} },
    );
  });
  const { result } = await read();
  await act(() => result.current.readAll());
  const last = items.slice(-1).map(keyOf)[0] ?? '';
  act(() => result.current.act({ type: 'chosen', key: last }));
  revision = 2;
  await act(() => result.current.refetch());
  expect(result.current.state.rows.find(({ key }) => key === last)?.item.revision).toBe(2);
});

it('stops reading all pages when one fails', async () => {
  const next = '</api/admin/queue?cursor=1>; rel="next"';
  const further = [Response.json({}, { status: 503 })];
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('cursor')
      ? (further.shift() ?? Response.json([]))
      : Response.json([queueItem({ id: 'a' })], { headers: { link: next } }),
  );
  const { result } = await read();
  await act(() => result.current.readAll());
  expect(result.current).toMatchObject({ failed: true, state: { complete: false } });
});

it('makes ghosts of what leaves, once for each message, but not of what this person decided and undid', async () => {
  const items = ['a', 'b', 'c'].map((id) => queueItem({ id, submittedAt: id }));
  vi.stubGlobal('fetch', async () => Response.json(items));
  const { store, result } = await read();
  const mia = { id: 'mia', name: 'Mia' };
  const ghosts = () => result.current.state.rows.filter(({ gone }) => gone !== null).map(({ key }) => key);
  const leaves = (id: string, by: QueueMove['by']) =>
    act(() => void store.dispatch(queueMoved({ kind: 'city', id, is: 'gone', by })));
  // The cast: only the id matters here.
  act(
    () => void store.dispatch(sessionFound({ token: null, expiresAt: null, user: mia as unknown as User })),
  );
  leaves('a', { id: 'ana', name: 'Ana' });
  expect(ghosts()).toEqual(['city a']);
  // A response counts only if it was requested after the millisecond of the message.
  await waitFor(async () => {
    await act(() => result.current.refetch());
    expect(ghosts()).toEqual([]);
  });
  const [own] = items.slice(1);
  if (own === undefined) throw new Error('There is no such item.');
  act(() => result.current.act({ type: 'decided', items: [own] }));
  act(() => result.current.act({ type: 'returned', items: [own], choose: true, since: 0, at: 0 }));
  leaves('b', mia);
  expect(ghosts()).toEqual([]);
  leaves('c', { id: 'ana', name: 'Ana' });
  expect(ghosts()).toEqual(['city c']);
});
