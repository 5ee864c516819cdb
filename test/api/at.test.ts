import { beforeAll, describe, expect, it } from 'vitest';

import { idsOf, allPages, expectProblem, type Entity } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();

const historyOf = async (what: 'cities' | 'locations', id: string): Promise<Entity[]> =>
  allPages(admin, `/api/admin/${what}/${id}/history`);
const query = (values: object) => new URLSearchParams({ ...values }).toString();
const at = (what: 'cities' | 'locations', id: string, moment: string | object) =>
  admin.get(
    `/api/admin/${what}/${id}/at?${query(typeof moment === 'string' ? { position: moment } : moment)}`,
  );
const compare = (what: 'cities' | 'locations', id: string, from: string, to: string) =>
  admin.get(`/api/admin/${what}/${id}/compare?${query({ from, to })}`);

describe('a moment of a location', () => {
  it('shows fields, photos, opinions and revision as they were after each event', async () => {
    const city = await givenCity(admin, { name: 'Porto' });
    const location = await givenLocation(admin, city.id, { name: 'Bridge' });
    const first = (await addPhoto(admin, location.id)).body;
    anna.follow(admin);
    await anna.put(`/api/locations/${location.id}/rating`, { rating: 4 });
    await admin.put(`/api/locations/${location.id}`, { name: 'Iron bridge' });
    const second = (await addPhoto(admin, location.id)).body;
    await admin.patch(`/api/photos/${second.id}/primary`);
    await admin.delete(`/api/photos/${first.id}`);
    const last = (await admin.delete(`/api/locations/${location.id}`)).headers.get('X-Event-Position') ?? '';

    const history = await historyOf('locations', location.id);
    const [submitted, approved, edited, featured] = ['submitted', 'approved', 'edited', 'featured'].map(
      (what) => history.find(({ type }) => type.includes(`-${what}.`))?.position,
    );
    expect((await at('locations', location.id, submitted ?? '')).body).toMatchObject({
      id: location.id,
      name: 'Bridge',
      cityName: 'Porto',
      status: 'pending',
      revision: 0,
      ratingCount: 0,
      photos: [],
    });
    expect((await at('locations', location.id, approved ?? '')).body).toMatchObject({
      status: 'approved',
      revision: 1,
    });
    expect((await at('locations', location.id, edited ?? '')).body).toMatchObject({
      name: 'Iron bridge',
      rating: 4,
      ratingCount: 1,
      photos: [{ id: first.id, isPrimary: 0 }],
      primaryPhoto: { id: first.id },
    });
    const chosen = (await at('locations', location.id, featured ?? '')).body;
    expect(idsOf(chosen.photos)).toEqual([second.id, first.id]);
    expect(chosen.photos[0]?.isPrimary).toBe(1);
    expect((await at('locations', location.id, String(BigInt(last) - 1n))).body).toMatchObject({
      status: 'approved',
      photos: [{ id: second.id }],
    });
    expect((await at('locations', location.id, last)).body).toMatchObject({ status: 'deleted', photos: [] });
  });

  it('equals the present view at the position of that view', async () => {
    const location = await givenPublicLocation(server, { accessNotes: 'Steps' });
    await addPhoto(admin, location.id);
    const { body: now } = await admin.get(`/api/locations/${location.id}`);
    const response = await at('locations', location.id, { time: '2999-01-01T00:00:00Z' });
    const { photos, ...then } = response.body;
    expect(then).toEqual({ ...now, isTrending: 0 });
    expect(photos).toHaveLength(1);
    expect(response.headers.get('Cache-Control')).toContain('no-store');
  });

  it('shows the city at that time, in its state at that time', async () => {
    const here = await givenCity(admin, { name: 'Here' });
    const there = await givenCity(admin, { name: 'There' });
    const location = await givenLocation(admin, here.id);
    await admin.put(`/api/locations/${location.id}`, { cityId: there.id });
    await admin.put(`/api/cities/${there.id}`, { name: 'Elsewhere' });
    await admin.delete(`/api/cities/${there.id}`);
    const [, approved, moved] = (await historyOf('locations', location.id)).map(({ position }) => position);
    const cityName = async (position: string) => (await at('locations', location.id, position)).body.cityName;
    expect(await cityName(approved ?? '')).toBe('Here');
    expect(await cityName(moved ?? '')).toBe('There');
    const head = admin.position() ?? '';
    expect((await at('locations', location.id, head)).body).toMatchObject({
      cityName: 'Elsewhere',
      status: 'deleted',
    });
  });

  it('ignores a proposal for a move', async () => {
    const here = await givenCity(admin, { name: 'Before' });
    const there = await givenCity(admin, { name: 'After' });
    const location = await givenLocation(admin, here.id);
    anna.follow(admin);
    await givenEdit(anna, location.id, { cityId: there.id });
    admin.follow(anna);
    const { body } = await at('locations', location.id, { time: '2999-01-01' });
    expect(body).toMatchObject({ cityName: 'Before', cityId: here.id });
  });
});

