import { describe, expect, it } from 'vitest';

import { idsOf, allPages, expectProblem, nextPage, type Client, type Entity } from './client.ts';
import { decide, givenCity, givenLocation, givenPublicLocation, locationInput, missingId } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const cityId = (await givenCity(admin, { name: 'Porto', country: 'Portugal' })).id;

const namesOf = (list: readonly Entity[]): string[] => list.map(({ name }) => name);

describe('creating a location', () => {
  it('by a contributor makes it pending: only they and the administrator see it', async () => {
    const input = locationInput(cityId, { address: 'Quay 1', bestTimeToVisit: 'Evening (6-8 PM)' });
    const created = await anna.post('/api/locations', input);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...input,
      status: 'pending',
      cityName: 'Porto',
      country: 'Portugal',
      rating: 0,
      ratingCount: 0,
      photoCount: 0,
      isTrending: 0,
      imageUrl: null,
      primaryPhotoUrl: null,
      submittedBy: anna.id,
      myRating: null,
      isFavorite: false,
      revision: 0,
    });
    const path = `/api/locations/${created.body.id}`;
    expect(created.headers.get('Location')).toBe(path);
    for (const who of [anna, admin]) {
      who.follow(anna);
      expect((await who.get(path)).body).toEqual(created.body);
    }
    for (const who of [server.visitor, ben]) expectProblem(await who.get(path), 404, 'Location not found');
    for (const who of [anna, admin, server.visitor]) {
      for (const list of ['/api/locations', '/api/locations/trending', `/api/locations?city=${cityId}`]) {
        expect(idsOf(await allPages(who, list)), list).not.toContain(created.body.id);
      }
    }
  });

  it('accepts access notes of several lines, finds them by search, and clears them', async () => {
    const accessNotes = 'Turnstile at the northern gate.\nNo tripods after 20:00.';
    const { id } = await givenLocation(admin, cityId, { accessNotes });
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${id}`)).body).toMatchObject({ accessNotes });
    expect(idsOf((await server.visitor.get('/api/locations?search=turnstile')).body)).toEqual([id]);
    const cleared = await admin.put(`/api/locations/${id}`, { accessNotes: ' ' });
    expect(cleared.body).toMatchObject({ accessNotes: null });
    server.visitor.follow(admin);
    expect((await server.visitor.get('/api/locations?search=turnstile')).body).toEqual([]);
  });

  it('by the administrator makes it public immediately, and counts in its city', async () => {
    const city = await givenCity(admin);
    const location = await givenLocation(admin, city.id);
    expect(location).toMatchObject({ status: 'approved', revision: 1 });
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${location.id}`)).body).toMatchObject({
      id: location.id,
      myRating: null,
      isFavorite: null,
    });
    expect((await server.visitor.get(`/api/cities/${city.id}`)).body.locationCount).toBe(1);
    expect(idsOf((await server.visitor.get(`/api/locations?city=${city.id}`)).body)).toEqual([location.id]);
  });

  it('leaves optional fields null', async () => {
    expect(await givenLocation(anna, cityId)).toMatchObject({
      address: null,
      bestTimeToVisit: null,
      accessNotes: null,
    });
    expect(await givenLocation(anna, cityId, { address: ' ', bestTimeToVisit: null })).toMatchObject({
      address: null,
      bestTimeToVisit: null,
    });
  });

  it.each(['Street Art', 'street-art', 'STREET ART'])('accepts the category %s', async (category) => {
    expect((await givenLocation(anna, cityId, { category })).category).toBe('street-art');
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ description: null }, 'description', 'Description is required'],
    [{ description: 'x'.repeat(2001) }, 'description', 'Description must be at most 2000 characters'],
    [{ cityId: undefined }, 'cityId', 'City is required'],
    [{ cityId: '7' }, 'cityId', 'City must be a UUID'],
    [{ cityId: { $ne: null } }, 'cityId', 'City must be a UUID'],
    [{ category: 'bar' }, 'category', 'Please choose a category'],
    [{ accessNotes: 'x'.repeat(501) }, 'accessNotes', 'Access must be at most 500 characters'],
    [{ bestTimeToVisit: 'noon' }, 'bestTimeToVisit', 'Please choose one of the listed times'],
    [{ address: 5 }, 'address', 'Address must be text'],
  ])('refuses %j', async (changes, path, message) => {
    const response = await anna.post('/api/locations', locationInput(cityId, changes));
    expectProblem(response, 400, message);
    expect(response.body.errors).toEqual([{ path, message }]);
  });

  it('is possible in one’s own pending city, but not in another person’s', async () => {
    const city = await givenCity(anna);
    expect((await givenLocation(anna, city.id)).status).toBe('pending');
    expectProblem(await ben.post('/api/locations', locationInput(city.id)), 404, 'City not found');
    expectProblem(await admin.post('/api/locations', locationInput(city.id)), 409, 'Approve the city first');
  });
  it('is not possible in a city that was declined, withdrawn, deleted or never existed', async () => {
    const [rejected, withdrawn, deleted] = [
      await givenCity(anna),
      await givenCity(anna),
      await givenCity(anna),
    ];
    await decide(admin, 'cities', rejected.id, 'reject');
    await anna.post(`/api/cities/${withdrawn.id}/withdraw`);
    await admin.delete(`/api/cities/${deleted.id}`);
    for (const { id } of [rejected, withdrawn]) {
      expectProblem(await anna.post('/api/locations', locationInput(id)), 409);
      expectProblem(await ben.post('/api/locations', locationInput(id)), 404, 'City not found');
    }
    for (const id of [deleted.id, missingId]) {
      expectProblem(await anna.post('/api/locations', locationInput(id)), 404, 'City not found');
    }
  });
});

