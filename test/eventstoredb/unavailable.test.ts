import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { createDataFolder } from '../harness/data-folder.ts';
import { adminPassword, signInAdmin, startInProcess } from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { expectEqualToReplay } from '../harness/replayed.ts';
import { eventStoreDbUrl, onEventStoreDb } from '../harness/servers.ts';
import { openNodeProxy } from './proxy.ts';
import { cityInput } from '../harness/inputs.ts';

const patiently = { timeout: patience, interval: 50 };

describe.skipIf(!onEventStoreDb)('while EventStoreDB is unavailable', () => {
  it.each(['refuse', 'stall'] as const)(
    'writes are 503 with Retry-After, reads continue, and everything works once it is back (%s)',
    async (way) => {
      await using folder = await createDataFolder();
      const soon = `${eventStoreDbUrl.includes('?') ? '&' : '?'}defaultDeadline=3000`;
      await using proxy = await openNodeProxy(eventStoreDbUrl + (way === 'stall' ? soon : ''));
      const environment = { ADMIN_PASSWORD: adminPassword, EVENTSTOREDB_URL: proxy.url };
      await using server = await startInProcess(folder, environment);
      const { token } = await signInAdmin(server.origin);
      const submit = (key: string) => {
        const body = cityInput({ name: `City ${key}` });
        return server.call('POST', '/api/cities', { token, key, body });
      };
      const before = await vi.waitFor(async () => {
        const response = await submit(randomUUID());
        expect(response.status).toBe(201);
        return response;
      }, patiently);

      const keys = Array.from({ length: 5 }, (): string => randomUUID());
      proxy[way]();
      for (const response of await Promise.all(keys.map(submit))) {
        expect(response.status, response.text).toBe(503);
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
        expect(response.text).not.toContain('127.0.0.1');
      }
      expect((await server.call('GET', `/api/cities/${before.body.id}`)).status).toBe(200);
      expect((await server.call('GET', '/healthz')).status).toBe(200);

      proxy.restore();
      for (const key of keys) {
        // The request is repeated with its key, as a client does. It takes effect once, whether or not the first
        // attempt arrived.
        await vi.waitFor(async () => expect((await submit(key)).status).toBe(201), patiently);
      }
      await vi.waitFor(async () => {
        const names = (await server.list('/api/cities')).map(({ name }) => String(name));
        const again = names.filter((name) => keys.includes(name.slice('City '.length)));
        expect(again.sort()).toEqual(keys.map((key) => `City ${key}`).sort());
      }, patiently);
      await server.settled();
      await expectEqualToReplay(folder);
    },
  );
});
