import { describe, expect, it } from 'vitest';

import { textsIn } from '../auth/world.ts';
import type { Client } from './client.ts';
import { decide, givenCity, givenLocation, givenPublicLocation } from './given.ts';
import { addPhoto } from './pictures.ts';
import { password, startWithPeople, type Person } from './server.ts';

/** The names by which people are credited for their photos and places. */

const { server, admin, anna } = await startWithPeople();

const call = (who: Person, publicName: string | null) => who.patch('/auth/account', { publicName });
const creditsAt = async (who: Client, place: string) => {
  const photos = (await who.get(`/api/locations/${place}/photos?imageData=omit`)).body;
  return (photos as unknown as { credit: unknown }[]).map(({ credit }) => credit);
};
const addedBy = async (who: Client, place: string) =>
  (await who.get(`/api/locations/${place}`)).body.addedBy as unknown;
/** The place's credit in each list that contains the place. */
const addedByInLists = async (city: string, place: string, name: string) => {
  const found = [];
  for (const path of [
    `/api/locations?city=${city}`,
    `/api/locations?search=${encodeURIComponent(name)}`,
    '/api/locations/trending',
  ]) {
    const places = (await server.visitor.get(path)).body as unknown as { id: string; addedBy: unknown }[];
    found.push(places.find(({ id }) => id === place)?.addedBy);
  }
  return found;
};

describe('a photo', () => {
  it('has no credit until its uploader has a public name, and then has it in every answer', async () => {
    const place = (await givenPublicLocation(server)).id;
    const sent = await addPhoto(anna, place);
    expect(sent.body.credit).toBeNull();
    expect(await creditsAt(server.visitor, place)).toEqual([null]);
    await call(anna, 'A. Öberg');
    const credit = { userId: anna.id, name: 'A. Öberg' };
    await expect.poll(() => creditsAt(server.visitor, place)).toEqual([credit]);
    expect(await creditsAt(anna, place)).toEqual([credit]);
    expect((await addPhoto(anna, place)).body.credit).toEqual(credit);
    const described = await anna.patch(`/api/photos/${sent.body.id}`, { caption: 'At noon' });
    expect(described.body.credit).toEqual(credit);
    const ofAdmin = await addPhoto(admin, place);
    expect(ofAdmin.body.credit).toBeNull();
    expect(await creditsAt(server.visitor, place)).toEqual([credit, credit, null]);
  });

  it('changes its credit with the name even in cached answers, and loses it with the account', async () => {
    const ben = await server.register('Ben');
    await call(ben, 'Ben the first');
    const place = (await givenPublicLocation(server)).id;
    await addPhoto(ben, place);
    const nameOf = async () =>
      (await creditsAt(server.visitor, place)).map((credit) => (credit as { name: string } | null)?.name);
    // Requested twice, because the second response comes from the cache.
    expect([await nameOf(), await nameOf()]).toEqual([['Ben the first'], ['Ben the first']]);
    await call(ben, 'Ben the second');
    await expect.poll(nameOf).toEqual(['Ben the second']);
    expect((await ben.post('/auth/account/erasure', { password })).status).toBe(204);
    await expect.poll(() => creditsAt(server.visitor, place)).toEqual([null]);
    expect(await creditsAt(admin, place)).toEqual([null]);
  });
});

describe('a place', () => {
  it('shows who added it once it is approved', async () => {
    const cleo = await server.register('Cleo');
    await call(cleo, 'Cléo D.');
    const city = (await givenCity(admin)).id;
    const sent = await givenLocation(cleo, city, { name: 'A rooftop of Cleo’s' });
    expect(sent.addedBy).toBeNull();
    expect(await addedBy(cleo, sent.id)).toBeNull();
    expect(await addedBy(admin, sent.id)).toBeNull();
    const credit = { userId: cleo.id, name: 'Cléo D.' };
    expect((await decide(admin, 'locations', sent.id, 'approve')).addedBy).toEqual(credit);
    await server.caughtUp();
    expect(await addedBy(server.visitor, sent.id)).toEqual(credit);
    expect(await addedByInLists(city, sent.id, 'rooftop')).toEqual([credit, credit, credit]);
    await call(cleo, null);
    await expect.poll(() => addedBy(server.visitor, sent.id)).toBeNull();
    await expect.poll(() => addedByInLists(city, sent.id, 'rooftop')).toEqual([null, null, null]);
    await decide(admin, 'locations', sent.id, 'reopen');
    await call(cleo, 'Cléo D.');
    expect(await addedBy(cleo, sent.id)).toBeNull();
  });

  it('loses the name with the account, even in cached answers', async () => {
    const dora = await server.register('Dora');
    const city = (await givenCity(admin)).id;
    const place = await givenLocation(dora, city, { name: 'A quay of Dora’s' });
    await decide(admin, 'locations', place.id, 'approve');
    await call(dora, 'Dora E.');
    const credit = { userId: dora.id, name: 'Dora E.' };
    await expect.poll(() => addedByInLists(city, place.id, 'quay')).toEqual([credit, credit, credit]);
    await dora.post('/auth/account/erasure', { password });
    await expect.poll(() => addedByInLists(city, place.id, 'quay')).toEqual([null, null, null]);
    await expect.poll(() => addedBy(server.visitor, place.id)).toBeNull();
  });
});

it('a public name is in no event and in no read model, and an erased one nowhere', async () => {
  const name = 'Wilhelmina Quist';
  const eve = await server.register('Eve');
  await call(eve, name);
  const place = await givenLocation(eve, (await givenCity(admin)).id);
  await decide(admin, 'locations', place.id, 'approve');
  await addPhoto(eve, place.id);
  await server.caughtUp();
  expect(await addedBy(server.visitor, place.id)).toMatchObject({ name });
  const texts = await textsIn(server.folder.path);
  expect(texts.filter((text) => text.includes(name)).length).toBeGreaterThan(0);
  await eve.post('/auth/account/erasure', { password });
  for (const text of await textsIn(server.folder.path)) expect(text).not.toContain(name);
});

describe('about this installation', () => {
  it('everybody can read the licence of uploads, and that it sends no mail', async () => {
    const url = 'https://creativecommons.org/licenses/by/4.0/';
    for (const who of [server.visitor, anna])
      expect((await who.get('/api/about')).body).toEqual({
        photoLicence: { name: 'CC BY 4.0', url },
        sendsMail: false,
        foreignPictures: true,
        publicKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        map: { kind: 'outline', styleUrl: null, attribution: null },
      });
  });
});
