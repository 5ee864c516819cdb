import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Location } from '#contracts/location/views';

import {
  cityDocument,
  id,
  locationDocument,
  photoDocument,
  searchDocument,
  submitterId,
} from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let submitter: { token: string };

const lisbon = cityDocument(1, { name: 'Lisbon', locationCount: 30 });
const waitingCity = cityDocument(2, { name: 'Waiting', status: 'pending', closed: true, locationCount: 1 });
const many = Array.from({ length: 30 }, (_, at) =>
  locationDocument(100 + at, lisbon.id, { trend: 1000 - at, rating: at % 5, ratingCount: at === 9 ? 3 : 1 }),
);
const bridge = locationDocument(201, lisbon.id, {
  name: 'Café under the Bridge',
  category: 'cafe',
  bestTimeToVisit: 'Night (9 PM+)',
  rating: 4.5,
  trend: 5000,
  primaryPhoto: photoDocument(301, id(201)),
});
const square = locationDocument(202, lisbon.id, {
  name: 'Square',
  description: 'Looks at the bridge',
  category: 'street-art',
  bestTimeToVisit: 'Night (9 PM+)',
  rating: 2,
  trend: 4000,
});
const pending = locationDocument(203, lisbon.id, { name: 'Pending bridge', status: 'pending' });
const hidden = locationDocument(204, waitingCity.id, { name: 'Hidden bridge' });
const deleted = locationDocument(205, lisbon.id, { name: 'Deleted bridge', status: 'deleted' });
const all = [...many, bridge, square, pending, hidden, deleted];

