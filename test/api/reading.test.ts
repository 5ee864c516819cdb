import { describe, expect, it } from 'vitest';

import { expectProblem } from './client.ts';
import { decide, givenCity, givenLocation, givenPublicLocation } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();

describe('X-Min-Position', () => {
  it('lets everyone read a write whose position they know, in every list', async () => {
    for (let round = 0; round < 10; round += 1) {
      const city = await givenCity(anna, { name: `Round ${round}` });
      admin.follow(anna);
      const pending = (await admin.get('/api/admin/pending-cities?limit=500')).body;
      expect(pending.map(({ id }: { id: string }) => id)).toContain(city.id);
      await decide(admin, 'cities', city.id, 'approve');
      const location = await givenLocation(admin, city.id, { name: `Spot of round ${round}` });
      server.visitor.follow(admin);
      const reads = await Promise.all([
        server.visitor.get(`/api/cities?search=round ${round}`),
        server.visitor.get(`/api/locations?city=${city.id}`),
        server.visitor.get(`/api/locations?search=of round ${round}`),
        server.visitor.get('/api/locations/trending?limit=500'),
        server.visitor.get('/api/locations?limit=500'),
      ]);
      expect(reads[0].body).toMatchObject([{ id: city.id, locationCount: 1 }]);
      for (const { body } of reads.slice(1)) {
        expect(body.map(({ id }: { id: string }) => id)).toContain(location.id);
      }
      await admin.delete(`/api/cities/${city.id}`);
      server.visitor.follow(admin);
      expect((await server.visitor.get(`/api/locations?search=of round ${round}`)).body).toEqual([]);
      expect((await server.visitor.get(`/api/locations?city=${city.id}`)).body).toEqual([]);
    }
  });

  it.each([
    '/api/cities',
    '/api/locations',
    '/api/locations/trending',
    '/api/stats',
    '/api/locations?search=abc',
    '/api/about',
    '/api/pages/privacy',
  ])('beyond the log’s head is 400: %s', async (path) => {
    const head = BigInt(admin.position() ?? '0');
    const minPosition = String(head + 1_000_000n);
    const text = 'That position has not been reached by the log.';
    expectProblem(await server.visitor.get(path, { minPosition }), 400, text);
    await server.visitor.get(path, { minPosition: null });
    expectProblem(await server.visitor.get(path, { minPosition }), 400, text);
  });
  it.each(['abc', '-1', '1.5', '0x1', ' ', '99999999999999999999', "1' OR '1"])(
    '%j is 400',
    async (minPosition) => {
      const response = await server.visitor.get('/api/cities', { minPosition });
      if (minPosition.trim() === '') expect(response.status).toBe(200);
      else expectProblem(response, 400);
    },
  );
  it('of an old position does not wait', async () => {
    expect((await server.visitor.get('/api/cities', { minPosition: '0' })).status).toBe(200);
  });
});

describe('X-Event-Position', () => {
  it('rises with every write', async () => {
    const positions: bigint[] = [];
    const city = await givenCity(admin);
    for (const name of ['A', 'B', 'C']) {
      const response = await admin.put(`/api/cities/${city.id}`, { name });
      positions.push(BigInt(response.headers.get('X-Event-Position') ?? ''));
    }
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(3);
  });
});

