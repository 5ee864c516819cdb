import path from 'node:path';

import { expect, it } from 'vitest';

import { openRecordStore } from '#platform/record-store/index';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import { adminPassword, register, signInAdmin, startInProcess } from '../harness/in-process.ts';

it("a person's pending items are found in the read models if the records do not have them", async () => {
  await using folder = await createEmbeddedFolder();
  const environment = { ADMIN_PASSWORD: adminPassword, RATE_LIMIT: 'on' };
  const begin = () => startInProcess(folder, environment);
  const imageUrl = 'https://example.org/city.jpg';

  await using first = await begin();
  const admin = await signInAdmin(first.origin);
  const { id: userId, token } = await register(first.origin, 'anna');
  const send = async (server: typeof first, name: string) => {
    const body = { name, country: 'Portugal', imageUrl };
    return server.call('POST', '/api/cities', { token, body });
  };
  const { body: city } = await send(first, 'Lisbon');
  const approved = await first.call('POST', `/api/admin/cities/${city.id}/approve`, { token: admin.token });
  expect(approved.status).toBe(200);
  const place = { name: 'Tower', description: 'A view', cityId: city.id, category: 'viewpoint' };
  const { body: tower } = await first.call('POST', '/api/locations', { token: admin.token, body: place });
  for (let number = 0; number < 10; number += 1)
    expect((await send(first, `City ${number}`)).status).toBe(201);
  await first.call('POST', '/api/locations', { token, body: { ...place, name: 'Mill' } });
  const body = { name: 'Old Tower' };
  expect((await first.call('PUT', `/api/locations/${tower.id}`, { token, body })).status).toBe(202);
  await first.settled();
  await first[Symbol.asyncDispose]();

  {
    await using records = await openRecordStore({ path: path.join(folder.path, 'records.db') });
    const known = await records.waiting.of(userId);
    expect(known).toHaveLength(12);
    await records.waiting.remove(
      userId,
      known.map(({ item }) => item),
    );
    await records.quotas.set(`approved:${userId}`, 0);
  }

  await using second = await begin();
  // Five are accepted without a query to the read models. Then the twelve and the approval are found.
  for (let number = 12; number < 50; number += 1)
    expect((await send(second, `City ${number}`)).status).toBe(201);
  expect((await send(second, 'One too many')).status).toBe(409);
  await second[Symbol.asyncDispose]();
  await using records = await openRecordStore({ path: path.join(folder.path, 'records.db') });
  expect(await records.waiting.of(userId)).toHaveLength(50);
});
