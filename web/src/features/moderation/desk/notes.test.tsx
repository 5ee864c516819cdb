// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { User } from '#contracts/account/views';

import { sessionFound } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { Notes } from './notes.tsx';

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json([])));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('keeps a note that was typed and not saved, and asks before it is thrown away', async () => {
  const person = userEvent.setup();
  const store = createStore();
  // The cast is safe: the form reads only who the viewer is.
  store.dispatch(sessionFound({ token: 'a', expiresAt: null, user: { id: 'noa' } as User }));
  const notes = (
    <Provider store={store}>
      <Notes about={{ entityType: 'location', entityId: 'mill' }} item={{ kind: 'location', id: 'mill' }} />
    </Provider>
  );
  const { unmount } = render(notes);
  await person.click(screen.getByRole('button', { name: 'Add a note' }));
  await person.type(screen.getByRole('textbox', { name: /Note/ }), 'Closed in May?');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Throw away what you typed?');
  unmount();
  render(notes);
  await person.click(screen.getByRole('button', { name: 'Ask for a second opinion' }));
  expect(screen.getByRole('textbox', { name: /Question/ })).toHaveProperty('value', '');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Add a note' }));
  expect(screen.getByRole('textbox', { name: /Note/ })).toHaveProperty('value', 'Closed in May?');
});
