import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Location } from '#contracts/location/views';

import { cityDocument, locationDocument, searchDocument } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let now = 0;
const inLisbon = { latitude: 38.7139, longitude: -9.1335 };
const inTromso = { latitude: 69.6492, longitude: 18.9553 };
const lisbon = cityDocument(1, { coordinates: inLisbon, locationCount: 8 });
const nowhere = cityDocument(2, { locationCount: 1 });
const times = {
  any: 'Any time',
  morning: 'Morning (6-11 AM)',
  afternoon: 'Afternoon (12-5 PM)',
  evening: 'Evening (6-8 PM)',
  night: 'Night (9 PM+)',
} as const;
const names = Object.keys(times) as (keyof typeof times)[];
const inCity = names.map((name, at) =>
  locationDocument(10 + at, lisbon.id, { name, bestTimeToVisit: times[name], rating: 4 }),
);
const far = names.map((name, at) =>
  locationDocument(20 + at, lisbon.id, {
    name: `north ${name}`,
    bestTimeToVisit: times[name],
    coordinates: inTromso,
  }),
);
const unknown = locationDocument(30, nowhere.id, { name: 'unknown', bestTimeToVisit: times.any });
const timeless = locationDocument(31, lisbon.id, { name: 'timeless', bestTimeToVisit: null });
const all = [...inCity, ...far, unknown, timeless];

beforeAll(async () => {
  service = await startService({ clock: () => now });
  await service.commit({
    places: { cities: [lisbon, nowhere], locations: all },
    search: {
      locations: all.map((location) =>
        searchDocument(location, 'Lisbon', location.coordinates ?? (location === unknown ? null : inLisbon)),
      ),
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const good = async (time: string, more = '') => {
  now = Date.parse(time);
  const found: readonly Location[] = await service.json(`/api/locations?light=now${more}`);
  return found.map(({ name }) => name).sort();
};

describe('the filter for places that are good now', () => {
  // Lisbon: dawn 6:59, sunrise 7:28, noon 12:24, sunset 17:18, dusk 17:47, in UTC, which is its clock.
  test.each([
    ['06:50', ['any', 'night']],
    ['07:05', ['any', 'morning']],
    ['11:40', ['any']],
    ['12:30', ['afternoon', 'any']],
    ['15:25', ['any', 'evening']],
    ['17:55', ['any', 'night']],
  ])("finds at %s in Lisbon: %j, using the city's coordinates if a place has none", async (time, found) => {
    const names = await good(`2026-11-24T${time}:00Z`);
    expect(names.filter((name) => !name.startsWith('north'))).toEqual(found);
  });
  test("uses the clock if the sun does not rise, at the place's own coordinates", async () => {
    const north = async (time: string) =>
      (await good(`2026-12-21T${time}:00Z`)).filter((name) => name.startsWith('north'));
    expect(await north('10:00')).toEqual(['north any', 'north morning']);
    expect(await north('12:00')).toEqual(['north afternoon', 'north any']);
    expect(await north('21:00')).toEqual(['north any', 'north night']);
  });
  test('can be combined with other conditions, and counts exactly', async () => {
    expect(await good('2026-11-24T12:30:00Z', '&minRating=3')).toEqual(['afternoon', 'any']);
    expect(await good('2026-11-24T12:30:00Z', '&bestTime=afternoon&search=lisbon')).toEqual(['afternoon']);
    const response = await service.get('/api/locations?light=now&limit=1');
    expect(response.headers.get('X-Total-Count')).toBe('4');
  });
  test('is not cached beyond the current part of the day', async () => {
    const path = '/api/locations?light=now&minRating=3&category=viewpoint';
    const at = async (time: string) => {
      now = Date.parse(`2026-11-24T${time}Z`);
      const found: readonly Location[] = await service.json(path);
      return found.map(({ name }) => name).sort();
    };
    expect(await at('17:40:00')).toEqual(['any', 'evening']);
    expect(await at('17:50:00')).toEqual(['any', 'night']);
  });
  test('accepts no other word', async () => {
    expect((await service.get('/api/locations?light=later')).status).toBe(400);
  });
});
