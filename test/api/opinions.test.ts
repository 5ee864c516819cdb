import { describe, expect, it } from 'vitest';

import { allPages, expectProblem, type Entity } from './client.ts';
import { givenCity, givenLocation, givenPublicLocation } from './given.ts';
import { type Person, startServer, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

describe('ratings', () => {
  const rate = (who: Person, id: string, rating: unknown) =>
    who.put(`/api/locations/${id}/rating`, { rating });

  it('count once per person, and the mean is shown', async () => {
    const location = await givenPublicLocation(server);
    expect((await rate(anna, location.id, 5)).body).toMatchObject({ rating: 5, ratingCount: 1, myRating: 5 });
    expect((await rate(ben, location.id, 2)).body).toMatchObject({
      rating: 3.5,
      ratingCount: 2,
      myRating: 2,
    });
    expect((await rate(anna, location.id, 3)).body).toMatchObject({
      rating: 2.5,
      ratingCount: 2,
      myRating: 3,
    });
    for (const who of [server.visitor, anna, ben]) who.follow(anna);
    const path = `/api/locations/${location.id}`;
    expect((await server.visitor.get(path)).body).toMatchObject({ rating: 2.5, myRating: null });
    expect((await ben.get(path)).body).toMatchObject({ myRating: 2 });
    expect((await admin.get(path)).body).toMatchObject({ myRating: null });
    const listed = (await anna.get(`/api/locations?city=${location.cityId}`)).body;
    expect(listed).toMatchObject([{ myRating: 3 }]);
  });
  it('with the same value again change nothing', async () => {
    const location = await givenPublicLocation(server);
    const first = await rate(anna, location.id, 4);
    const again = await rate(anna, location.id, 4);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
  });
  it.each([0, 6, 4.5, -1, '5', null, undefined, [5], { $gt: 0 }, 1e99])(
    'of %j are refused',
    async (rating) => {
      const location = await givenPublicLocation(server);
      const message =
        rating === null || rating === undefined
          ? 'Rating is required'
          : 'Rating must be a whole number from 1 to 5';
      expectProblem(await rate(anna, location.id, rating), 400, message);
    },
  );
  it('by many people at once are all counted', async () => {
    const location = await givenPublicLocation(server);
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => server.register(`P${index}`)));
    await Promise.all(people.map((person, index) => rate(person, location.id, (index % 5) + 1)));
    for (const person of people) server.visitor.follow(person);
    expect((await server.visitor.get(`/api/locations/${location.id}`)).body).toMatchObject({
      ratingCount: 6,
      rating: 16 / 6,
    });
  });
});

describe('favorites', () => {
  it('can be added and removed', async () => {
    const location = await givenPublicLocation(server);
    const path = `/api/locations/${location.id}`;
    const given = await anna.put(`${path}/favorite`);
    expect(given.status).toBe(200);
    expect(given.body).toMatchObject({ id: location.id, isFavorite: true, favoriteCount: 1 });
    expect((await anna.put(`${path}/favorite`)).body).toEqual(given.body);
    await ben.put(`${path}/favorite`);
    expect((await ben.get(path)).body).toMatchObject({ favoriteCount: 2, isFavorite: true });
    expect((await anna.delete(`${path}/favorite`)).status).toBe(204);
    expect((await anna.delete(`${path}/favorite`)).status).toBe(204);
    expect((await anna.get(path)).body).toMatchObject({ favoriteCount: 1, isFavorite: false });
    server.visitor.follow(anna);
    expect((await server.visitor.get(path)).body).toMatchObject({ favoriteCount: 1, isFavorite: null });
  });
});

describe('trending', () => {
  it('is led by the most active locations, and repeating an undone action does not count again', async () => {
    const city = await givenCity(admin);
    const locations: Entity[] = [];
    for (let index = 0; index < 3; index += 1) locations.push(await givenLocation(admin, city.id));
    const [first, second, third] = locations.map(({ id }) => id);
    await anna.put(`/api/locations/${first}/favorite`);
    await ben.put(`/api/locations/${first}/favorite`);
    await anna.put(`/api/locations/${first}/rating`, { rating: 1 });
    await anna.put(`/api/locations/${second}/favorite`);
    for (let again = 0; again < 4; again += 1) {
      await anna.delete(`/api/locations/${second}/favorite`);
      await anna.put(`/api/locations/${second}/favorite`);
    }
    server.visitor.follow(anna);
    const trending = await allPages(server.visitor, '/api/locations/trending?limit=2');
    const places = trending.map(({ id }) => id);
    const order = [first, second, third].map((id) => places.indexOf(id ?? ''));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });
});

describe('stats', () => {
  it('are correct numbers', async () => {
    await using fresh = await startServer();
    const stats = async () => (await fresh.visitor.get('/api/stats')).body;
    expect(await stats()).toEqual({ locations: 0, cities: 0, photos: 0, contributors: 0 });
    const carl = await fresh.register('Carl');
    await fresh.register('Idle');
    const city = await givenCity(fresh.admin);
    const location = await givenLocation(fresh.admin, city.id);
    carl.follow(fresh.admin);
    await givenCity(carl);
    await givenLocation(carl, city.id);
    fresh.visitor.follow(carl);
    expect(await stats()).toEqual({ locations: 1, cities: 1, photos: 0, contributors: 2 });
    await fresh.admin.delete(`/api/locations/${location.id}`);
    fresh.visitor.follow(fresh.admin);
    expect(await stats()).toMatchObject({ locations: 0, cities: 1 });
  });
});
