import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { anEvent, collect } from './event-log.contract.ts';
import { openEventLog } from './index.ts';

it('opens the embedded log in a folder that is not there yet, and keeps to its prefix', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'));
  const path = join(folder, 'data', 'events.db');
  const names: string[][] = [];
  for (const streamPrefix of ['', 'test-']) {
    await using log = await openEventLog({ path, streamPrefix });
    await log.append('city-a', 'none', [anEvent()]);
    names.push((await collect(log.readAll())).map(({ stream }) => stream));
  }
  await using all = await openEventLog({ path, streamPrefix: '' });
  names.push((await collect(all.readAll())).map(({ stream }) => stream));
  expect(names).toEqual([['city-a'], ['city-a'], ['city-a', 'test-city-a']]);
  await rm(folder, { recursive: true });
});

it('says that it does not know a node yet', async () => {
  const opening = openEventLog({ url: 'esdb://127.0.0.1:2113', path: 'unused.db', streamPrefix: '' });
  await expect(opening).rejects.toThrow('EVENTSTOREDB_URL is not supported in this version yet');
});
