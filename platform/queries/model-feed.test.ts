import { join } from 'node:path';

import { expect, test } from 'vitest';

import { reports } from '#contracts/report/read-models';
import { openReadStore } from '#platform/read-store/index';

import { folderOfTest } from '../../test/harness/folders.ts';
import { patience } from '../../test/harness/patience.ts';
import { openModelFeed } from './model-feed.ts';

const nothing = { puts: [], deletes: [] };
const soon = () => AbortSignal.timeout(50);
const patient = () => AbortSignal.timeout(patience);

async function openStore() {
  const store = await openReadStore({ path: join(folderOfTest(), 'views.db'), warn: () => undefined });
  const feedOf = (logId: string) =>
    openModelFeed({
      store,
      logId,
      model: reports,
      take: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
  return {
    store,
    feedOf,
    /** Rebuilds the model as a runner does when its copy belongs to another log or is ahead of this log. */
    async rebuildTo(logId: string, position: bigint) {
      await using rebuild = await store.rebuild(reports);
      await rebuild.generation.commit(nothing, { logId, position });
      await rebuild.swap();
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

test('a copy of another log counts as empty until one of this log replaces it', async () => {
  await using opened = await openStore();
  const writer = await opened.store.writer(reports);
  await writer.commit(nothing, { logId: 'before', position: 100n });
  await using feed = await opened.feedOf('now');
  expect(feed.position).toBe(0n);
  expect(await feed.reached(51n, soon())).toBe(false);
  const reached = feed.reached(51n, patient());
  await opened.rebuildTo('now', 51n);
  expect(await reached).toBe(true);
  expect(feed.position).toBe(51n);
  expect(await feed.reached(52n, soon())).toBe(false);
});

test('a copy that replaces one further ahead moves the position back', async () => {
  await using opened = await openStore();
  const writer = await opened.store.writer(reports);
  await writer.commit(nothing, { logId: 'now', position: 100n });
  await using feed = await opened.feedOf('now');
  expect(feed.position).toBe(100n);
  const told = new Promise<void>((resolve) => feed.listen(() => resolve()));
  await opened.rebuildTo('now', 40n);
  await told;
  expect(feed.position).toBe(40n);
  const reached = feed.reached(41n, patient());
  await (await opened.store.writer(reports)).commit(nothing, { logId: 'now', position: 41n });
  expect(await reached).toBe(true);
});
