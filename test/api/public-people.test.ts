import { describe, expect, it } from 'vitest';

import { idsOf, allPages, expectProblem, type Client, type Entity } from './client.ts';
import { decide, givenCity, givenLocation, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { password, startWithPeople, type Person } from './server.ts';

/** People's own pages: who has one, and what it lists. */

const { server, admin, anna } = await startWithPeople();
const { visitor } = server;

interface PublicPerson {
  readonly since: string;
  readonly photos: number;
  readonly places: number;
}
const turn = async (who: Person, body: object) => {
  const response = await who.patch('/auth/account', body);
  expect(response.status, response.text).toBe(200);
  return response.body as unknown as { publicPage: boolean };
};
/** A new person with a public name and a page. */
async function withPage(name: string): Promise<Person> {
  const person = await server.register(name);
  await turn(person, { publicName: name, publicPage: true });
  return person;
}
async function givenApproved(by: Person, cityId: string, changes: object = {}): Promise<Entity> {
  const place = await givenLocation(by, cityId, changes);
  await decide(admin, 'locations', place.id, 'approve');
  visitor.follow(admin);
  return place;
}
const pageOf = async (id: string, who: Client = visitor) =>
  (await who.get(`/api/people/${id}`)).body as unknown as PublicPerson;
const countsOf = async (id: string) => {
  const { photos, places } = await pageOf(id);
  return { photos, places };
};
const photosOf = (id: string) => `/api/photos?by=${id}`;
const placesOf = (id: string) => `/api/locations?addedBy=${id}`;
const statusOf = async (id: string, who: Client = visitor) => (await who.get(`/api/people/${id}`)).status;

describe('a person’s page', () => {
  it('is off by default, and needs a public name', async () => {
    const person = await server.register('Olga');
    expect((await turn(person, { publicName: 'Olga' })).publicPage).toBe(false);
    expectProblem(await visitor.get(`/api/people/${person.id}`), 404, 'Person not found');
    expect((await turn(person, { publicPage: true })).publicPage).toBe(true);
    expect((await person.get('/api/auth/user')).body).toMatchObject({ publicPage: true });
    expect(await statusOf(person.id)).toBe(200);
    await turn(person, { publicName: null });
    for (const who of [visitor, person, admin]) expect(await statusOf(person.id, who)).toBe(404);
    expect((await turn(person, { publicName: 'Olga again' })).publicPage).toBe(true);
    expect(await statusOf(person.id)).toBe(200);
  });

  it('shows the name, the month of joining and two counts, and nothing else', async () => {
    const person = await withPage('Petra P.');
    const response = await visitor.get(`/api/people/${person.id}`);
    expect(response.body).toEqual({
      id: person.id,
      name: 'Petra P.',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      photos: 0,
      places: 0,
    });
    expect(await statusOf(person.id.toUpperCase())).toBe(200);
  });

  it('is 404 without an account and for a malformed id, and refuses an invalid switch', async () => {
    expect(await statusOf(missingId)).toBe(404);
    for (const id of ['7', `${missingId}0`, '%00']) expect(await statusOf(id)).toBe(400);
    for (const publicPage of [null, 'true', 1, [true]])
      expectProblem(
        await anna.patch('/auth/account', { publicPage }),
        400,
        'Public page must be true or false',
      );
  });

  it('disappears at once when it is turned off, when its person is blocked, and with the account', async () => {
    const person = await withPage('Quirin');
    const city = (await givenCity(admin)).id;
    const place = await givenApproved(person, city);
    await addPhoto(person, place.id);
    visitor.follow(person);
    const found = async () => [
      await statusOf(person.id),
      (await visitor.get(placesOf(person.id))).body.length,
      (await visitor.get(photosOf(person.id))).body.length,
    ];
    // Twice, because the second response might come from a cache.
    const both = async () => [await found(), await found()];
    const there = [200, 1, 1];
    const gone = [404, 0, 0];
    expect(await both()).toEqual([there, there]);
    for (let round = 0; round < 5; round += 1) {
      await turn(person, { publicPage: false });
      expect(await both()).toEqual([gone, gone]);
      await turn(person, { publicPage: true });
      expect(await both()).toEqual([there, there]);
    }
    await admin.post(`/api/admin/people/${person.id}/block`);
    expect(await both()).toEqual([gone, gone]);
    expect(await statusOf(person.id, admin)).toBe(404);
    await admin.post(`/api/admin/people/${person.id}/unblock`);
    expect(await both()).toEqual([there, there]);
    expect((await person.post('/auth/account/erasure', { password })).status).toBe(204);
    expect(await both()).toEqual([gone, gone]);
  });

  it('is linked from credits while it exists', async () => {
    const person = await server.register('Rosa');
    await turn(person, { publicName: 'Rosa' });
    const city = (await givenCity(admin)).id;
    const place = await givenApproved(person, city);
    await addPhoto(person, place.id);
    visitor.follow(person);
    const said = async () => {
      const [location, [inList], [photo]] = await Promise.all([
        visitor.get(`/api/locations/${place.id}`).then(({ body }) => body),
        visitor.get(`/api/locations?city=${city}`).then(({ body }) => body),
        visitor.get(`/api/locations/${place.id}/photos?imageData=omit`).then(({ body }) => body),
      ]);
      return [location, inList, photo].map(
        (each) =>
          (each as unknown as Record<string, unknown>)[each === photo ? 'creditHasPage' : 'addedByHasPage'],
      );
    };
    const no = [false, false, false];
    const yes = [true, true, true];
    expect(await said()).toEqual(no);
    await turn(person, { publicPage: true });
    await expect.poll(said).toEqual(yes);
    await admin.post(`/api/admin/people/${person.id}/block`);
    await expect.poll(said).toEqual(no);
    await admin.post(`/api/admin/people/${person.id}/unblock`);
    await expect.poll(said).toEqual(yes);
    await turn(person, { publicPage: false });
    await expect.poll(said).toEqual(no);
  });
});

describe('its lists', () => {
  it('contain only that person’s public content, newest first, page by page, with the total', async () => {
    const person = await withPage('Sven');
    const other = await withPage('Tilda');
    const city = (await givenCity(admin)).id;
    const places = [];
    for (let count = 0; count < 3; count += 1) places.push(await givenApproved(person, city));
    const [first, second, third] = idsOf(places);
    const ofOther = await givenApproved(other, city);
    const photos = [];
    for (const place of [first, third, ofOther.id, second])
      photos.push((await addPhoto(person, place ?? '')).body.id);
    await addPhoto(other, first ?? '');
    visitor.follow(person);
    visitor.follow(other);
    for (const who of [visitor, person, other, admin]) {
      who.follow(visitor);
      expect(idsOf((await who.get(placesOf(person.id))).body)).toEqual([third, second, first]);
      expect(idsOf((await who.get(photosOf(person.id))).body)).toEqual(photos.toReversed());
    }
    expect(await countsOf(person.id)).toEqual({ photos: 4, places: 3 });
    for (const [path, all] of [
      [placesOf(person.id), [third, second, first]],
      [photosOf(person.id), photos.toReversed()],
    ] as const) {
      const page = await visitor.get(`${path}&limit=2`);
      expect(idsOf(page.body)).toEqual(all.slice(0, 2));
      expect(page.headers.get('X-Total-Count')).toBe(String(all.length));
      expect(idsOf(await allPages(visitor, `${path}&limit=1`))).toEqual(all);
      expect(idsOf((await visitor.get(`${path}&limit=2&page=2`)).body)).toEqual(all.slice(2));
      expectProblem(await visitor.get(`${path}&limit=501`), 400);
      expectProblem(await visitor.get(`${path}&cursor=nonsense`), 400);
    }
    const [newest] = (await visitor.get(photosOf(person.id))).body;
    const name = { userId: person.id, name: 'Sven' };
    expect(newest).toMatchObject({ locationId: second, credit: name, creditHasPage: true });
    expect(newest).toMatchObject({ locationName: places[1]?.name, cityName: places[1]?.cityName });
  });

  it('leave out pending, declined and deleted items, and items in a closed city', async () => {
    const person = await withPage('Ulla');
    const [open, closing] = [(await givenCity(admin)).id, (await givenCity(admin)).id];
    const kept = await givenApproved(person, open);
    const waits = await givenLocation(person, open);
    const declined = await givenLocation(person, open);
    await decide(admin, 'locations', declined.id, 'reject');
    const deleted = await givenApproved(person, open);
    const inClosing = await givenApproved(person, closing);
    const photos: Record<string, string> = {};
    for (const { id } of [kept, waits, deleted, inClosing]) photos[id] = (await addPhoto(person, id)).body.id;
    const removed = (await addPhoto(person, kept.id)).body.id;
    await person.delete(`/api/photos/${removed}`);
    await admin.delete(`/api/locations/${deleted.id}`);
    await admin.delete(`/api/cities/${closing}`);
    const listed = async () => {
      for (const who of [admin, person]) visitor.follow(who);
      return [
        idsOf((await visitor.get(placesOf(person.id))).body),
        idsOf((await visitor.get(photosOf(person.id))).body),
        await countsOf(person.id),
      ];
    };
    expect(await listed()).toEqual([[kept.id], [photos[kept.id]], { photos: 1, places: 1 }]);
    await decide(admin, 'cities', closing, 'restore');
    await decide(admin, 'locations', waits.id, 'approve');
    await decide(admin, 'locations', deleted.id, 'restore');
    expect(await countsOf(person.id)).toEqual({ photos: 4, places: 4 });
    await decide(admin, 'locations', kept.id, 'reopen');
    const [places, pictures] = await listed();
    expect(places).not.toContain(kept.id);
    expect(pictures).not.toContain(photos[kept.id]);
    expect(await countsOf(person.id)).toEqual({ photos: 3, places: 3 });
  });

  it('are empty without a page, and refuse a malformed id', async () => {
    const person = await server.register('Vera');
    await turn(person, { publicName: 'Vera' });
    await givenApproved(person, (await givenCity(admin)).id);
    for (const id of [person.id, missingId])
      for (const path of [placesOf(id), photosOf(id)]) {
        const response = await visitor.get(path);
        expect(response.body).toEqual([]);
        expect(response.headers.get('X-Total-Count')).toBe('0');
        expectProblem(await visitor.get(`${path}&cursor=nonsense`), 400);
      }
    for (const [of, name] of [
      [placesOf, 'addedBy'],
      [photosOf, 'by'],
    ] as const)
      for (const id of ['7', '', `${person.id}0`, `${person.id}&${name}=${person.id}`])
        expectProblem(await visitor.get(of(id)), 400);
    expectProblem(await visitor.get('/api/photos'), 400);
  });

  it('accept the other filters of the list too', async () => {
    const person = await withPage('Wanda');
    const [one, two] = [(await givenCity(admin)).id, (await givenCity(admin)).id];
    const here = { coordinates: { latitude: 41.1, longitude: -8.6 } };
    const cafe = await givenApproved(person, one, { name: 'Wandas cafe', category: 'cafe', ...here });
    const view = await givenApproved(person, two, {
      name: 'Wandas view',
      bestTimeToVisit: 'Evening (6-8 PM)',
    });
    await givenApproved(admin, one, { name: 'Wandas rival', category: 'cafe', ...here });
    await server.caughtUp();
    const found = async (query: string) =>
      idsOf((await visitor.get(`${placesOf(person.id)}&${query}`)).body).sort();
    expect(await found('category=cafe')).toEqual([cafe.id]);
    expect(await found(`city=${two}`)).toEqual([view.id]);
    expect(await found(`city=${two}&category=cafe`)).toEqual([]);
    expect(await found('search=wandas')).toEqual([cafe.id, view.id].sort());
    expect(await found('bestTime=evening')).toEqual([view.id]);
    expect(await found('near=41.1,-8.6')).toEqual([cafe.id]);
    expect(await found('bbox=-9,41,-8,42')).toEqual([cafe.id]);
    expect(await found('minRating=1')).toEqual([]);
  });
});
