// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';

import type { SignedIn } from '#contracts/account/views';

import {
  responseRead,
  positionSeen,
  sessionEnded,
  sessionFound,
  signedIn,
  useRights,
  useViewer,
} from './session.ts';
import { createStore } from './store.ts';

afterEach(cleanup);

/** Counts how often a hook renders while the store changes. */
function counted(useHook: () => unknown) {
  const store = createStore();
  let renderings = 0;
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  renderHook(
    () => {
      renderings++;
      useHook();
    },
    { wrapper },
  );
  return { store, renderings: () => renderings };
}

test.each([useViewer, useRights])(
  '%o does not render again at an answer, which changes only positions',
  (hook) => {
    const { store, renderings } = counted(hook);
    act(() => {
      store.dispatch(positionSeen('7'));
      store.dispatch(responseRead('6'));
    });
    expect(renderings()).toBe(1);
  },
);

test('a person’s rights do not render again when it turns out that nobody is signed in; the viewer does', () => {
  const rights = counted(useRights);
  const viewer = counted(useViewer);
  for (const { store } of [rights, viewer]) act(() => void store.dispatch(sessionEnded()));
  expect([rights.renderings(), viewer.renderings()]).toEqual([1, 2]);
});

test('the position only moves on, what was read is as old as its oldest answer, and both outlive the session', () => {
  const store = createStore();
  for (const position of ['99', '100', '98']) store.dispatch(positionSeen(position));
  for (const position of ['99', '100', '98']) store.dispatch(responseRead(position));
  const known = { position: '100', readTo: '98' };
  expect(store.getState().session).toMatchObject(known);
  store.dispatch(sessionEnded());
  expect(store.getState().session).toMatchObject({ status: 'out', ...known });
});

test('a refresh token is forgotten once another tab has exchanged the tokens', () => {
  const store = createStore();
  const found = { token: 'one', expiresAt: null, user: null };
  // The cast: only the tokens matter here.
  store.dispatch(signedIn({ accessToken: 'one', refreshToken: 'for one' } as SignedIn));
  store.dispatch(sessionFound(found));
  expect(store.getState().session.refreshToken).toBe('for one');
  store.dispatch(sessionFound({ ...found, token: 'two' }));
  expect(store.getState().session.refreshToken).toBeNull();
});
