import { join } from 'node:path';
import { inspect } from 'node:util';

import { expect, it } from 'vitest';

import { openTcpProxy } from '../../test/tcp-proxy.ts';
import { anEvent, collect, rejection } from './event-log.contract.ts';
import { LogUnavailable, openEventLog } from './index.ts';
import { folderOfTest } from '../../test/harness/folders.ts';

it('opens the embedded log in a new folder, with its prefix', async () => {
  const folder = folderOfTest();
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
});

it('opens the log on the node of the URL, and reports that it is unavailable', async () => {
  // Nothing listens on a port that was just released.
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: 1 });
  await proxy[Symbol.asyncDispose]();
  const url = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  const opening = openEventLog({ url, path: 'unused.db', streamPrefix: '' });
  await expect(opening).rejects.toThrow(LogUnavailable);
});

it('does not repeat a malformed URL, which may contain a password', async () => {
  for (const url of ['esdb://admin:changeit@', 'esdb://admin:changeit@node?tls=perhaps', 'http://changeit']) {
    const error = await rejection(openEventLog({ url, path: 'unused.db', streamPrefix: '' }));
    expect(error).toMatchObject({ message: expect.stringMatching(/malformed/) });
    expect(inspect(error, { depth: 9 })).not.toContain('changeit');
  }
});
