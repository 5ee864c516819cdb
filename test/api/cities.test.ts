import { describe, expect, it } from 'vitest';

import { allPages, expectProblem, nextPage } from './client.ts';
import { cityInput, decide, givenCity, givenLocation, missingId } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, anna, ben } = await startWithPeople();

describe('creating a city', () => {
  it('by a contributor makes it pending: only they and the administrator see it', async () => {
    const input = cityInput();
    const created = await anna.post('/api/cities', input);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...input,
      status: 'pending',
      locationCount: 0,
      submittedBy: anna.id,
      originalId: null,
      reason: null,
      decidedAt: null,
      revision: 0,
    });
    const path = `/api/cities/${created.body.id}`;
    expect(created.headers.get('Location')).toBe(path);
    for (const who of [anna, server.admin]) {
      who.follow(anna);
      expect((await who.get(path)).body).toEqual(created.body);
    }
    for (const who of [server.visitor, ben]) expectProblem(await who.get(path), 404, 'City not found');
    for (const who of [anna, server.admin, server.visitor, ben]) {
      const listed = await allPages(who, '/api/cities');
      expect(listed.map(({ id }) => id)).not.toContain(created.body.id);
    }
  });

  it('by the administrator makes it public immediately', async () => {
    const city = await givenCity(server.admin);
    expect(city).toMatchObject({ status: 'approved', revision: 1 });
    server.visitor.follow(server.admin);
    expect((await server.visitor.get(`/api/cities/${city.id}`)).body).toEqual(city);
    expect((await allPages(server.visitor, '/api/cities')).map(({ id }) => id)).toContain(city.id);
  });

  it.each([
    [{ name: undefined }, 'name', 'Name is required'],
    [{ name: '   ' }, 'name', 'Name is required'],
    [{ name: { $gt: '' } }, 'name', 'Name must be text'],
    [{ name: 'x'.repeat(121) }, 'name', 'Name must be at most 120 characters'],
    [{ name: 'Por\u202eto' }, 'name', 'Name contains characters that cannot be shown'],
    [{ country: null }, 'country', 'Country is required'],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Please enter a valid image URL'],
    [{ imageUrl: 'https://a:b@example.org/x.jpg' }, 'imageUrl', 'Please enter a valid image URL'],
    [{ imageUrl: 'not a url' }, 'imageUrl', 'Please enter a valid image URL'],
  ])('refuses %j', async (changes, path, message) => {
    const response = await anna.post('/api/cities', cityInput(changes));
    expectProblem(response, 400, message);
    expect(response.body.errors).toEqual([{ path, message }]);
  });

  it('keeps text that looks like markup unchanged, and drops unknown fields', async () => {
    const name = `<img src=x onerror=alert(1)> 'quoted' "too" & ampersand ${missingId.slice(0, 4)}`;
    const city = await givenCity(anna, { name, status: 'approved', submittedBy: ben.id, id: missingId });
    expect(city).toMatchObject({ name, status: 'pending', submittedBy: anna.id });
    expect(city.id).not.toBe(missingId);
  });
});

describe('editing a city', () => {
  it('applies immediately for anyone who is signed in', async () => {
    const city = await givenCity(server.admin);
    const response = await ben.put(`/api/cities/${city.id}`, { name: 'Renamed' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ name: 'Renamed', country: city.country, revision: 2 });
    server.visitor.follow(ben);
    expect((await server.visitor.get(`/api/cities/${city.id}`)).body).toEqual(response.body);
  });
  it('without a change returns the city as it is, with the position of its last event', async () => {
    const city = await givenCity(server.admin);
    const position = server.admin.position();
    const response = await ben.put(`/api/cities/${city.id}`, { name: city.name, country: city.country });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(city);
    expect(response.headers.get('X-Event-Position')).toBe(position);
  });
  it('based on an older revision keeps fields that somebody else changed meanwhile', async () => {
    const city = await givenCity(server.admin);
    await anna.put(`/api/cities/${city.id}`, { name: 'By Anna' });
    const { name, imageUrl, revision } = city;
    const response = await ben.put(`/api/cities/${city.id}`, { name, country: 'By Ben', imageUrl, revision });
    expect(response.body).toMatchObject({ name: 'By Anna', country: 'By Ben' });
  });
  it('based on a revision that its author cannot have seen is refused', async () => {
    const city = await givenCity(anna, { country: 'Guess' });
    const { admin } = server;
    admin.follow(anna);
    await admin.put(`/api/cities/${city.id}`, { name: city.name, country: 'Portugal' });
    await decide(admin, 'cities', city.id, 'approve');
    ben.follow(admin);
    const guess = { name: city.name, country: 'Guess', revision: city.revision };
    expectProblem(await ben.put(`/api/cities/${city.id}`, guess), 400, 'There is no such revision');
  });
  it('based on a revision that never existed is refused, and a hidden city is still 404', async () => {
    const city = await givenCity(anna);
    expectProblem(
      await anna.put(`/api/cities/${city.id}`, { name: 'X', revision: 99 }),
      400,
      'There is no such revision',
    );
    expectProblem(
      await ben.put(`/api/cities/${city.id}`, { name: 'X', revision: 99 }),
      404,
      'City not found',
    );
  });
  it('cannot clear a required field', async () => {
    const city = await givenCity(server.admin);
    expectProblem(await ben.put(`/api/cities/${city.id}`, { name: null }), 400, 'Name is required');
    expectProblem(await ben.put(`/api/cities/${city.id}`, { name: ' ' }), 400, 'Name is required');
  });
});

