// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';

import type { QueueGroup } from '#contracts/moderation/views';

import { createStore } from '../../../lib/store.ts';
import { Groups } from './groups.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists as many groups as it says', async () => {
  const groups: QueueGroup[] = Array.from({ length: 8 }, (_, at) => ({
    key: `same-text-${at}`,
    kind: 'same-text',
    count: 9 - at,
    label: `Text ${at}`,
    submitters: [],
    items: [],
  }));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(groups)));
  render(
    <Provider store={createStore()}>
      <Groups onOpen={() => undefined} />
    </Provider>,
  );
  await screen.findByText('Groups (8)');
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(8);
});
