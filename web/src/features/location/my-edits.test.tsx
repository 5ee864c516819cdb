// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';

import type { User } from '#contracts/account/views';

import { sessionFound } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { useMyEdits } from './my-edits.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the values of a place are those after the person’s waiting edits of it, the latest last', async () => {
  const edit = (editId: string, entityId: string, to: object, status = 'pending') => ({
    ...{ editId, entityId, status },
    changes: Object.fromEntries(Object.entries(to).map(([field, value]) => [field, { from: '', to: value }])),
  });
  // The latest comes first.
  const submissions = [
    edit('4', 'weir', { name: 'Declined' }, 'rejected'),
    edit('3', 'mill', { name: 'Another place' }),
    edit('2', 'weir', { name: 'New Weir' }),
    edit('1', 'weir', { name: 'Old Weir', address: 'Quay 1' }),
  ];
  vi.stubGlobal('fetch', async () => Response.json(submissions));
  const store = createStore();
  // The cast: only the id matters here.
  store.dispatch(sessionFound({ token: 'token', expiresAt: null, user: { id: 'mia' } as User }));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useMyEdits('weir'), { wrapper });
  await waitFor(() => expect(result.current.edits).toHaveLength(2));
  expect(result.current.values).toEqual({ name: 'New Weir', address: 'Quay 1' });
});
