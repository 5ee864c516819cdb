import { describe, expect, it } from 'vitest';

import { allPages } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople, type Person } from './server.ts';

const { server, admin, anna } = await startWithPeople();

const expectNumbers = async ({ id }: Person, numbers: { waiting: number; declined: number }) => {
  expect((await admin.get(`/api/admin/people/${id}`)).body).toMatchObject(numbers);
  const listed = await allPages(admin, '/api/admin/people');
  expect(listed.find((person) => person.id === id)).toMatchObject(numbers);
};
const submissionsOf = async (who: Person) => {
  const { body, headers } = await who.get('/api/submissions');
  expect(headers.get('X-Total-Count')).toBe(String(body.length));
  return body.map(({ entityType, status }) => `${entityType}:${status}`);
};

describe('pending items in a person’s numbers', () => {
  it('count as declined after their city is rejected, until it is reopened', async () => {
    const city = await givenCity(anna);
    await givenLocation(anna, city.id);
    await givenCity(anna);
    admin.follow(anna);
    await expectNumbers(anna, { waiting: 3, declined: 0 });
    await decide(admin, 'cities', city.id, 'reject');
    await expectNumbers(anna, { waiting: 1, declined: 2 });
    const queued = await allPages(admin, `/api/admin/queue?submitter=${anna.id}`);
    expect(queued).toMatchObject([{ submitter: { id: anna.id, declined: 2 } }]);
    await decide(admin, 'cities', city.id, 'reopen');
    await expectNumbers(anna, { waiting: 3, declined: 0 });
  });

  it('count as withdrawn after their city is withdrawn', async () => {
    const ben = await server.register('Ben');
    const city = await givenCity(ben);
    await givenLocation(ben, city.id);
    expect((await ben.post(`/api/cities/${city.id}/withdraw`)).status).toBe(200);
    admin.follow(ben);
    await expectNumbers(ben, { waiting: 0, declined: 0 });
  });

  it('count as not pending in a deleted city, as do edits of a deleted place', async () => {
    const carla = await server.register('Carla');
    const [city, place] = [await givenCity(admin), await givenPublicLocation(server)];
    carla.follow(admin);
    for (let count = 0; count < 3; count += 1) await givenLocation(carla, city.id);
    await givenEdit(carla, place.id, { name: 'Another' });
    await givenCity(carla);
    admin.follow(carla);
    await expectNumbers(carla, { waiting: 5, declined: 0 });
    await admin.delete(`/api/cities/${city.id}`);
    await expectNumbers(carla, { waiting: 2, declined: 0 });
    await admin.delete(`/api/locations/${place.id}`);
    await expectNumbers(carla, { waiting: 1, declined: 0 });
    await decide(admin, 'cities', city.id, 'restore');
    await expectNumbers(carla, { waiting: 4, declined: 0 });
  });
});

describe('my submissions', () => {
  it.each(['cities', 'locations'] as const)('leave out items deleted together with %s', async (what) => {
    const dora = await server.register('Dora');
    const [place, other] = [await givenPublicLocation(server), await givenPublicLocation(server)];
    dora.follow(admin);
    await givenEdit(dora, other.id, { name: 'Another' });
    await addPhoto(dora, other.id);
    await givenEdit(dora, place.id, { name: 'Another' });
    await addPhoto(dora, place.id);
    const kept = ['photo:approved', 'edit:pending'];
    expect(await submissionsOf(dora)).toEqual([...kept, ...kept]);
    await admin.delete(`/api/${what}/${what === 'cities' ? place.cityId : place.id}`);
    dora.follow(admin);
    expect(await submissionsOf(dora)).toEqual(kept);
    expect((await allPages(dora, '/api/submissions?limit=1')).map(({ entityId }) => entityId)).toHaveLength(
      2,
    );
    await decide(admin, what, what === 'cities' ? place.cityId : place.id, 'restore');
    dora.follow(admin);
    expect(await submissionsOf(dora)).toEqual([...kept, ...kept]);
  });
});