describe('a moment of a city', () => {
  it('shows its fields, revision and numbers as they were', async () => {
    const city = await givenCity(anna, { name: 'First' });
    admin.follow(anna);
    await decide(admin, 'cities', city.id, 'approve');
    const kept = await givenLocation(admin, city.id);
    await addPhoto(admin, kept.id);
    const left = await givenLocation(admin, city.id);
    await admin.put(`/api/cities/${city.id}`, { name: 'Second' });
    const elsewhere = await givenCity(admin);
    await admin.put(`/api/locations/${left.id}`, { cityId: elsewhere.id });
    const positions = (await historyOf('cities', city.id)).map(({ position }) => position);
    const shown = await Promise.all(
      [...positions, { time: '2999-01-01' }].map(async (moment) => {
        const { body } = await at('cities', city.id, moment);
        const { name, status, revision, locationCount, photoCount, photos } = body;
        return [name, status, revision, locationCount, photoCount, photos];
      }),
    );
    expect(shown).toEqual([
      ['First', 'pending', 0, 0, 0, []],
      ['First', 'approved', 1, 0, 0, []],
      ['Second', 'approved', 2, 2, 1, []],
      ['Second', 'approved', 2, 1, 1, []],
    ]);
    const { body: now } = await admin.get(`/api/cities/${city.id}`);
    expect((await at('cities', city.id, { time: '2999-01-01' })).body).toEqual({ ...now, photos: [] });
  });
});

describe('two moments', () => {
  it('are compared field by field', async () => {
    const location = await givenLocation(anna, (await givenCity(admin)).id, {
      name: 'One',
      address: 'Street',
    });
    admin.follow(anna);
    await decide(admin, 'locations', location.id, 'approve');
    await admin.put(`/api/locations/${location.id}`, { name: 'Two', address: null });
    const photo = (await addPhoto(admin, location.id)).body;
    const positions = (await historyOf('locations', location.id)).map(({ position }) => position);
    const [submitted = '', approved = '', edited = ''] = positions;
    const response = await compare('locations', location.id, approved, edited);
    expect(response.body).toEqual({
      name: { from: 'One', to: 'Two' },
      address: { from: 'Street', to: null },
    });
    expect((await compare('locations', location.id, edited, submitted)).body).toEqual({
      name: { from: 'Two', to: 'One' },
      address: { from: null, to: 'Street' },
      status: { from: 'approved', to: 'pending' },
    });
    expect((await compare('locations', location.id, edited, edited)).body).toEqual({});
    expect((await compare('locations', location.id, edited, '2999-01-01T00:00:00+02:00')).body).toEqual({
      photos: { from: [], to: [expect.objectContaining({ id: photo.id })] },
    });
  });

  it('of a city are compared without changes of its places', async () => {
    const city = await givenCity(admin, { country: 'Portugal' });
    await admin.put(`/api/cities/${city.id}`, { country: 'Spain' });
    await givenLocation(admin, city.id);
    const [, approved = ''] = (await historyOf('cities', city.id)).map(({ position }) => position);
    expect((await compare('cities', city.id, approved, '2999-01-01')).body).toEqual({
      country: { from: 'Portugal', to: 'Spain' },
    });
  });
});

describe.each([
  ['cities', 'City not found', () => givenCity(admin)],
  ['locations', 'Location not found', () => givenPublicLocation(server)],
] as const)('moments of %s', (what, notFound, given) => {
  it('before the submission, and of objects that never existed, are 404', async () => {
    const { id } = await given();
    const [first] = await historyOf(what, id);
    const before = String(BigInt(String(first?.position)) - 1n);
    for (const moment of [before, '0', '0000000000000000000', { time: '1970-01-01' }, { time: '0001-01-01' }])
      expectProblem(await at(what, id, moment), 404, notFound);
    expectProblem(await at(what, missingId, '1'), 404, notFound);
    expectProblem(await compare(what, id, '0', String(first?.position)), 404, notFound);
    expectProblem(await compare(what, id, String(first?.position), '0'), 404, notFound);
  });

  it('beyond the log’s head are 400', async () => {
    const { id } = await given();
    const beyond = String(BigInt(admin.position() ?? '0') + 1_000_000_000_000n);
    for (const position of [beyond, '9'.repeat(19), '9223372036854775808']) {
      expect((await at(what, id, position)).status).toBe(400);
      expect((await compare(what, id, '1', position)).status).toBe(400);
    }
  });

  let known: Entity;
  beforeAll(async () => {
    known = await given();
  });

  it.each([
    {},
    { position: '' },
    { position: '-1' },
    { position: '+1' },
    { position: '1.5' },
    { position: '1e30' },
    { position: '1'.repeat(20) },
    { position: '0x10' },
    { position: ' 1' },
    { position: '٣' },
    { position: 'NaN' },
    { position: '2026-01-01' },
    { position: '1', time: '2026-01-01' },
    { time: '' },
    { time: '1' },
    { time: '2026' },
    { time: '2026-13-01' },
    { time: '2026-01-01T00:00:00' },
    { time: '2026-01-01T25:00:00Z' },
    { time: '+275760-09-13T00:00:00Z' },
    { time: '275760-09-14T00:00:00Z' },
    { time: '1e30' },
    { time: 'yesterday' },
    { time: `2026-01-01T00:00:00.${'0'.repeat(1000)}Z` },
  ])('with the position %j are 400', async (moment) => {
    expect((await at(what, known.id, moment)).status).toBe(400);
  });

  it('with two positions, or without one, are 400', async () => {
    const { id } = known;
    for (const asked of ['at?position=1&position=2', 'at?time[]=2026-01-01', 'compare', 'compare?from=1'])
      expect((await admin.get(`/api/admin/${what}/${id}/${asked}`)).status, asked).toBe(400);
    for (const text of ['-1', '1e30', '', 'x']) expect((await compare(what, id, text, '1')).status).toBe(400);
  });
});
