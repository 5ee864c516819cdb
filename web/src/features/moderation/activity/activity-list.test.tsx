// @vitest-environment jsdom

import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Activity } from '#contracts/moderation/views';

import { createStore } from '../../../lib/store.ts';
import { ActivityList } from './activity-list.tsx';

const entry = (position: number, batchId: string, more: Partial<Activity> = {}): Activity => ({
  position: String(position),
  at: '2026-03-03T10:41:00.000Z',
  actor: { id: 'noa', name: 'Noa North', role: 'moderator' },
  type: 'location-approved',
  entityType: 'location',
  entityId: `place ${position}`,
  name: `Place ${position}`,
  cityName: null,
  reason: null,
  batchId,
  undoable: true,
  ...more,
});

const later = '/api/admin/activity?limit=50&cursor=later';
const otherPerson = { actor: { id: 'ana', name: 'Ana', role: 'user' as const }, undoable: false };
const pages: { first: readonly Activity[]; second: readonly Activity[] } = { first: [], second: [] };
const undone: string[] = [];

beforeEach(() => {
  undone.length = 0;
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const url = typeof address === 'string' ? address : address instanceof URL ? address.href : address.url;
    if (init?.method === 'POST') {
      undone.push(url);
      return Response.json({ results: [] });
    }
    if (url.includes('cursor=later')) return Response.json(pages.second);
    // The undo dialog requests the entries of about the same time.
    if (url.includes('from=')) return Response.json([...pages.first, ...pages.second]);
    const link = pages.second.length > 0 ? { Link: `<${later}>; rel="next"` } : {};
    return Response.json(pages.first, { headers: link });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shown(first: readonly Activity[], second: readonly Activity[] = []): Promise<HTMLElement> {
  Object.assign(pages, { first, second });
  render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <ActivityList query={{}} none="Nothing yet" withKeys />
      </MemoryRouter>
    </Provider>,
  );
  return screen.findByRole('list', { name: 'Activity' });
}

const rowsOf = (list: HTMLElement) =>
  [...list.children].map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim());
const batchButton = (name: string) => screen.getByRole('button', { name });

it('shows the entries of one batch as one row, which can be opened and closed by keyboard', async () => {
  const list = await shown([
    entry(9, 'one'),
    entry(8, 'other', { ...otherPerson, type: 'city-submitted', name: 'Aue' }),
    entry(7, 'one'),
    entry(6, 'one'),
    entry(5, 'last', { type: 'location-rejected', reason: 'Not here.' }),
  ]);
  expect(rowsOf(list)).toEqual([
    expect.stringContaining('Noa North Moderatorapproved 3 locations'),
    expect.stringContaining('Ana submitted Aue'),
    expect.stringContaining('declined Place 5'),
  ]);
  const row = batchButton('approved 3 locations');
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Place 7')).toBeNull();

  const { keyboard } = userEvent.setup();
  row.focus();
  await keyboard('{Enter}');
  expect(row.getAttribute('aria-expanded')).toBe('true');
  const entries = document.getElementById(row.getAttribute('aria-controls') ?? '');
  if (entries === null) throw new Error('The button controls nothing.');
  expect(
    within(entries)
      .getAllByRole('listitem')
      .map((each) => /Place \d/.exec(each.textContent)?.[0]),
  ).toEqual(['Place 9', 'Place 7', 'Place 6']);
  expect(document.activeElement).toBe(row);
  await keyboard(' ');
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Place 7')).toBeNull();
});

it('shows a batch that spans two pages as one row, and says "or more" until the second page is loaded', async () => {
  const list = await shown(
    [entry(9, 'before', { type: 'photo-reviewed', entityType: 'photo' }), entry(8, 'one'), entry(7, 'one')],
    [entry(6, 'one'), entry(5, 'after', { name: 'Bank' })],
  );
  const { click } = userEvent.setup();
  await click(batchButton('approved 2 or more locations'));
  await click(batchButton('Show more'));
  const row = await screen.findByRole('button', { name: 'approved 3 locations' });
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(list.children).toHaveLength(3);
  for (const name of ['Place 8', 'Place 7', 'Place 6']) expect(screen.getByText(name)).toBeTruthy();
});

it('describes a batch in words that fit all its entries', async () => {
  const photo = { type: 'photo-reviewed', entityType: 'photo' };
  const edit = { type: 'location-edit-approved' };
  const list = await shown([
    entry(19, 'edits', edit),
    entry(18, 'edits', edit),
    entry(17, 'mixed', photo),
    entry(16, 'mixed'),
    entry(15, 'several kinds', { type: 'city-approved', entityType: 'city' }),
    entry(14, 'several kinds'),
    entry(13, 'one place', { type: 'location-rejected', entityId: 'mill', name: 'Mill' }),
    entry(12, 'one place', { type: 'location-reopened', entityId: 'mill', name: 'Mill' }),
    entry(11, 'reports', { type: 'reports-dismissed', reason: 'All is well.' }),
    entry(10, 'reports', { type: 'reports-dismissed', reason: 'All is well.' }),
  ]);
  expect(
    within(list)
      .getAllByRole('button', { expanded: false })
      .map((each) => each.textContent),
  ).toEqual([
    'approved 2 edits',
    'approved and looked at 2 items',
    'approved 2 items',
    'reopened and declined Mill',
    'dismissed 2 reports',
  ]);
  // A reason that all entries share is shown once.
  expect(within(list).getAllByText('All is well.')).toHaveLength(1);
  await userEvent.click(batchButton('dismissed 2 reports'));
  expect(within(list).getAllByText('All is well.')).toHaveLength(1);
});

it('says what an undo changes, then undoes the whole batch', async () => {
  await shown([entry(9, 'one'), entry(8, 'one', { undoable: false })], [entry(7, 'one')]);
  const { click } = userEvent.setup();
  await click(screen.getByRole('button', { name: 'Undo: approved 2 or more locations' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/^These 3 were decided in one step/);
  for (const name of ['Place 9', 'Place 8', 'Place 7']) within(dialog).getByText(name);
  await click(within(dialog).getByRole('button', { name: 'Undo' }));
  expect(undone).toEqual([expect.stringContaining('/api/admin/batches/one/undo')]);
});
