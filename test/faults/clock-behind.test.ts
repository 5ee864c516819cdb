import { afterEach, expect, it, vi } from 'vitest';

import { createDataFolder } from '../harness/data-folder.ts';
import { adminPassword, register, startInProcess } from '../harness/in-process.ts';

afterEach(() => void vi.useRealTimers());

it('a clock behind the last event gets a warning at the start, and in /readyz until it has caught up', async () => {
  const start = Date.now();
  await using folder = await createDataFolder();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 3_600_000 });
  {
    await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
    await register(server.origin, 'anna');
    expect((await server.call('GET', '/readyz')).body).not.toHaveProperty('warning');
  }
  vi.setSystemTime(start);
  const warnings: string[] = [];
  await using server = await startInProcess(folder, {}, (line) => void warnings.push(line));
  const sentence = /^The clock of this machine is 36\d\d s behind the last event/;
  expect(warnings.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContainEqual(
    expect.stringMatching(sentence),
  );
  const ready = await server.call('GET', '/readyz');
  expect([ready.status, ready.body.status]).toEqual([200, 'ready']);
  expect(ready.body.warning).toMatch(sentence);
  vi.setSystemTime(start + 3_700_000);
  expect((await server.call('GET', '/readyz')).body).not.toHaveProperty('warning');
});