describe('a location of one’s own pending city', () => {
  it('becomes public only when both are approved, the city first', async () => {
    const city = await givenCity(anna);
    const location = await givenLocation(anna, city.id);
    expectProblem(
      await admin.post(`/api/admin/locations/${location.id}/approve`),
      409,
      'Approve the city first',
    );
    await decide(admin, 'cities', city.id, 'approve');
    server.visitor.follow(admin);
    expectProblem(await server.visitor.get(`/api/locations/${location.id}`), 404);
    await decide(admin, 'locations', location.id, 'approve');
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${location.id}`)).status).toBe(200);
    expect((await server.visitor.get(`/api/cities/${city.id}`)).body.locationCount).toBe(1);
  });
});

describe('the administrator’s edit', () => {
  it('is applied at once', async () => {
    const location = await givenPublicLocation(server);
    const response = await admin.put(`/api/locations/${location.id}`, { name: 'Renamed', address: 'Quay 2' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      name: 'Renamed',
      address: 'Quay 2',
      description: location.description,
    });
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${location.id}`)).body.name).toBe('Renamed');
  });
  it('clears an optional field with null', async () => {
    const location = await givenPublicLocation(server, { address: 'Quay 1' });
    expect((await admin.put(`/api/locations/${location.id}`, { address: null })).body.address).toBeNull();
  });
  it('without a change returns the location as it is', async () => {
    const location = await givenPublicLocation(server);
    const response = await admin.put(`/api/locations/${location.id}`, { name: location.name });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ revision: location.revision });
  });
  it('moves the location to another city and updates both counts', async () => {
    const location = await givenPublicLocation(server);
    const to = await givenCity(admin, { name: 'Destination', country: 'Elsewhere' });
    const response = await admin.put(`/api/locations/${location.id}`, { cityId: to.id });
    expect(response.body).toMatchObject({ cityId: to.id, cityName: 'Destination', country: 'Elsewhere' });
    expect((await admin.get(`/api/cities/${to.id}`)).body.locationCount).toBe(1);
    expect((await admin.get(`/api/cities/${location.cityId}`)).body.locationCount).toBe(0);
    expect((await admin.get(`/api/locations?city=${location.cityId}`)).body).toEqual([]);
    const waiting = await givenCity(anna);
    admin.follow(anna);
    expectProblem(
      await admin.put(`/api/locations/${location.id}`, { cityId: waiting.id }),
      409,
      'Approve the city first',
    );
    expectProblem(
      await admin.put(`/api/locations/${location.id}`, { cityId: missingId }),
      404,
      'City not found',
    );
  });
});

describe('the submitter’s edit of a pending location', () => {
  it('is applied at once', async () => {
    const location = await givenLocation(anna, cityId);
    const response = await anna.put(`/api/locations/${location.id}`, { name: 'Better' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ name: 'Better', status: 'pending' });
    expectProblem(await ben.put(`/api/locations/${location.id}`, { name: 'X' }), 404, 'Location not found');
  });
});

describe('withdrawing a location', () => {
  it('removes it from the queue, once', async () => {
    const location = await givenLocation(anna, cityId);
    const response = await anna.post(`/api/locations/${location.id}/withdraw`);
    expect(response.body).toMatchObject({ id: location.id, status: 'withdrawn' });
    expect((await anna.post(`/api/locations/${location.id}/withdraw`)).body).toEqual(response.body);
    expect(idsOf(await allPages(admin, '/api/admin/pending-locations'))).not.toContain(location.id);
  });
});

