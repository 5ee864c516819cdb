// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';

import type { User } from '#contracts/account/views';

import { presenceReceived } from '../../../lib/live-state.ts';
import { sessionFound } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { useWatchers } from './presence.ts';

it('all other moderators who view an item are named, and not the person', () => {
  const store = createStore();
  const views = (name: string, id: string) => ({ user: { id: name, name }, kind: 'city', id }) as const;
  // The cast: only the id matters here.
  store.dispatch(sessionFound({ token: null, expiresAt: null, user: { id: 'Mia' } as User }));
  store.dispatch(
    presenceReceived([views('Ana', 'a'), views('Mia', 'a'), views('Kim', 'a'), views('Mia', 'b')]),
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(useWatchers, { wrapper });
  expect([...result.current]).toEqual([['city a', 'Ana, Kim']]);
});
