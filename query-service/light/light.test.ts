import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Light } from '#contracts/light/views';

import { cityDocument, locationDocument, submitterId } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let now = Date.parse('2026-11-24T23:30:00Z');
const inLisbon = { latitude: 38.7139, longitude: -9.1335 };
const inKyoto = { latitude: 35.0116, longitude: 135.7681 };
const lisbon = cityDocument(1, { coordinates: inLisbon, locationCount: 3 });
const nowhere = cityDocument(2, { locationCount: 1 });
const waiting = cityDocument(3, { status: 'pending', closed: true, coordinates: inLisbon, locationCount: 1 });
const own = locationDocument(11, lisbon.id, { coordinates: inKyoto });
const borrowed = locationDocument(12, lisbon.id);
const pending = locationDocument(13, lisbon.id, { status: 'pending', coordinates: inKyoto });
const dark = locationDocument(14, nowhere.id);
const hidden = locationDocument(15, waiting.id, { coordinates: inKyoto });

beforeAll(async () => {
  service = await startService({ clock: () => now });
  await service.commit({
    places: { cities: [lisbon, nowhere, waiting], locations: [own, borrowed, pending, dark, hidden] },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const lightOf = async (path: string) => Light.parse(await service.json(`/api${path}`));
const problemOf = async (path: string, who?: { token: string }) => {
  const response = await service.get(`/api${path}`, who);
  return [response.status, ((await response.json()) as { detail?: string }).detail];
};

describe('the light of a place', () => {
  test('is that of the current day there, at its own coordinates', async () => {
    const light = await lightOf(`/locations/${own.id}/light`);
    // In Kyoto it is already the next day.
    expect(light).toMatchObject({ date: '2026-11-25', timeZone: 'Asia/Tokyo', exact: true, ...inKyoto });
    expect(light.sunrise?.slice(0, 16)).toBe('2026-11-25T06:40');
    expect(light.sun).toHaveLength(144);
  });
  test('is that of its city if it has no coordinates', async () => {
    const light = await lightOf(`/locations/${borrowed.id}/light?date=2026-06-21`);
    expect(light).toMatchObject({ date: '2026-06-21', timeZone: 'Europe/Lisbon', exact: false, ...inLisbon });
    expect(await lightOf(`/cities/${lisbon.id}/light?date=2026-06-21`)).toEqual({ ...light, exact: true });
  });
  test('is cached until the day ends there', async () => {
    const day = async () => (await lightOf(`/cities/${lisbon.id}/light`)).date;
    now = Date.parse('2026-11-24T23:59:59Z');
    expect(await day()).toBe('2026-11-24');
    now = Date.parse('2026-11-25T00:00:00Z');
    expect(await day()).toBe('2026-11-25');
  });
  test('changes with the coordinates', async () => {
    const path = `/locations/${borrowed.id}/light?date=2026-06-21`;
    const before = await lightOf(path);
    const moved = { ...borrowed, coordinates: inKyoto };
    await service.commit({ places: { locations: [moved] } });
    expect(await lightOf(path)).toMatchObject({ ...inKyoto, exact: true });
    await service.commit({ places: { locations: [borrowed] } });
    expect(await lightOf(path)).toEqual(before);
  });
  test('does not exist without coordinates, or for a place that the person may not see', async () => {
    expect(await problemOf(`/locations/${dark.id}/light`)).toEqual([404, 'No coordinates yet']);
    expect(await problemOf(`/cities/${nowhere.id}/light`)).toEqual([404, 'No coordinates yet']);
    const [submitter, other] = [await service.signIn({ userId: submitterId }), await service.signIn()];
    for (const place of [pending, hidden]) {
      const path = `/locations/${place.id}/light`;
      for (const who of [undefined, other])
        expect(await problemOf(path, who)).toEqual([404, 'Location not found']);
      const response = await service.get(`/api${path}`, submitter);
      expect(Light.parse(await response.json())).toMatchObject({ ...inKyoto, exact: true });
      expect(response.headers.get('Cache-Control')).toContain('private');
    }
    for (const who of [undefined, other])
      expect(await problemOf(`/cities/${waiting.id}/light`, who)).toEqual([404, 'City not found']);
    expect((await problemOf(`/cities/${waiting.id}/light`, submitter))[0]).toBe(200);
  });
  test.each(['1899-12-31', '2101-01-01', '2026-02-30', 'tomorrow'])('refuses %s as a date', async (date) => {
    expect((await problemOf(`/locations/${own.id}/light?date=${date}`))[0]).toBe(400);
  });
});
