import { expect } from 'vitest';

import { limits } from '#contracts/shared/limits';
import type { Recorded } from '#contracts/events';

import type { Json } from '../harness/http.ts';
import { administrator, people } from './commands.ts';
import { expectOneQueue } from './queue.ts';
import { see, seeAsAdministrator, tokenOf, type World } from './world.ts';

const byId = (items: readonly Json[]): Map<string, Json> => new Map(items.map((item) => [item.id, item]));
const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);
const sumOf = (items: readonly Json[], field: string): number =>
  items.reduce<number>((sum, item) => sum + item[field], 0);

/** The invariants at every moment, also while commands are running. */
export async function expectListsToAgree(world: World): Promise<void> {
  const [cities, locations] = await readBoth(world);
  const count = new Map<string, number>();
  for (const { id, cityId, status } of locations) {
    expect(status, `listed location ${id}`).toBe('approved');
    expect(cities.has(cityId), `location ${id} is listed, its city ${cityId} is not`).toBe(true);
    count.set(cityId, (count.get(cityId) ?? 0) + 1);
  }
  for (const { id, status, locationCount } of cities.values()) {
    expect(status, `listed city ${id}`).toBe('approved');
    expect(locationCount, `locationCount of ${id}`).toBe(count.get(id) ?? 0);
  }
}

/** Reads cities and locations of the same moment; a running command may change both between two responses. */
async function readBoth(world: World): Promise<[Map<string, Json>, Json[]]> {
  for (let before = await see(world, '/api/cities'); ;) {
    const locations = await see(world, '/api/locations');
    const cities = await see(world, '/api/cities');
    if (JSON.stringify(cities) === JSON.stringify(before)) return [byId(cities), locations];
    before = cities;
  }
}

/** The invariants while no command is running. */
export async function expectInvariants(world: World, events: readonly Recorded[]): Promise<void> {
  const cities = await see(world, '/api/cities?limit=3');
  const locations = await see(world, '/api/locations?limit=3');
  await expectCounts(world, cities, locations);
  await expectHidden(world, cities, locations, events);
  await expectListed(world, cities, locations);
  await expectQueues(world, locations);
  await expectOneQueue(world);
  await expectTrending(world, locations, events);
}

async function expectCounts(world: World, cities: readonly Json[], locations: readonly Json[]) {
  for (const city of cities) {
    const inCity = await see(world, `/api/locations?city=${city.id}`);
    expect(idsOf(inCity)).toEqual(idsOf(locations.filter(({ cityId }) => cityId === city.id)));
    expect(city.locationCount).toBe(inCity.length);
    expect(city.photoCount).toBe(sumOf(inCity, 'photoCount'));
  }
  for (const location of locations) {
    const photos = await see(world, `/api/locations/${location.id}/photos?imageData=omit`);
    expect(location.photoCount).toBe(photos.length);
    expect(location.primaryPhoto?.id).toBe(photos[0]?.id);
    for (const photo of photos) {
      expect((await world.server.call('GET', photo.url)).status, photo.url).toBe(200);
    }
  }
  const stats = await world.server.call('GET', '/api/stats', { minPosition: world.position });
  expect(stats.body).toMatchObject({
    cities: cities.length,
    locations: locations.length,
    photos: sumOf(locations, 'photoCount'),
  });
}

/** Items outside the public lists are visible only to their submitter and the administrator. */
async function expectHidden(
  world: World,
  cities: readonly Json[],
  locations: readonly Json[],
  events: readonly Recorded[],
) {
  const shown = new Set([...idsOf(cities), ...idsOf(locations)]);
  const all = [
    ...(await seeAsAdministrator(world, '/api/admin/cities')).map((city) => ({ path: 'cities', ...city })),
    ...(await seeAsAdministrator(world, '/api/admin/locations')).map((one) => ({
      path: 'locations',
      ...one,
    })),
  ];
  expect(idsOf(all)).toEqual(expect.arrayContaining([...world.cities, ...world.locations]));
  const made = new Set([...world.cities, ...world.locations]);
  const ended = new Set(
    events.flatMap(({ type, data }) => (type === 'city-deleted.v1' ? [data.cityId] : [])),
  );
  const originals = new Map(all.map(({ id, originalId }) => [id, originalId]));
  for (const { path, id, cityId, status, submittedBy, originalId } of all) {
    // It ended with its city before its submission was answered, so that response was a 404.
    if (!made.has(id)) expect(ended, id).toContain(cityId ?? id);
    const url = `/api/${path}/${id}`;
    const visible = await world.server.call('GET', url);
    // A merged place leads to the last of its chain.
    expect(visible.status, url).toBe(shown.has(lastOf(id, originals)) ? 200 : 404);
    if (shown.has(id) || originalId !== null) continue;
    const photos = `/api/locations/${id}/photos`;
    if (path === 'locations') expect((await world.server.call('GET', photos)).status, photos).toBe(404);
    for (let who = 0; who < people; who += 1) {
      const mayKnow =
        status !== 'deleted' &&
        (who === administrator || world.moderators.has(who) || world.people[who]?.id === submittedBy);
      const response = await world.server.call('GET', url, { token: tokenOf(world, who) });
      expect(response.status, `${url} (${status}) for person ${who}`).toBe(mayKnow ? 200 : 404);
    }
  }
}

