// @vitest-environment jsdom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';

import { limits } from '#contracts/shared/limits';
import { queueItem } from '#contracts/testing/queue-item';

import { createStore } from '../../../lib/store.ts';
import { keyOf } from '../desk/rows.ts';
import { everything } from './filter.ts';
import { useQueue } from './use-queue.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
  const store = createStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useQueue(everything), { wrapper });
  await waitFor(() => expect(result.current.state.loaded).toBe(true));
  await act(() => result.current.readAll());
  const last = items.slice(-1).map(keyOf)[0] ?? '';
  act(() => result.current.act({ type: 'chosen', key: last }));
  revision = 2;
  await act(() => result.current.refetch());
  expect(result.current.state.rows.find(({ key }) => key === last)?.item.revision).toBe(2);
});
