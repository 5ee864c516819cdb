import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { queueItem } from '#contracts/testing/queue-item';

import { createStore } from '../../../lib/store.ts';
import { toastStore } from '../../../lib/toast.ts';
import { unknownRevision } from '../desk/rows.ts';
import { createUndo, type Shown } from './undo.ts';

const undone: string[] = [];

beforeEach(() => {
  undone.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    const batchId = address.split('/').at(-2) ?? '';
    undone.push(batchId);
    return Response.json({ batchId, results: [{ kind: 'city', id: batchId, result: 'done' }] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('undoes the last 100 decisions, the latest first, and no older ones', async () => {
  const { remember, undoLatest } = createUndo(createStore().dispatch, () => null);
  const made = Array.from({ length: 130 }, (_, at) => String(at));
  for (const batchId of made)
    remember(Promise.resolve({ batchId, items: [queueItem({ id: batchId })], along: new Set() }));
  for (const _ of made) undoLatest();
  expect(toastStore.get()?.title).toBe('Nothing more to undo here');
  await vi.waitFor(() => expect(undone).toHaveLength(100));
  await vi.waitFor(() => expect(toastStore.get()?.title).toBe('Waiting again: 30'));
  expect(undone).toEqual(made.slice(-100).toReversed());
});

it('returns the items that the list shows, at revisions that are still unknown', async () => {
  const acted: unknown[] = [];
  const list: Shown = {
    act: (action) => acted.push(action),
    wants: ({ id }) => id === 'a',
    items: () => [],
    refetch: async () => undefined,
  };
  const { remember, undoLatest } = createUndo(createStore().dispatch, () => list);
  for (const id of ['a', 'b'])
    remember(Promise.resolve({ batchId: id, items: [queueItem({ id })], along: new Set() }));
  undoLatest();
  undoLatest();
  await vi.waitFor(() => expect(toastStore.get()?.title).toBe('Waiting again: a'));
  expect(undone).toEqual(['b', 'a']);
  expect(acted).toMatchObject([
    { type: 'returned', choose: true, items: [{ id: 'a', revision: unknownRevision }] },
  ]);
});

it('can be tried again after a failure', async () => {
  const { remember, undoLatest } = createUndo(createStore().dispatch, () => null);
  remember(Promise.resolve({ batchId: 'a', items: [queueItem({ id: 'a' })], along: new Set() }));
  const respond = fetch;
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not now.' }, { status: 503 }));
  undoLatest();
  await vi.waitFor(() =>
    expect(toastStore.get()).toMatchObject({ title: 'Not undone: a', text: 'Not now.' }),
  );
  vi.stubGlobal('fetch', respond);
  undoLatest();
  await vi.waitFor(() => expect(toastStore.get()?.title).toBe('Waiting again: a'));
});
