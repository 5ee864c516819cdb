import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { places } from '#contracts/read-models';

import { openEmbeddedLog } from '../event-log/sqlite/event-log.ts';
import { openEmbeddedReadStore } from '../read-store/sqlite/read-store.ts';
import { folderOfTest } from '../../test/harness/folders.ts';

let folder: string;
beforeEach(async () => {
  folder = folderOfTest();
});

/** So long that polling never happens in these tests. */
const pollMs = 3_600_000;

async function firstOf<T>(items: AsyncIterable<T>, isWanted: (item: T) => boolean): Promise<T | undefined> {
  for await (const item of items) if (isWanted(item)) return item;
  return undefined;
}

it('notifies others that have the same log open of an append, without polling', async () => {
  const file = path.join(folder, 'events.db');
  await using log = await openEmbeddedLog({ path: file, pollMs });
  await using other = await openEmbeddedLog({ path: file, pollMs, mostlyReads: true });
  const stop = new AbortController();
  const live = other.subscribe({ after: 0n, signal: stop.signal })[Symbol.asyncIterator]();
  expect((await live.next()).value).toEqual({ type: 'caught-up' });
  const next = live.next();
  const cityId = randomUUID();
  const metadata = { time: new Date(0).toISOString(), actor: 'a', correlationId: 'b', causationId: 'c' };
  const event = { type: 'city-approved.v1', data: { cityId } } as const;
  await log.append(`city-${cityId}`, 'none', [{ id: randomUUID(), event, metadata }]);
  expect((await next).value).toMatchObject({ data: { cityId } });
  stop.abort();
});

it('notifies others that have the same read models open of a commit, without polling', async () => {
  const file = path.join(folder, 'views.db');
  const options = { path: file, pollMs, warn: () => undefined };
  await using store = await openEmbeddedReadStore(options);
  await using other = await openEmbeddedReadStore({ ...options, isOpenAlready: true });
  await store.reader(places);
  const told = firstOf(
    other.changes(places, new AbortController().signal),
    ({ position }) => position === 7n,
  );
  const writer = await store.writer(places);
  await writer.commit({ puts: [], deletes: [] }, { logId: 'log', position: 7n });
  expect(await told).toMatchObject({ model: 'places', position: 7n });
});
