import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { queueItem } from '#contracts/testing/queue-item';

import { createStore } from '../../../lib/store.ts';
import { toastStore } from '../../../lib/toast.ts';
import { createUndo } from './undo.ts';

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
