import { administrator } from '#contracts/shared/person';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { places } from '#contracts/read-models';

import { cityDocument, id } from '#query-service/testing/documents';
import { startService, type TestService } from '#query-service/testing/service';

let service: TestService;
beforeAll(async () => {
  service = await startService({ waitTimeout: 150 });
  await service.commit({ places: { cities: [cityDocument(1)] } });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, position: bigint | string) =>
  service.get(path, { headers: { 'X-Min-Position': String(position) } });

describe('X-Min-Position', () => {
  test.each(['x', '-1', '1.5', '0x1', '9'.repeat(20), '999999'])('of %s gets 400', async (position) => {
    await service.json('/api/cities');
    const response = await get('/api/cities', position);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'position-unknown' });
  });

  test('that is reached gets its answer at once', async () => {
    expect((await get('/api/cities', service.head)).status).toBe(200);
    expect((await get('/api/cities', 0n)).status).toBe(200);
  });

  test('that is not reached yet makes the query wait', async () => {
    await using patient = await startService();
    await patient.json('/api/cities');
    const position = patient.append();
    const asked = patient.get('/api/cities', { headers: { 'X-Min-Position': String(position) } });
    await patient.apply('places', position, { cities: [cityDocument(7)] });
    expect(await (await asked).json()).toMatchObject([{ id: id(7) }]);
  });

  test('makes the query wait for every model that the answer uses', async () => {
    const position = service.append();
    await service.apply('places', position);
    expect((await get('/api/cities', position)).status).toBe(200);
    for (const condition of ['search=any', 'minRating=1', 'bestTime=evening', 'search=any&category=nature'])
      expect((await get(`/api/locations?${condition}`, position)).status, condition).toBe(503);
    for (const condition of ['', 'search=', 'category=nature', `city=${id(1)}`, 'limit=3'])
      expect((await get(`/api/locations?${condition}`, position)).status, condition).toBe(200);
    await service.apply('search', position);
    expect((await get('/api/locations?search=any', position)).status).toBe(200);
  });

  test('that is not reached in time gets 503, also for a cached answer', async () => {
    await service.json('/api/cities');
    const position = service.append();
    const response = await get('/api/cities', position);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 'not-caught-up' });
    await service.apply('places', position);
    expect((await get('/api/cities', position)).status).toBe(200);
  });
});

describe('the command service', () => {
  const admin = administrator(id(1));

  test('reads the view at its own position', async () => {
    const position = service.append();
    const asked = service.service.views.city(id(2), admin, position);
    await service.apply('places', position, { cities: [cityDocument(2, { status: 'pending' })] });
    expect(await asked).toMatchObject({ id: id(2), status: 'pending' });
    await expect(service.service.views.city(id(2), null, position)).rejects.toThrow('city-not-found');
  });

  test('gets an error if its position is not reached', async () => {
    const position = service.append();
    await expect(service.service.views.reached(position)).rejects.toThrow('not-caught-up');
    await service.apply('places', position);
    await service.service.views.reached(position);
  });

  test('knows the position of each read model', async () => {
    const position = service.append();
    for (const name of ['places', 'history'] as const) await service.apply(name, position);
    await service.service.views.reached(position);
    const { head, models } = await service.service.ready();
    expect(head).toBe(position);
    expect(models.find(({ name }) => name === 'search')?.isAtHead).toBe(false);
    expect(models.find(({ name }) => name === 'places')?.isAtHead).toBe(true);
  });
});

describe('a rebuilt copy', () => {
  test('replaces the old one in every answer', async () => {
    await using rebuilt = await startService();
    await rebuilt.commit({ places: { cities: [cityDocument(1, { name: 'Old' })] } });
    expect(await rebuilt.json('/api/cities')).toMatchObject([{ name: 'Old' }]);
    const position = rebuilt.append();
    const rebuild = await rebuilt.readStore.rebuild(places);
    const puts = [{ collection: 'cities', position, document: cityDocument(1, { name: 'New' }) }];
    await rebuild.generation.commit({ puts, deletes: [] }, { logId: rebuilt.logId, position });
    await rebuild.swap();
    const headers = { 'X-Min-Position': String(position) };
    expect(await rebuilt.json('/api/cities', { headers })).toMatchObject([{ name: 'New' }]);
    expect(await rebuilt.json('/api/cities')).toMatchObject([{ name: 'New' }]);
  });
});