describe('withdrawing a city', () => {
  it('withdraws a pending city together with its submitter’s pending locations', async () => {
    const city = await givenCity(anna);
    const location = await givenLocation(anna, city.id);
    const response = await anna.post(`/api/cities/${city.id}/withdraw`);
    expect(response.status).toBe(200);
    expect(response.body.status).toBe('withdrawn');
    expect((await anna.get(`/api/locations/${location.id}`)).body.status).toBe('withdrawn');
    // A second withdrawal changes nothing.
    const again = await anna.post(`/api/cities/${city.id}/withdraw`);
    expect(again.body).toEqual(response.body);
    expect(again.headers.get('X-Event-Position')).toBe(response.headers.get('X-Event-Position'));
    expectProblem(await decideResponse('approve', city.id), 409, 'This has already been decided.');
  });
  it('does not affect locations that others submitted while it was public', async () => {
    const city = await givenCity(anna);
    await decide(server.admin, 'cities', city.id, 'approve');
    const bens = await givenLocation(ben, city.id);
    const annas = await givenLocation(anna, city.id);
    await decide(server.admin, 'cities', city.id, 'reopen');
    expect((await anna.post(`/api/cities/${city.id}/withdraw`)).status).toBe(200);
    ben.follow(anna);
    expect((await anna.get(`/api/locations/${annas.id}`)).body.status).toBe('withdrawn');
    expect((await ben.get(`/api/locations/${bens.id}`)).body.status).toBe('pending');
    const { id: elsewhere } = await givenCity(server.admin);
    ben.follow(server.admin);
    const moved = await ben.put(`/api/locations/${bens.id}`, { cityId: elsewhere });
    expect(moved.body).toMatchObject({ status: 'pending', cityId: elsewhere });
  });
  const decideResponse = (how: string, id: string) => server.admin.post(`/api/admin/cities/${id}/${how}`);
});