function lastOf(id: string, originals: ReadonlyMap<string, string | null>): string {
  let last = id;
  for (let steps = 0; steps < originals.size; steps += 1) last = originals.get(last) ?? last;
  return last;
}

async function expectListed(world: World, cities: readonly Json[], locations: readonly Json[]) {
  for (const city of cities) {
    expect((await world.server.call('GET', `/api/cities/${city.id}`)).body).toEqual(city);
    expect(idsOf(await see(world, `/api/cities?search=${encodeURIComponent(city.name)}`))).toContain(city.id);
  }
  for (const location of locations) {
    expect((await world.server.call('GET', `/api/locations/${location.id}`)).body).toEqual(location);
    const search = `/api/locations?search=${encodeURIComponent(location.name)}`;
    expect(idsOf(await see(world, search)), search).toContain(location.id);
  }
  const inOrder = [...cities].sort((one, other) => other.locationCount - one.locationCount);
  expect(cities.map(({ locationCount }) => locationCount)).toEqual(
    inOrder.map(({ locationCount }) => locationCount),
  );
  // Only public locations may be found by a text that all of them share.
  const found = idsOf(await see(world, '/api/locations?search=view'));
  for (const id of found) expect(idsOf(locations)).toContain(id);
}

async function expectQueues(world: World, locations: readonly Json[]) {
  for (const [queue, list] of [
    ['pending-cities', 'cities'],
    ['pending-locations', 'locations'],
  ]) {
    const waiting = await seeAsAdministrator(world, `/api/admin/${queue}?limit=2`);
    const all = await seeAsAdministrator(world, `/api/admin/${list}?status=pending`);
    expect(idsOf(waiting).sort()).toEqual(idsOf(all).sort());
    const times = waiting.map(({ createdAt }): string => createdAt);
    expect(times).toEqual([...times].sort());
  }
  const edits = await seeAsAdministrator(world, '/api/admin/pending-edits');
  for (const { id, entityId, status } of edits) {
    expect(status).toBe('pending');
    expect(idsOf(locations), `edit ${id} waits for a location that nobody sees`).toContain(entityId);
  }
}

const halfLife = 7 * 24 * 60 * 60 * 1000; // milliseconds

/** The trending list, computed from the events alone. */
async function expectTrending(world: World, locations: readonly Json[], events: readonly Recorded[]) {
  const scores = scoresOf(events);
  const trending = await see(world, '/api/locations/trending?limit=5');
  expect(idsOf(trending).sort()).toEqual(idsOf(locations).sort());
  let higher = Infinity;
  for (const { id } of trending) {
    const score = scores.get(id) ?? 0;
    // The stored score is a logarithm, rounded far below the effect of a millisecond.
    expect(score / higher, `the place of ${id}`).toBeLessThanOrEqual(1 + 1e-11);
    higher = score;
  }
  trending.forEach(({ isTrending }, place) => expect(isTrending).toBe(place < limits.trending ? 1 : 0));
}

function scoresOf(events: readonly Recorded[]): Map<string, number> {
  const scores = new Map<string, number>();
  const seen = new Set<string>();
  const start = Date.parse(events[0]?.metadata.time ?? '');
  for (const { type, data, metadata } of events) {
    if (!('locationId' in data) || !activities.has(type)) continue;
    const person = type === 'location-approved.v1' ? '' : metadata.actor;
    const once = `${type} ${data.locationId} ${person}`;
    if (seen.has(once)) continue;
    seen.add(once);
    const weight = 2 ** ((Date.parse(metadata.time) - start) / halfLife);
    scores.set(data.locationId, (scores.get(data.locationId) ?? 0) + weight);
  }
  return scores;
}

const activities: ReadonlySet<string> = new Set([
  'location-approved.v1',
  'photo-added.v1',
  'location-rated.v1',
  'location-favorited.v1',
]);