describe('deleting a location', () => {
  it('hides it from every reader', async () => {
    const location = await givenPublicLocation(server);
    expect((await admin.delete(`/api/locations/${location.id}`)).status).toBe(204);
    for (const who of [server.visitor, anna, admin]) {
      who.follow(admin);
      expectProblem(await who.get(`/api/locations/${location.id}`), 404, 'Location not found');
      expectProblem(await who.get(`/api/locations/${location.id}/photos`), 404, 'Location not found');
      expect(idsOf(await allPages(who, '/api/locations?limit=500'))).not.toContain(location.id);
    }
    expect((await admin.get(`/api/cities/${location.cityId}`)).body.locationCount).toBe(0);
    expectProblem(await admin.delete(`/api/locations/${location.id}`), 404, 'Location not found');
  });
});

describe('the list of locations', () => {
  it('is sorted by newest approval', async () => {
    const city = await givenCity(admin);
    const first = await givenLocation(anna, city.id);
    const second = await givenLocation(anna, city.id);
    const third = await givenLocation(admin, city.id);
    await decide(admin, 'locations', second.id, 'approve');
    await decide(admin, 'locations', first.id, 'approve');
    const list = (await admin.get(`/api/locations?city=${city.id}`)).body;
    expect(idsOf(list)).toEqual([first.id, second.id, third.id]);
    expect(idsOf(await allPages(admin, '/api/locations?limit=500'))).toEqual(
      expect.arrayContaining([first.id, second.id, third.id]),
    );
  });
  it('can be filtered by category, city and rating, alone and in combination', async () => {
    const city = await givenCity(admin);
    const cafe = await givenLocation(admin, city.id, { category: 'cafe' });
    const art = await givenLocation(admin, city.id, { category: 'street-art' });
    const liked = await givenLocation(admin, city.id, { category: 'cafe' });
    await anna.put(`/api/locations/${liked.id}/rating`, { rating: 5 });
    admin.follow(anna);
    const list = async (query: string) => idsOf((await admin.get(`/api/locations?${query}`)).body);
    expect(await list(`city=${city.id}&category=cafe`)).toEqual([liked.id, cafe.id]);
    expect(await list(`city=${city.id}&category=Street%20Art`)).toEqual([art.id]);
    expect(await list(`city=${city.id}&minRating=4`)).toEqual([liked.id]);
    expect(await list(`city=${city.id}&category=street-art&minRating=1`)).toEqual([]);
    expect(await list(`category=cafe&limit=500`)).toEqual(expect.arrayContaining([liked.id, cafe.id]));
    expect(await list(`category=cafe&limit=500`)).not.toContain(art.id);
    expect(await list(`city=${city.id}&search=location&category=cafe`)).toEqual([liked.id, cafe.id]);
    expect(await list(`city=${city.id}&search=location&minRating=4.5`)).toEqual([liked.id]);
    expect(await list(`minRating=5`)).toEqual([liked.id]);
  });
  it('can be filtered by one or several best times, also with other filters', async () => {
    const city = await givenCity(admin);
    const at = (bestTimeToVisit: string | null, name: string) =>
      givenLocation(admin, city.id, { bestTimeToVisit, name });
    const any = await at('Any time', 'Old quay');
    const morning = await at('Morning (6-11 AM)', 'Old mill');
    const night = await at('Night (9 PM+)', 'New quay');
    await at(null, 'Old bridge');
    const list = async (query: string) =>
      idsOf((await admin.get(`/api/locations?city=${city.id}&${query}`)).body);
    expect(await list('bestTime=morning')).toEqual([morning.id]);
    expect(await list('bestTime=any')).toEqual([any.id]);
    expect(await list('bestTime=night&bestTime=any')).toEqual([night.id, any.id]);
    expect(await list(`bestTime=${encodeURIComponent('Night (9 PM+)')}&bestTime=Morning`)).toEqual([
      night.id,
      morning.id,
    ]);
    expect(await list('bestTime=evening')).toEqual([]);
    expect(await list('bestTime=night&bestTime=any&search=old')).toEqual([any.id]);
    expect(await list('bestTime=night&bestTime=any&minRating=1')).toEqual([]);
    const first = await admin.get(`/api/locations?city=${city.id}&bestTime=night&bestTime=any&limit=1`);
    expect(first.headers.get('X-Total-Count')).toBe('2');
    const next = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect(idsOf((await admin.get(next)).body)).toEqual([any.id]);
    await admin.put(`/api/locations/${morning.id}`, { bestTimeToVisit: 'Evening (6-8 PM)' });
    expect(await list('bestTime=evening')).toEqual([morning.id]);
    expect(await list('bestTime=morning')).toEqual([]);
    for (const wrong of ['bestTime=noon', 'bestTime=', 'bestTime=any&bestTime=noon']) {
      expectProblem(await server.visitor.get(`/api/locations?${wrong}`), 400);
    }
  });
  it('of a city can begin with the best rated, which new ratings move, also among those of a best time', async () => {
    const city = await givenCity(admin);
    const [night, morning] = ['Night (9 PM+)', 'Morning (6-11 AM)'];
    const first = await givenLocation(admin, city.id, { bestTimeToVisit: night });
    const second = await givenLocation(admin, city.id, { bestTimeToVisit: morning });
    const third = await givenLocation(admin, city.id, { bestTimeToVisit: night });
    const rate = (who: Client, { id }: Entity, rating: number) =>
      who.put(`/api/locations/${id}/rating`, { rating });
    const list = async (query: string) => {
      for (const who of [anna, ben]) admin.follow(who);
      return idsOf(await allPages(admin, `/api/locations?city=${city.id}&sort=rating&limit=1${query}`));
    };
    expect(await list('')).toEqual(idsOf([third, second, first]));
    await rate(anna, first, 4);
    await rate(anna, second, 4);
    await rate(ben, first, 4);
    expect(await list('')).toEqual(idsOf([first, second, third]));
    expect(await list('&bestTime=night')).toEqual(idsOf([first, third]));
    await rate(ben, first, 1);
    expect(await list('')).toEqual(idsOf([second, first, third]));
    expect(await list('&minRating=1')).toEqual(idsOf([second, first]));
    expectProblem(await admin.get('/api/locations?sort=rating'), 400);
  });
  it('is empty for an unknown city and refused for a malformed id', async () => {
    expect((await server.visitor.get(`/api/locations?city=${missingId}`)).body).toEqual([]);
    expectProblem(await server.visitor.get('/api/locations?city=porto'), 400, 'city must be a UUID');
    expectProblem(await server.visitor.get('/api/locations?category=bar'), 400, 'Please choose a category');
    expectProblem(await server.visitor.get('/api/locations?minRating=6'), 400);
    expectProblem(await server.visitor.get('/api/locations?limit=-1'), 400);
    expectProblem(await server.visitor.get('/api/locations?cursor=made-up'), 400);
  });
  it.each(['', '&category=nature', '&search=paged', '&search=paged&category=nature', '&minRating=0'])(
    'is paged without losing or repeating any (%s)',
    async (filter) => {
      const city = await givenCity(admin);
      const created: Entity[] = [];
      for (let index = 0; index < 5; index += 1) {
        created.unshift(await givenLocation(admin, city.id, { name: `Paged ${index}`, category: 'nature' }));
      }
      const first = await admin.get(`/api/locations?city=${city.id}&limit=2${filter}`);
      expect(first.headers.get('X-Total-Count')).toBe('5');
      expect(nextPage(first)).toBeDefined();
      const paged = await allPages(admin, `/api/locations?city=${city.id}&limit=2${filter}`);
      expect(idsOf(paged)).toEqual(idsOf(created));
      const exact = await admin.get(`/api/locations?city=${city.id}&limit=5${filter}`);
      expect(nextPage(exact)).toBeUndefined();
    },
  );
});

