// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, it, vi } from 'vitest';

import type { User } from '#contracts/account/views';
import type { QueueItem } from '#contracts/moderation/views';

import { sessionFound } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { GoneNote } from './gone.tsx';

beforeEach(() =>
  vi.stubGlobal('fetch', async () =>
    Response.json([
      { type: 'location-edit-proposed', actor: { id: 'noa', name: 'Noa North' } },
      { type: 'location-approved', actor: { id: 'noa', name: 'Noa North' } },
    ]),
  ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders who decided a place, for this viewer. */
function shownTo(id: string): void {
  const store = createStore();
  // The casts are safe: the note reads nothing else of its viewer and its item.
  store.dispatch(sessionFound({ token: 'a', expiresAt: null, user: { id } as User }));
  const item = { entityType: 'location', entityId: 'mill' } as QueueItem;
  render(
    <Provider store={store}>
      <GoneNote item={item} gone={{ by: { id: 'noa', name: 'Noa North' }, at: 0 }} />
    </Provider>,
  );
}

it('names the moderator who decided an item', async () => {
  shownTo('ana');
  await screen.findByText('Approved by Noa North.');
});

it('calls the viewer "you", also if the answer to a decision in this window was lost', async () => {
  shownTo('noa');
  await screen.findByText('Approved by you.');
});