describe('the list of cities', () => {
  it('is sorted by most locations, then by name', async () => {
    const prefix = 'Order';
    const [b, a, c] = [
      await givenCity(server.admin, { name: `${prefix} b` }),
      await givenCity(server.admin, { name: `${prefix} A` }),
      await givenCity(server.admin, { name: `${prefix} c` }),
    ];
    await givenLocation(server.admin, c.id);
    const ids = (await server.admin.get(`/api/cities?search=${prefix}`)).body.map(
      ({ id }: { id: string }) => id,
    );
    expect(ids).toEqual([c.id, a.id, b.id]);
    const all = (await allPages(server.admin, '/api/cities')).map(({ id }) => id);
    expect(all.filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('is paged without losing or repeating a city', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Page town ${index}`);
    const created = await Promise.all(names.map((name) => givenCity(server.admin, { name })));
    const first = await server.admin.get('/api/cities?search=page+town&limit=3');
    expect(first.body).toHaveLength(3);
    expect(first.headers.get('X-Total-Count')).toBe('7');
    expect(nextPage(first)).toMatch(/^\/api\/cities\?.*cursor=/);
    const found = await allPages(server.admin, '/api/cities?search=page+town&limit=3');
    expect(found.map(({ name }) => name)).toEqual(names);
    const whole = await allPages(server.admin, '/api/cities?limit=2');
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    for (const { id } of created) expect(whole.map((city) => city.id)).toContain(id);
    expect(whole).toEqual((await server.admin.get('/api/cities')).body);
  });

  it.each(['limit=-1', 'limit=0', 'limit=501', 'limit=1.5', 'limit=ten', 'limit=', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const response = await server.visitor.get(`/api/cities?${query}`);
      expectProblem(response, 400, 'limit must be a whole number from 1 to 500');
    },
  );
  it.each(['cursor=made-up', 'cursor=W10', 'cursor=WyJjaXRpZXMiXQ', 'cursor=%00', 'cursor=eyJhIjoxfQ'])(
    'refuses %s',
    async (query) => {
      expectProblem(
        await server.visitor.get(`/api/cities?${query}`),
        400,
        'The cursor does not belong to this list',
      );
    },
  );
  it('refuses the cursor of another list', async () => {
    await Promise.all([givenCity(server.admin), givenCity(server.admin)]);
    const link = nextPage(await server.admin.get('/api/cities?limit=1'));
    const cursor = new URL(link ?? '', server.origin).searchParams.get('cursor') ?? '';
    for (const path of ['/api/locations', '/api/locations/trending', '/api/cities?search=city&']) {
      const mark = path.includes('?') ? '' : '?';
      expectProblem(await server.visitor.get(`${path}${mark}cursor=${encodeURIComponent(cursor)}`), 400);
    }
  });
  it('is never longer than the limit', async () => {
    expect((await server.visitor.get('/api/cities?limit=1')).body).toHaveLength(1);
  });
});

describe('searching cities', () => {
  const search = async (text: string) =>
    (await server.admin.get(`/api/cities?search=${encodeURIComponent(text)}`)).body.map(
      ({ name }: { name: string }) => name,
    );

  it('folds case and accents, in name and country', async () => {
    await givenCity(server.admin, { name: 'Łódź', country: 'Polska' });
    await givenCity(server.admin, { name: 'Český Krumlov', country: 'Česko' });
    await givenCity(server.admin, { name: 'Brno', country: 'Česko' });
    expect(await search('lodz')).toEqual(['Łódź']);
    expect(await search('ŁÓDŹ')).toEqual(['Łódź']);
    expect(await search('polsk')).toEqual(['Łódź']);
    // Matches in the name come before matches in the country.
    expect(await search('česk')).toEqual(['Český Krumlov', 'Brno']);
    expect(await search('ces')).toEqual(['Český Krumlov', 'Brno']);
  });
  it('finds all words, in any order, in name and country', async () => {
    await givenCity(server.admin, { name: 'Santa Vorona', country: 'Vesperia' });
    await givenCity(server.admin, { name: 'Vorona', country: 'Vesperia Santa' });
    expect(await search('vorona santa')).toEqual(['Santa Vorona', 'Vorona']);
    expect(await search('sper orona')).toEqual(['Santa Vorona', 'Vorona']);
    expect(await search('"santa vor"')).toEqual(['Santa Vorona']);
    expect(await search('vorona elsewhere')).toEqual([]);
  });
  it('finds any fragment of three letters, and beginnings of words by fewer', async () => {
    await givenCity(server.admin, { name: 'Quxville', country: 'Xland' });
    expect(await search('uxvi')).toEqual(['Quxville']);
    expect(await search('qu')).toEqual(['Quxville']);
    expect(await search('ux')).toEqual([]);
  });
  it('treats the text literally', async () => {
    await givenCity(server.admin, { name: 'Rate 100% true', country: 'C' });
    await givenCity(server.admin, { name: 'Rate 1000 true', country: 'C' });
    expect(await search('100%')).toEqual(['Rate 100% true']);
    expect(await search('1__ t')).toEqual([]);
    for (const text of ['.*', '...', '1.0%', '.*true', '(((', '[a-z]{3}', 'true$', '^rate', '\\w\\w\\w']) {
      expect(await search(text), text).toEqual([]);
    }
    expect(await search('%')).toEqual([]);
    expect(await search("' OR 1=1 --")).toEqual([]);
    expect(await search('"*" NEAR')).toEqual([]);
  });
  it('with an empty text gives the whole list', async () => {
    const all = (await server.admin.get('/api/cities')).body;
    expect((await server.admin.get('/api/cities?search=')).body).toEqual(all);
    expect((await server.admin.get('/api/cities?search=%20%20')).body).toEqual(all);
  });
  it('accepts at most 100 characters', async () => {
    expectProblem(
      await server.visitor.get(`/api/cities?search=${'x'.repeat(101)}`),
      400,
      'search must be at most 100 characters',
    );
  });
});

it('a missing city is 404, a malformed id 400', async () => {
  expectProblem(await server.visitor.get(`/api/cities/${missingId}`), 404, 'City not found');
  expectProblem(await server.visitor.get('/api/cities/1'), 400, 'City id must be a UUID');
  expectProblem(await server.visitor.get('/api/cities/%ZZ'), 400);
  expectProblem(await anna.put('/api/cities/1', {}), 400, 'City id must be a UUID');
  expectProblem(await anna.put(`/api/cities/${missingId}`, {}), 404, 'City not found');
  expect((await server.visitor.get(`/api/cities/${missingId.toUpperCase()}`)).status).toBe(404);
});
