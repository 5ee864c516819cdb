import { join } from 'node:path';

import { expect, test } from 'vitest';

import { reports } from '#contracts/report/read-models';
import { openReadStore, type Change, type ReadStore } from '#platform/read-store/index';

import { folderOfTest } from '../../test/harness/folders.ts';
import { patience } from '../../test/harness/patience.ts';
import { openModelFeed, unchangedSince, type ModelFeedOptions } from './model-feed.ts';

const nothing = { puts: [], deletes: [] };
const soon = () => AbortSignal.timeout(50);
const patient = () => AbortSignal.timeout(patience);

async function openStore() {
  const store = await openReadStore({ path: join(folderOfTest(), 'views.db'), warn: () => undefined });
  const feedOf = (logId: string, options: Partial<ModelFeedOptions> = {}) =>
    openModelFeed({
      store,
      logId,
      model: reports,
      take: () => undefined,
      onError: (error) => {
        throw error;
      },
      ...options,
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

/** The store, with these changes in place of those that it reports first. */
function reporting(store: ReadStore, first: AsyncIterable<Change>): ReadStore {
  let isFirst = true;
  return {
    ...store,
    changes(model, signal) {
      const changes = isFirst ? first : store.changes(model, signal);
      isFirst = false;
      return changes;
    },
  };
}

test('a change from before the documents that were read at first does not move the position back', async () => {
  await using opened = await openStore();
  await (await opened.store.writer(reports)).commit(nothing, { logId: 'now', position: 10n });
  const change = { model: reports.name, version: reports.version, everything: false, ids: {}, shown: {} };
  let report = (): void => undefined;
  const reported = new Promise<void>((resolve) => (report = resolve));
  async function* earlier(): AsyncIterable<Change> {
    await reported;
    yield { ...change, position: 9n };
  }
  await using feed = await opened.feedOf('now', { store: reporting(opened.store, earlier()) });
  const told = new Promise<bigint>((resolve) => feed.listen(() => resolve(feed.position)));
  report();
  expect(await told).toBe(10n);
});

test('after a lost connection nothing is fresh until it is there again, and then everything counts as changed', async () => {
  await using opened = await openStore();
  let lose = (_error: Error): void => undefined;
  const lost = new Promise<never>((_, reject) => (lose = reject));
  async function* following(): AsyncIterable<Change> {
    yield await lost;
  }
  const errors: Error[] = [];
  const whileTaken: boolean[] = [];
  let isOpen = false;
  await using feed = await opened.feedOf('now', {
    store: reporting(opened.store, following()),
    take: () => {
      if (isOpen) whileTaken.push(unchangedSince([feed])());
    },
    onError: (error) => void errors.push(error),
  });
  isOpen = true;
  const { contentVersion } = feed;
  const isUnchanged = unchangedSince([feed]);
  expect(isUnchanged()).toBe(true);
  const error = new Error('The store does not answer');
  lose(error);
  await expect.poll(() => whileTaken).toEqual([false]);
  await expect.poll(() => unchangedSince([feed])()).toBe(true);
  expect(isUnchanged()).toBe(false);
  expect(feed.contentVersion).toBe(contentVersion + 1);
  expect(errors).toEqual([error]);
});