describe('caching', () => {
  const visitorPaths = async () => {
    const location = await givenPublicLocation(server);
    await addPhoto(admin, location.id);
    server.visitor.follow(admin);
    return [
      '/api/cities',
      `/api/cities/${location.cityId}`,
      '/api/locations',
      '/api/locations?search=location',
      `/api/locations/${location.id}`,
      '/api/locations/trending',
      `/api/locations/${location.id}/photos?imageData=omit`,
      '/api/stats',
    ];
  };

  it('gives 304 to a client with a current copy, and the new answer once it has changed', async () => {
    for (const path of await visitorPaths()) {
      const first = await server.visitor.get(path);
      const etag = first.headers.get('ETag') ?? '';
      expect(etag, path).toMatch(/^"[\w-]+"$/);
      const known = await server.visitor.get(path, { headers: { 'If-None-Match': etag } });
      expect(known.status, path).toBe(304);
      expect(known.text).toBe('');
      expect(known.headers.get('ETag')).toBe(etag);
      const other = await server.visitor.get(path, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status, path).toBe(200);
      expect(other.body).toEqual(first.body);
    }
    const city = await givenCity(admin);
    const path = `/api/cities/${city.id}`;
    server.visitor.follow(admin);
    const etag = (await server.visitor.get(path)).headers.get('ETag') ?? '';
    await admin.put(path, { name: 'Changed' });
    server.visitor.follow(admin);
    const changed = await server.visitor.get(path, { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.body.name).toBe('Changed');
  });

  it('never gives one person’s answer to another', async () => {
    const location = await givenPublicLocation(server);
    const path = `/api/locations/${location.id}`;
    await anna.put(`${path}/rating`, { rating: 4 });
    await anna.put(`${path}/favorite`);
    const own = await anna.get(path);
    expect(own.body).toMatchObject({ myRating: 4, isFavorite: true });
    expect(own.headers.get('Cache-Control')).toContain('private');
    server.visitor.follow(anna);
    admin.follow(anna);
    const visitors = await server.visitor.get(path);
    expect(visitors.body).toMatchObject({ myRating: null, isFavorite: null });
    expect(visitors.headers.get('Cache-Control')).not.toContain('private');
    expect(visitors.headers.get('Vary')).toMatch(/Authorization.*Cookie/i);
    expect((await admin.get(path)).body).toMatchObject({ myRating: null, isFavorite: false });
    const list = `/api/locations?city=${location.cityId}`;
    expect((await anna.get(list)).body[0]?.myRating).toBe(4);
    expect((await server.visitor.get(list)).body[0]?.myRating).toBeNull();
    const byCookie = server.client({ cookie: `lightfall_session=${anna.accessToken}` });
    expect((await byCookie.get(path)).body.myRating).toBe(4);
  });

  it('never gives the answer of one query to another, however the query is written', async () => {
    await givenCity(admin);
    await givenCity(admin);
    server.visitor.follow(admin);
    for (const disguised of ['%6Cimit=1', 'limi%74=1', '%73earch=nowhere', 'x=1&%6cimit=1', '+limit=1']) {
      await server.visitor.get(`/api/cities?${disguised}`);
      const list = (await server.visitor.get('/api/cities')).body;
      expect(list.length, disguised).toBeGreaterThan(1);
      expect((await server.visitor.get('/api/cities?x=2')).body).toEqual(list);
    }
    expect((await server.visitor.get('/api/cities?%6Cimit=1')).body).toHaveLength(1);
    await server.visitor.get('/api/cities?limit=1&from=somewhere-private');
    const { headers } = await server.visitor.get('/api/cities?limit=1');
    expect(headers.get('Link')).toContain('cursor=');
    expect(headers.get('Link')).not.toContain('private');
  });

  it('does not cache refusals or answers to signed-in people', async () => {
    for (const response of [
      await server.visitor.get('/api/cities/1'),
      await server.visitor.get('/api/auth/user'),
      await anna.post('/api/cities', {}),
    ]) {
      expect(response.headers.get('Cache-Control')).toMatch(/no-store|private/);
    }
    expect((await anna.get('/api/auth/user')).headers.get('Cache-Control')).toContain('private');
  });

  it('compresses long answers for clients that accept it', async () => {
    await Promise.all(Array.from({ length: 10 }, () => givenCity(admin)));
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${server.origin}/api/cities`, {
        headers: { 'Accept-Encoding': encoding },
      });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      expect(await response.json()).toEqual((await server.visitor.get('/api/cities')).body);
    }
  });
  it('answers HEAD like GET, without the body', async () => {
    for (const path of await visitorPaths()) {
      const response = await fetch(`${server.origin}${path}`, { method: 'HEAD' });
      expect(response.status, path).toBe(200);
      expect(await response.text()).toBe('');
      expect(response.headers.get('ETag'), path).not.toBeNull();
    }
  });
});
