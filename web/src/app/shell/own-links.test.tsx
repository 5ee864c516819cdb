// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, it } from 'vitest';

import type { User } from '#contracts/account/views';

import { pendingCounted } from '../../lib/live-state.ts';
import { sessionFound } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { OwnLinks } from './own-links.tsx';

afterEach(cleanup);

it('writes a large number of waiting items with a separator', () => {
  const store = createStore();
  const user = { id: 'mia', email: 'mia@example.org', canModerate: true } as User;
  store.dispatch(sessionFound({ token: 'token', expiresAt: null, user }));
  const none = { edits: 0, photos: 0, changes: 0, reports: 0, position: '1' };
  store.dispatch(pendingCounted({ cities: 1000, locations: 234, ...none }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OwnLinks className="" />
      </MemoryRouter>
    </Provider>,
  );
  screen.getByRole('link', { name: /^Admin Dashboard\s*1,234\s*waiting$/ });
});