describe('searching locations', () => {
  const search = async (text: string, who: Client = admin) =>
    namesOf((await who.get(`/api/locations?search=${encodeURIComponent(text)}`)).body);

  it('matches name, description, address and city name; matches in the name come first', async () => {
    const city = await givenCity(admin, { name: 'Zanzimarkt' });
    await givenLocation(admin, city.id, { name: 'The zanzibar itself' });
    await givenLocation(admin, city.id, { name: 'By description', description: 'Like in Zanzibar.' });
    await givenLocation(admin, city.id, { name: 'By address', address: '1 Zanzibar Street' });
    expect(await search('zanzibar')).toEqual(['The zanzibar itself', 'By address', 'By description']);
    expect((await search('zanzim')).toSorted()).toEqual([
      'By address',
      'By description',
      'The zanzibar itself',
    ]);
    expect(await search('anziba')).toHaveLength(3);
  });
  it('folds case and accents', async () => {
    await givenLocation(admin, cityId, { name: 'Café Płock Straße' });
    for (const text of ['cafe plock', 'CAFÉ PŁOCK', 'strasse', 'lock str']) {
      expect(await search(text), text).toEqual(['Café Płock Straße']);
    }
  });
  it('treats the text literally', async () => {
    await givenLocation(admin, cityId, { name: 'Deal 50% off' });
    await givenLocation(admin, cityId, { name: 'Deal 505 off' });
    expect(await search('50%')).toEqual(['Deal 50% off']);
    expect(await search('al 50_')).toEqual([]);
    for (const text of [
      '.*',
      '%',
      '%%%',
      '___',
      '"',
      '" OR "',
      "'; DROP TABLE x; --",
      'NEAR(a b)',
      'name:deal',
      'dea*',
      '^deal',
      '\\',
    ]) {
      expect(await search(text), text).toEqual([]);
    }
    expectProblem(await admin.get('/api/locations?search=%00%00%00'), 400);
  });
  it('matches only the beginning of a word for one or two letters', async () => {
    await givenLocation(admin, cityId, { name: 'House of the Xylophone' });
    expect(await search('xy')).toEqual(['House of the Xylophone']);
    expect(await search('yl')).toEqual([]);
    expect(await search('x')).toEqual(['House of the Xylophone']);
  });
  it('finds all words, in any order and in any field: all in the name first, then all in name and city', async () => {
    const city = await givenCity(admin, { name: 'Quorra Bay', country: 'Ombrosia' });
    const given = (name: string, description: string, more = {}) =>
      givenLocation(admin, city.id, { name, description, category: 'viewpoint', ...more });
    await given('Fennel pier', 'Near the quorra market.');
    await given('Quorra fennel', 'A pier.');
    await given('Pier of fennel', 'Nothing else.', { accessNotes: 'Mind the tripod' });
    expect(await search('fennel quorra')).toEqual(['Quorra fennel', 'Pier of fennel', 'Fennel pier']);
    expect(await search('QUORRA fennel market')).toEqual(['Fennel pier']);
    expect(await search('fennel viewpo')).toHaveLength(3);
    expect(await search('ombrosia fennel pier of')).toEqual(['Pier of fennel']);
    expect(await search('tripod fennel')).toEqual(['Pier of fennel']);
    expect(await search('"quorra fennel"')).toEqual(['Quorra fennel']);
    expect(await search('"fennel quorra"')).toEqual([]);
    expect(await search('fennel "mind  the"')).toEqual(['Pier of fennel']);
    expect(await search('fennel nowhere')).toEqual([]);
    const many = 'fennel pier of quorra bay ombrosia viewpoint nothing else mind the tripod f p o q b o v n';
    expect(await search(many)).toEqual(['Pier of fennel']);
  });
  it('finds words in texts without spaces', async () => {
    await givenLocation(admin, cityId, { name: '新東京駅前' });
    for (const text of ['東京', '駅', '東京駅', '駅 東京', '"東京駅"']) {
      expect(await search(text), text).toEqual(['新東京駅前']);
    }
    expect(await search('京東')).toEqual([]);
  });
  it('finds only public locations, and new ones once they are public', async () => {
    const location = await givenLocation(anna, cityId, { name: 'Hushhush corner' });
    for (const who of [server.visitor, anna, admin]) {
      who.follow(anna);
      expect(await search('hushhush', who)).toEqual([]);
    }
    await decide(admin, 'locations', location.id, 'approve');
    expect(await search('hushhush')).toEqual(['Hushhush corner']);
    await admin.put(`/api/locations/${location.id}`, { name: 'Loud corner' });
    expect(await search('hushhush')).toEqual([]);
    expect(await search('loud corner')).toEqual(['Loud corner']);
    await admin.delete(`/api/locations/${location.id}`);
    expect(await search('loud corner')).toEqual([]);
  });
  it('follows a change of the city’s name', async () => {
    const city = await givenCity(admin, { name: 'Qwertyburg' });
    await givenLocation(admin, city.id, { name: 'Keyboard wall' });
    expect(await search('qwertyb')).toEqual(['Keyboard wall']);
    await admin.put(`/api/cities/${city.id}`, { name: 'Dvorakburg' });
    expect(await search('qwertyb')).toEqual([]);
    expect(await search('dvorakb')).toEqual(['Keyboard wall']);
  });
});

it('a missing location is 404, a malformed id 400', async () => {
  expectProblem(await server.visitor.get(`/api/locations/${missingId}`), 404, 'Location not found');
  expectProblem(await server.visitor.get('/api/locations/1'), 400, 'Location id must be a UUID');
  expectProblem(await anna.put(`/api/locations/${missingId}`, { name: 'X' }), 404, 'Location not found');
});
