// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';

import type { User } from '#contracts/account/views';
import type { HistoryEntry } from '#contracts/moderation/views';

import { sessionFound } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { deskApi } from './desk-api.ts';
import { History } from './history.tsx';

afterEach(cleanup);

const id = '0b7a4c1e-5f0d-4d3b-9a51-6c1d2e3f4a5b';
const time = '2026-03-03T10:41:00.000Z';

const entry = (revision: number, type: string, changes: HistoryEntry['changes'] = null): HistoryEntry => ({
  revision,
  position: String(revision),
  eventId: `event-${revision}`,
  type,
  time,
  actor: { id: 'jonas', name: 'Jonas K.' },
  reason: null,
  changes,
  seen: null,
  isDecision: false,
  correlationId: 'one',
  causationId: 'one',
});

const resubmitted = entry(2, 'location-resubmitted.v1', { address: { from: null, to: 'Mill Lane 2' } });
const entries = [
  entry(0, 'location-submitted.v1'),
  entry(1, 'location-rejected.v1'),
  resubmitted,
  entry(3, 'location-approved.v1'),
  entry(4, 'location-edited.v1', { name: { from: 'Mill', to: 'Old Mill' } }),
];

/** Renders the history of a place from these entries, given oldest first. */
async function shown(
  history: readonly HistoryEntry[],
  onRestore?: (entry: HistoryEntry) => void,
  viewer?: Pick<User, 'isAdmin'>,
) {
  const store = createStore();
  // The cast is safe: the history reads nothing else of its viewer.
  if (viewer) store.dispatch(sessionFound({ token: 'a', expiresAt: null, user: viewer as User }));
  const page = { items: history.toReversed(), next: null, total: String(history.length) };
  const data = { pages: [page], pageParams: [null] };
  await store.dispatch(deskApi.util.upsertQueryData('browseHistory', { kind: 'location', id }, data));
  render(
    <Provider store={store}>
      <History kind="location" id={id} now={Date.parse(time)} {...(onRestore && { onRestore })} />
    </Provider>,
  );
  return screen.getAllByRole('listitem');
}

it('shows a field that was filled for the first time as a change from none to its value', async () => {
  const [item] = await shown([resubmitted]);
  if (item === undefined) throw new Error('There is no entry.');
  expect(item.textContent).toContain('sent in again by Jonas K.: address');
  const details = within(item).getByRole('group');
  expect(within(details).getByText('What changed').tagName).toBe('SUMMARY');
  expect(within(details).getByRole('term').textContent).toBe('Address: ');
  expect(within(details).getByRole('deletion').textContent).toBe('none');
  expect(within(details).getByRole('insertion').textContent).toBe('Mill Lane 2');
});

it('offers to restore earlier values, but not the current values, and not for an event that set none', async () => {
  const onRestore = vi.fn<(entry: HistoryEntry) => void>();
  const items = await shown(entries, onRestore);
  const offered = items.map((item) => within(item).queryByRole('button', { name: 'Restore these values' }));
  expect(offered.map((each) => each !== null)).toEqual([true, false, true, false, false]);
  const again = offered[2];
  if (!again) throw new Error('It is not offered.');
  await userEvent.click(again);
  expect(onRestore.mock.calls).toEqual([[resubmitted]]);
});

it('does not offer to restore without permission, or if no later event set values', async () => {
  await shown(entries);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  await shown(entries.slice(0, 3), () => undefined);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(within(screen.getAllByRole('listitem')[2] ?? document.body).queryByRole('button')).toBeNull();
});

it('says which revision the moderator had seen', async () => {
  const items = await shown([
    entry(0, 'location-submitted.v1'),
    { ...entry(1, 'location-approved.v1'), seen: 0 },
  ]);
  expect(items.map(({ textContent }) => textContent.includes('decided on revision 0'))).toEqual([
    false,
    true,
  ]);
});

it('links to the receipt of each decision, and for the administrator to evidence', async () => {
  const decision = { ...entry(1, 'location-rejected.v1'), isDecision: true };
  const items = await shown([entry(0, 'location-submitted.v1'), decision]);
  const links = items.map((item) => within(item).queryByRole('link'));
  expect(links.map((link) => link?.getAttribute('href'))).toEqual([undefined, '/api/history/1/receipt']);
  expect(links[1]?.textContent).toBe('Receipt of declined by Jonas K.');
  expect(links[1]?.hasAttribute('download')).toBe(true);
  expect(screen.queryByRole('link', { name: 'Evidence' })).toBeNull();
  cleanup();
  await shown([decision], undefined, { isAdmin: true });
  const evidence = screen.getByRole('link', { name: 'Evidence' });
  expect(evidence.getAttribute('href')).toBe(`/api/admin/locations/${id}/evidence`);
});
