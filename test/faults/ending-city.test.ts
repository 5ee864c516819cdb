import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, test } from 'vitest';

import { streamOf, type DomainEvent, type Recorded } from '#contracts/events';
import { shown } from '#contracts/shared/shown';
import { cityDecider } from '#command-service/city/decider';
import type { Decider } from '#platform/commands/decider';
import { locationDecider } from '#command-service/location/decider';

import { newEvent } from '../harness/events.ts';
import type { ApiResponse, Json } from '../harness/http.ts';
import { startPopulated } from '../harness/for-file.ts';
import type { Person } from '../harness/in-process.ts';
import { expectNoLeftovers, type Place } from '../harness/leftovers.ts';
import { pictureOf } from '../harness/pictures.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';
import { cityInput } from '../harness/inputs.ts';

const { folder, server, admin, ann, bob } = await startPopulated();
afterAll(async () => {
  await expectEqualToReplay(folder);
  expectDocumentsAsFolded(await contentsIn(folder), await folder.events());
});

const send = (who: Person, method: string, path: string, body?: unknown) =>
  server.call(method, path, { token: who.token, body });

async function made(who: Person, path: string, body: object): Promise<Json> {
  const response = await send(who, 'POST', path, body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}
const cityBy = async (who: Person): Promise<string> => (await made(who, '/api/cities', cityInput())).id;
/** The names by which the city's locations can be found. */
const input = (cityId: string) => ({
  name: `Place in ${cityId}`,
  description: 'A view',
  cityId,
  category: 'cafe',
});
const locationBy = async (who: Person, cityId: string): Promise<string> =>
  (await made(who, '/api/locations', input(cityId))).id;
const photoOn = async (locationId: string, picture: number): Promise<Json> =>
  made(ann, `/api/locations/${locationId}/photos`, {
    imageData: await pictureOf(picture),
    fileName: 'a.png',
  });

const expectNothingLeft = (cityId: string, places: readonly Place[], position: bigint): Promise<void> =>
  expectNoLeftovers({ server, admin, ann }, { cityId, places, position });

/** The statuses of a city's locations according to the log, by id. */
function statusesIn(events: readonly Recorded[], cityId: string): Map<string, string> {
  const foldAll = <State>(
    { initial, evolve }: Pick<Decider<State, never, never, never>, 'initial' | 'evolve'>,
    kind: string,
  ) => {
    const states = new Map<string, State>();
    for (const event of events) {
      // The cast: a stream holds only events of its own decider.
      if (event.stream.startsWith(kind))
        states.set(event.stream, evolve(states.get(event.stream) ?? initial, event as never));
    }
    return states;
  };
  const city = foldAll(cityDecider, 'city-').get(streamOf.city(cityId));
  const locations = [...foldAll(locationDecider, 'location-').values()];
  const inside = locations.filter((location) => location?.fields.cityId === cityId);
  return new Map(inside.flatMap((each) => (each === undefined ? [] : [[each.id, shown(each, city).status]])));
}

describe('a city that is deleted while people write to it', () => {
  const rounds = Number(process.env['RACE_ROUNDS'] ?? 4);

  test('leaves nothing visible at any moment', { timeout: 60_000 + rounds * 10_000 }, async () => {
    const stats = async () => (await server.call('GET', '/api/stats')).body;
    for (let round = 0; round < rounds; round += 1) {
      await server.settled();
      const before = await stats();
      const [city, other] = [await cityBy(admin), await cityBy(admin)];
      const ids = [await locationBy(ann, city), await locationBy(ann, city), await locationBy(admin, city)];
      const [waiting = '', open = '', shown = ''] = ids;
      const photo = await photoOn(shown, round);
      const outside = await locationBy(admin, other);
      const edit = await send(bob, 'PUT', `/api/locations/${shown}`, { name: 'Proposed' });
      expect(edit.status).toBe(202);

      const work: (() => Promise<ApiResponse>)[] = [
        ...Array.from({ length: 8 }, () => () => send(ann, 'POST', '/api/locations', input(city))),
        () => send(admin, 'POST', '/api/locations', input(city)),
        () => send(admin, 'POST', `/api/admin/locations/${waiting}/approve`),
        () => send(ann, 'PUT', `/api/locations/${open}`, { description: 'Another view' }),
        () => send(admin, 'PUT', `/api/locations/${shown}`, { description: 'Another view' }),
        () => send(bob, 'PUT', `/api/locations/${shown}`, { address: 'Proposed' }),
        () => send(admin, 'POST', `/api/admin/locations/${shown}/edits/${edit.body.id}/approve`),
        () => send(admin, 'PUT', `/api/locations/${outside}`, { cityId: city }),
        async () =>
          send(ann, 'POST', `/api/locations/${shown}/photos`, {
            imageData: await pictureOf(100 + round),
            fileName: 'b.png',
          }),
      ];
      const responses = work.map((start) => start());
      await Promise.race(responses.slice(round % 8));
      const deletion = await send(admin, 'DELETE', `/api/cities/${city}`);
      expect(deletion.status).toBe(204);
      const position = deletion.position ?? 0n;
      const late = randomUUID();
      await append(streamOf.location(late), 'none', ann.id, submitted(late, city));

      const over = new AbortController();
      const done = Promise.all(responses).then(async (all) => {
        await server.settled();
        over.abort();
        return all;
      });
      const places = ids.map((id) => ({ id, photoUrl: id === shown ? String(photo.url) : '' }));
      while (!over.signal.aborted) await expectNothingLeft(city, places, position);
      for (const { status, text } of await done) expect(status, text).toBeLessThan(500);

      const events = await folder.events();
      const statuses = statusesIn(events, city);
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([waiting, open, shown, late]));
      for (const [id, status] of statuses) expect(status, id).toBe('deleted');
      const all = [...statuses.keys()].map((id) => ({ id, photoUrl: '' }));
      await expectNothingLeft(city, [...places, ...all], position);
      // Only the other city is added, with the location if it had not moved yet.
      const moved = statuses.has(outside) ? 0 : 1;
      expect(await stats()).toMatchObject({
        cities: before.cities + 1,
        locations: before.locations + moved,
        photos: before.photos,
      });
    }
  });
});

