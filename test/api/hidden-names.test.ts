import { describe, expect, it } from 'vitest';

import { hiddenNames } from '#contracts/shared/texts';

import { decide, givenCity, givenEdit, givenLocation } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople, type Person } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const moderator = await server.registerModerator('Mo');

const submissionsOf = async (who: Person) => {
  const { body } = await who.get('/api/submissions');
  return body.map(({ entityType, name, thumbnailUrl }) => ({ entityType, name, thumbnailUrl }));
};
const report = (by: Person, entityType: string, entityId: string) =>
  by.post('/api/reports', { entityType, entityId, reason: 'wrong' });

describe('my submissions', () => {
  it('do not name or show a place that the person can no longer see', async () => {
    const city = await givenCity(admin);
    anna.follow(admin);
    const place = await givenLocation(anna, city.id);
    await decide(admin, 'locations', place.id, 'approve');
    for (const who of [ben, moderator]) {
      who.follow(admin);
      await givenEdit(who, place.id, { description: 'Better' });
      await report(who, 'location', place.id);
    }
    const photo = await addPhoto(ben, place.id);
    await report(ben, 'photo', photo.body.id);
    await addPhoto(anna, place.id, undefined, { isPrimary: 1 });
    await decide(admin, 'locations', place.id, 'reopen');
    anna.follow(admin);
    const renamed = await anna.put(`/api/locations/${place.id}`, { name: 'Not for Ben' });
    expect(renamed.status).toBe(200);
    for (const who of [ben, moderator]) who.follow(anna);
    const hidden = (entityType: string) => ({ entityType, name: hiddenNames.location, thumbnailUrl: null });
    const all = ['report', 'photo', 'report', 'edit'].map(hidden);
    expect(await submissionsOf(ben)).toEqual(all);
    expect((await submissionsOf(moderator)).map(({ name }) => name)).toEqual(['Not for Ben', 'Not for Ben']);

    await admin.delete(`/api/locations/${place.id}`);
    ben.follow(admin);
    expect(await submissionsOf(ben)).toEqual(['report', 'report'].map(hidden));
  });

  it('do not name a reported city that the person can no longer see', async () => {
    const city = await givenCity(anna);
    await decide(admin, 'cities', city.id, 'approve');
    ben.follow(admin);
    await report(ben, 'city', city.id);
    await decide(admin, 'cities', city.id, 'reopen');
    ben.follow(admin);
    expect((await submissionsOf(ben))[0]).toMatchObject({ entityType: 'report', name: hiddenNames.city });
  });
});

describe('a place in a city that its submitter can no longer see', () => {
  it('does not name the city', async () => {
    const city = await givenCity(anna);
    await decide(admin, 'cities', city.id, 'approve');
    ben.follow(admin);
    const place = await givenLocation(ben, city.id);
    const namesFor = async (who: Person) => {
      const { body } = await who.get(`/api/locations/${place.id}`);
      return [body.cityName, body.country];
    };
    expect(await namesFor(ben)).toEqual([city.name, city.country]);
    await decide(admin, 'cities', city.id, 'reopen');
    for (const who of [ben, moderator]) who.follow(admin);
    expect(await namesFor(ben)).toEqual([hiddenNames.city, '']);
    expect(await namesFor(moderator)).toEqual([city.name, city.country]);
  });
});
