import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { createDataFolder, createEmbeddedFolder, type DataFolder } from '../harness/data-folder.ts';
import { until } from '../processes/world.ts';
import { newEvent } from '../harness/events.ts';
import { adminPassword, register, signInAdmin, startInProcess } from '../harness/in-process.ts';
import { cityInput } from '../harness/inputs.ts';

/** An event of a type that only a later release knows, as appended by another process. */
async function appendUnknown(folder: DataFolder): Promise<string> {
  await using log = await folder.openLog();
  const id = randomUUID();
  const event = { type: 'city-painted.v9', data: {} } as never;
  await log.append(`city-${randomUUID()}`, 'none', [newEvent('system', event, id)]);
  return id;
}

async function headOf(folder: DataFolder): Promise<bigint> {
  await using log = await folder.openLog();
  return await log.head();
}

const city = cityInput({ name: 'Rome' });

test.each([
  ['on files', createEmbeddedFolder],
  ['on the stores that are configured', createDataFolder],
])('an event of an unknown type is named by /readyz and by every write, %s', async (_, create) => {
  await using folder = await create();
  const settings = { ADMIN_PASSWORD: adminPassword };
  let id = '';
  for (const round of ['while it runs', 'at a start']) {
    await using server = await startInProcess(folder, settings);
    const { token } = await signInAdmin(server.origin);
    if (id === '') {
      expect((await server.call('GET', '/readyz')).status).toBe(200);
      expect((await server.call('POST', '/api/cities', { token, body: city })).status).toBe(201);
      id = await appendUnknown(folder);
      await until(async () => (await server.call('GET', '/readyz')).status === 503);
    }
    const { status, body } = await server.call('GET', '/readyz');
    expect([round, status, body.status]).toEqual([round, 503, 'stopped']);
    expect(body.reason).toMatch(new RegExp(`^Read model \\w+ has stopped at event ${id} at position \\d+ `));

    // Commands whose results could not be shown are refused at once, with the reason.
    const before = await headOf(folder);
    for (const [method, path] of [
      ['POST', '/api/cities'],
      ['PUT', `/api/cities/${randomUUID()}`],
      ['DELETE', `/api/cities/${randomUUID()}`],
    ] as const) {
      const response = await server.call(method, path, { token, ...(method !== 'DELETE' && { body: city }) });
      expect([method, response.status, response.body.code]).toEqual([method, 503, 'read-model-stopped']);
      expect(response.body.detail).toBe(body.reason);
      expect(response.headers.get('Retry-After')).toBe('30');
    }
    expect(await headOf(folder)).toBe(before);
    // Existing data can be read, and people can sign in.
    expect((await server.call('GET', '/api/cities')).body).toMatchObject([{ name: 'Rome' }]);
    await register(server.origin, `ann-${round.replaceAll(' ', '-')}`);
  }
});