beforeAll(async () => {
  service = await startService();
  submitter = await service.signIn({ userId: submitterId });
  await service.commit({
    places: {
      cities: [lisbon, waitingCity],
      locations: all,
      opinions: [
        {
          id: `${bridge.id}:${submitterId}`,
          locationId: bridge.id,
          userId: submitterId,
          rating: 4,
          favorite: true,
        } as { id: string },
      ],
    },
    search: { locations: all.map((location) => searchDocument(location, 'Lisbon')) },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const list = async (query: string, who?: { token: string }): Promise<Location[]> =>
  service.json(`/api/locations${query}`, who);
const names = async (query: string) => (await list(query)).map(({ name }) => name);

describe('the list of locations', () => {
  test.each([
    ['', 32],
    [`?city=${lisbon.id}`, 32],
    ['?minRating=2', 32 - 12],
    ['?search=location', 30],
    ['?search=location&minRating=3', 12],
    [`?city=${lisbon.id}&sort=rating`, 32],
    [`?city=${lisbon.id}&sort=rating&minRating=2`, 32 - 12],
  ])('is paged without gap or repeat: %s', async (query, count) => {
    const seen: string[] = [];
    const first = `/api/locations?${new URLSearchParams([...new URLSearchParams(query), ['limit', '7']]).toString()}`;
    for (let path: string | undefined = first; path !== undefined;) {
      const response = await service.get(path);
      expect(response.headers.get('X-Total-Count')).toBe(String(count));
      seen.push(...((await response.json()) as Location[]).map((each) => each.id));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual((await list(query)).map((each) => each.id));
    expect(new Set(seen).size).toBe(count);
  });

  test.each([
    ['?category=cafe', ['Café under the Bridge']],
    ['?category=Street%20Art', ['Square']],
    ['?category=cafe&minRating=4.6', []],
    [`?category=cafe&city=${lisbon.id}&minRating=4`, ['Café under the Bridge']],
    [`?city=${id(77)}`, []],
    [
      `?city=${lisbon.id}&sort=rating&limit=4`,
      ['Café under the Bridge', 'Location 109', 'Location 129', 'Location 124'],
    ],
    [
      `?city=${lisbon.id}&sort=rating&minRating=4&limit=4&page=2`,
      ['Location 119', 'Location 114', 'Location 104'],
    ],
    [`?city=${lisbon.id}&sort=newest&limit=1`, ['Square']],
    [`?city=${lisbon.id}&sort=rating&category=street-art`, ['Square']],
    [`?city=${lisbon.id}&sort=rating&bestTime=night`, ['Café under the Bridge', 'Square']],
    [`?city=${waitingCity.id}&sort=rating`, []],
    [`?city=${waitingCity.id}`, []],
    ['?search=BRIDGE', ['Café under the Bridge', 'Square']],
    ['?search=cafe', ['Café under the Bridge']],
    ['?search=bridge&category=street-art', ['Square']],
    ['?search=bridge&minRating=3', ['Café under the Bridge']],
    [`?search=bridge&city=${id(77)}`, []],
    ['?search=sq', ['Square']],
    ['?search=qu', []],
    ['?search=%25', []],
    ['?search=.*', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('finds by city name; a blank search finds everything', async () => {
    expect(await list('?search=lisbon')).toHaveLength(32);
    expect(await list('?search=%20')).toHaveLength(32);
  });

  test.each([
    'sort=rating',
    ...['search=a', 'light=now', 'near=1,1', 'bbox=0,0,1,1', `addedBy=${id(1)}`].map(
      (other) => `city=${lisbon.id}&sort=rating&${other}`,
    ),
  ])('refuses %s, which no index sorts', async (query) => {
    const response = await service.get(`/api/locations?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'sort' }] });
  });

  test.each([
    'city=7',
    'sort=name',
    'category=castle',
    'minRating=6',
    'minRating=x',
    `search=${'x'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    expect((await service.get(`/api/locations?${query}`)).status).toBe(400);
  });

  test('includes a signed-in person’s own opinion, and is then private', async () => {
    const response = await service.get('/api/locations?category=cafe', submitter);
    expect(response.headers.get('Cache-Control')).toContain('private');
    expect(await response.json()).toMatchObject([{ myRating: 4, isFavorite: true }]);
    expect((await list('?category=street-art', submitter))[0]).toMatchObject({
      myRating: null,
      isFavorite: false,
    });
  });
});

describe('trending', () => {
  test('is ordered by activity; the first 24 are marked wherever they are shown', async () => {
    const trending: Location[] = await service.json('/api/locations/trending');
    expect(trending).toHaveLength(24);
    expect(trending.slice(0, 3).map(({ name }) => name)).toEqual([
      'Café under the Bridge',
      'Square',
      'Location 100',
    ]);
    expect(trending.every(({ isTrending }) => isTrending === 1)).toBe(true);
    expect((await service.get('/api/locations/trending')).headers.get('X-Total-Count')).toBe('24');
    expect(await service.json(`/api/locations/${many[29]?.id}`)).toMatchObject({ isTrending: 0 });
    expect(await service.json(`/api/locations/${bridge.id}`)).toMatchObject({ isTrending: 1 });
  });

  test('has at most 3 of one city while other cities have any left, and is still ordered by activity', async () => {
    await using own = await startService();
    const trendOf = async () =>
      ((await own.json('/api/locations/trending')) as Location[]).map(({ cityId, id: place }) => [
        cityId,
        place,
      ]);
    const cities = Array.from({ length: 9 }, (_, at) => cityDocument(1 + at));
    // The first city's 60 locations are at the top. The other cities have 1, 2, 3, 4, ... locations.
    const top = Array.from({ length: 60 }, (_, at) =>
      locationDocument(100 + at, id(1), { trend: 1000 - at }),
    );
    const rest = cities
      .slice(1)
      .flatMap((city, at) =>
        Array.from({ length: 1 + at }, (_, nth) =>
          locationDocument(200 + at * 10 + nth, city.id, { trend: 500 - at * 10 - nth }),
        ),
      );
    await own.commit({ places: { cities, locations: [...top, ...rest] } });
    const expected = [
      ...top.slice(0, 3),
      ...cities
        .slice(1)
        .flatMap(({ id: cityId }) => rest.filter((place) => place.cityId === cityId).slice(0, 3)),
    ].slice(0, 24);
    const listed = await trendOf();
    expect(listed).toEqual(expected.map(({ cityId, id: place }) => [cityId, place]));

    // When the other cities have only one location left, the first city takes the remaining places.
    const gone = rest.slice(1).map((place) => ({ ...place, isApproved: false }));
    await own.commit({ places: { locations: gone } });
    expect(await trendOf()).toEqual(
      [...top.slice(0, 23), ...rest.slice(0, 1)].map(({ cityId, id: place }) => [cityId, place]),
    );
  });

  test('is paged like other lists', async () => {
    const first = await service.get('/api/locations/trending?limit=20');
    const next = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const [one, two]: Location[][] = [(await first.json()) as Location[], await service.json(next)];
    expect([...(one ?? []), ...(two ?? [])]).toEqual(await service.json('/api/locations/trending'));
  });
});

describe('one location', () => {
  test('shows its picture', async () => {
    expect(await service.json(`/api/locations/${bridge.id}`)).toMatchObject({
      primaryPhotoUrl: `/photos/${id(301)}/750.webp`,
      primaryPhoto: { thumbnailUrl: `/photos/${id(301)}/480.webp`, width: 800, height: 600 },
    });
  });
});
