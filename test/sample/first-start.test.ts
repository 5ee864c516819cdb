import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { readConfig } from '#apps/config';
import { sampleCities } from '#sample/places/all';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { adminPassword, signInAdmin, startInProcess } from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { startProcess } from '../harness/server-process.ts';
import { startMongoTestServer } from '../mongodb-server/server.ts';

const spots = sampleCities.flatMap((city) => city.spots);
const whole = {
  cities: sampleCities.length,
  locations: spots.length,
  photos: spots.flatMap((spot) => spot.pictures).length,
  contributors: 1,
};

describe('a first start with the sample', () => {
  it('continues after a kill at the next start and creates nothing twice; once removed, nothing is loaded again', async () => {
    await using folder = await createDataFolder();
    const environment = { SAMPLE: 'on', ADMIN_PASSWORD: adminPassword };
    {
      await using server = startProcess({ dataDir: folder.path, environment: { SAMPLE: 'on' } });
      while (!server.said().includes('Loading the sample places: 40 of')) await delay(10);
      await server.end('SIGKILL');
    }
    {
      await using server = await startInProcess(folder, environment);
      expect((await server.call('GET', '/api/stats')).body).toEqual(whole);
    }

    const types = (await folder.events()).map(({ type }) => type);
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    expect({ ratings: count('location-rated.v1'), hearts: count('location-favorited.v1') }).toEqual({
      ratings: spots.flatMap(({ ratings }) => Object.keys(ratings)).length,
      hearts: spots.flatMap(({ hearts }) => hearts).length,
    });
    expect(count('photo-featured.v1')).toBe(spots.filter(({ pictures }) => pictures.length > 1).length);
    expect(count('account-registered.v1')).toBe(9);
    {
      await using server = await startInProcess(folder, environment);
      const { token } = await signInAdmin(server.origin);
      expect((await server.call('DELETE', '/api/admin/sample', { token })).status).toBe(204);
    }
    await using server = await startInProcess(folder, environment);
    expect((await server.call('GET', '/api/cities')).body).toEqual([]);
  });

  // In its own process, beside the test server in this one.
  it('loads it into MongoDB only when SAMPLE=on is set', { timeout: 5 * patience }, async () => {
    await using mongo = await startMongoTestServer({ replicaSet: true });
    await using folder = await createDataFolder();
    const url = new URL(mongo.url);
    url.pathname = '/lightfall_sample';
    const environment = { MONGODB_URL: url.href, SAMPLE: 'on' };
    await using server = startProcess({ dataDir: folder.path, environment });
    const origin = await server.origin();
    // It listens before the sample is loaded.
    await expect
      .poll(async () => (await call(origin, 'GET', '/api/stats')).body, { timeout: 4 * patience })
      .toEqual(whole);
  });
});

it('SAMPLE is on by default on the embedded stores, and only on request elsewhere', () => {
  const sampleOf = (environment: Record<string, string>) => readConfig(environment).sample;
  const mongo = { MONGODB_URL: 'mongodb://localhost/lightfall' };
  const eventStore = { EVENTSTOREDB_URL: 'esdb://localhost:2113?tls=false' };
  expect(sampleOf({})).toBe(true);
  expect(sampleOf({ SAMPLE: 'none' })).toBe(false);
  for (const servers of [mongo, eventStore, { ...mongo, ...eventStore }]) {
    expect(sampleOf(servers)).toBe(false);
    expect(sampleOf({ ...servers, SAMPLE: '' })).toBe(false);
    expect(sampleOf({ ...servers, SAMPLE: 'on' })).toBe(true);
  }
});