/** Appends an event after a city was closed, as another process would that did not know of it. */
async function append(stream: string, expected: bigint | 'none', actor: string, event: DomainEvent) {
  await using log = await folder.openLog();
  return (await log.append(stream, expected, [newEvent(actor, event)])).position;
}
const submitted = (locationId: string, cityId: string): DomainEvent => ({
  type: 'location-submitted.v1',
  data: { locationId, ...input(cityId), address: null, bestTimeToVisit: null },
});
const statusOf = async (locationId: string): Promise<string | undefined> => {
  await server.settled();
  const all = await server.list('/api/admin/locations', { token: admin.token });
  return all.find(({ id }) => id === locationId)?.status;
};

describe('events after their city was closed', () => {
  test.each(['location-approved.v1', 'location-withdrawn.v1'] as const)(
    'a location with %s after the deletion is deleted too',
    async (type) => {
      const city = await cityBy(admin);
      const locationId = await locationBy(ann, city);
      await using log = await folder.openLog();
      const [, { position }] = await Promise.all([
        log.append(streamOf.city(city), 1n, [
          newEvent(admin.id, { type: 'city-deleted.v1', data: { cityId: city } }),
        ]),
        log.append(streamOf.location(locationId), 0n, [
          newEvent(admin.id, { type, data: { locationId, cityId: city } }),
        ]),
      ]);
      await expectNothingLeft(city, [{ id: locationId, photoUrl: '' }], position);
      expect(await statusOf(locationId)).toBe('deleted');
      expect(statusesIn(await folder.events(), city).get(locationId)).toBe('deleted');
    },
  );

  test('a photo added to a location of a deleted city is hidden, and returns with the city', async () => {
    const city = await cityBy(admin);
    const locationId = await locationBy(admin, city);
    const { id: photoId } = await photoOn(locationId, 400);
    const added = (await folder.events()).find(({ stream }) => stream === streamOf.photo(photoId));
    if (added?.type !== 'photo-added.v1') throw new Error('the photo is not in the log');
    await send(admin, 'DELETE', `/api/photos/${photoId}`);
    await send(admin, 'DELETE', `/api/cities/${city}`);
    await append(streamOf.photo(photoId), 1n, ann.id, { type: added.type, data: added.data });
    await server.settled();
    const rendition = `/photos/${photoId}/32.webp`;
    expect((await server.call('GET', rendition)).status).toBe(404);
    const { position } = await send(admin, 'POST', `/api/admin/cities/${city}/restore`);
    expect((await server.call('GET', rendition, { minPosition: position })).status).toBe(200);
  });
});

describe.each([
  ['reject', 'rejected', () => admin, (id: string) => `/api/admin/cities/${id}/reject`],
  ['withdraw', 'withdrawn', () => ann, (id: string) => `/api/cities/${id}/withdraw`],
] as const)('to %s a pending city', (_, status, who, pathOf) => {
  test('declines or withdraws its pending locations, also those submitted at the same moment', async () => {
    const city = await cityBy(ann);
    const early = await locationBy(ann, city);
    const submissions = Array.from({ length: 6 }, () => send(ann, 'POST', '/api/locations', input(city)));
    const [end, ...responses] = await Promise.all([send(who(), 'POST', pathOf(city)), ...submissions]);
    expect(end.status, end.text).toBe(200);
    for (const response of responses) expect([201, 404, 409], response.text).toContain(response.status);
    const seen = await server.list(`/api/admin/locations?status=pending`, {
      token: admin.token,
      minPosition: end.position,
    });
    expect(seen.filter(({ cityId }) => cityId === city)).toEqual([]);
    await server.settled();
    const statuses = statusesIn(await folder.events(), city);
    expect(statuses.has(early)).toBe(true);
    for (const [id, found] of statuses) expect(found, id).toBe(status);
  });

  test('declines or withdraws locations that are submitted after it', async () => {
    const city = await cityBy(ann);
    const end = await send(who(), 'POST', pathOf(city));
    expect(end.status).toBe(200);
    const late = randomUUID();
    await append(streamOf.location(late), 'none', ann.id, submitted(late, city));
    expect(await statusOf(late)).toBe(status);
    expect(statusesIn(await folder.events(), city)).toEqual(new Map([[late, status]]));
  });
});
