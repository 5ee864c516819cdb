import { expect, it } from 'vitest';

import { QueueDetail } from '#contracts/moderation/views';

import { idsOf, expectProblem, type Entity } from './client.ts';
import { givenCity, givenEdit, givenLocation, givenPublicLocation, missingId, reportItem } from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { type Person, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

async function detailOf(kind: string, id: string, after: Person): Promise<QueueDetail> {
  admin.follow(after);
  const response = await admin.get(`/api/admin/queue/${kind}/${id}`);
  expect(response.status, response.text).toBe(200);
  return QueueDetail.parse(response.body);
}

it('shows what an edit changes, and what has changed since', async () => {
  const place = await givenPublicLocation(server, { description: 'Made against this.', address: 'Old 1' });
  anna.follow(admin);
  const edit = await givenEdit(anna, place.id, { description: 'Proposed.', address: 'New 1' });
  await admin.put(`/api/locations/${place.id}`, { description: 'Now this.' });
  anna.follow(admin);
  const detail = await detailOf('edit', edit.id, anna);
  expect(detail).toMatchObject({
    item: { kind: 'edit', id: edit.id, flags: ['conflict', 'new-member'] },
    waits: true,
    changes: {
      description: { from: 'Made against this.', to: 'Proposed.' },
      address: { from: 'Old 1', to: 'New 1' },
    },
    conflicts: { description: 'Now this.' },
  });
  await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/reject`);
  expect((await detailOf('edit', edit.id, admin)).waits).toBe(false);
});

it('no longer waits while its city is closed', async () => {
  const dora = await server.register('Dora');
  const city = await givenCity(dora);
  const place = await givenLocation(dora, city.id);
  const photo = (await addPhoto(dora, place.id)).body;
  const waits = async (after: Person) => [
    (await detailOf('location', place.id, after)).waits,
    (await detailOf('photo', photo.id, after)).waits,
  ];
  expect(await waits(dora)).toEqual([true, true]);
  expect((await admin.post(`/api/admin/cities/${city.id}/reject`)).status).toBe(200);
  expect(await waits(admin)).toEqual([false, false]);
  for (const path of [`location/${place.id}`, `photo/${photo.id}`]) {
    const asked = await admin.post(`/api/admin/queue/${path}/second-opinion`, { note: 'Is it?' });
    expectProblem(asked, 409, 'This has already been decided.');
  }
  expect((await admin.post(`/api/admin/cities/${city.id}/reopen`)).status).toBe(200);
  expect(await waits(admin)).toEqual([true, true]);
});

it('shows a photo’s place, the same picture elsewhere, and the person’s other photos', async () => {
  const [one, other] = [await givenPublicLocation(server), await givenPublicLocation(server)];
  anna.follow(admin);
  ben.follow(admin);
  const bytes = await pictureBytes();
  const photo = (await addPhoto(anna, one.id, bytes)).body;
  const same = (await addPhoto(ben, other.id, bytes)).body;
  const another = (await addPhoto(anna, other.id)).body;
  ben.follow(anna);
  const detail = await detailOf('photo', photo.id, ben);
  expect(detail.photo).toMatchObject({ id: photo.id, locationName: one.name });
  expect(idsOf(detail.sameElsewhere)).toEqual([same.id]);
  expect(idsOf(detail.othersOfPerson)).toEqual([another.id]);
});

it('shows who reported what, and nothing of answered reports', async () => {
  const place = await givenPublicLocation(server);
  for (const [person, reason, note] of [
    [anna, 'gone', 'Torn down in May.'],
    [ben, 'wrong', undefined],
  ] as const) {
    person.follow(admin);
    const body = { entityType: 'location', entityId: place.id, reason, ...(note && { note }) };
    expect((await person.post('/api/reports', body)).status).toBe(201);
  }
  const id = `location-${place.id}`;
  admin.follow(anna);
  const detail = await detailOf('report', id, ben);
  expect(detail.reports).toMatchObject([
    { reason: 'gone', note: 'Torn down in May.', by: { id: anna.id } },
    { reason: 'wrong', note: null, by: { id: ben.id } },
  ]);
  const item = { ...reportItem('location', place.id), decision: 'reject' };
  await admin.post('/api/admin/decisions', { items: [item] });
  expect((await detailOf('report', id, admin)).reports).toEqual([]);
});

it('shows the state before a change, of a city’s fields and of a featured photo', async () => {
  const place = await givenPublicLocation(server);
  anna.follow(admin);
  const edited = await anna.put(`/api/cities/${place.cityId}`, { country: 'Elsewhere' });
  expect(edited.status).toBe(200);
  const first = (await addPhoto(admin, place.id)).body;
  const second = (await addPhoto(admin, place.id)).body;
  await admin.patch(`/api/photos/${first.id}/primary`, { locationId: place.id });
  anna.follow(admin);
  await anna.patch(`/api/photos/${second.id}/primary`, { locationId: place.id });
  admin.follow(anna);
  const list = await admin.get(`/api/admin/queue?kind=change&city=${place.cityId}`);
  const [country, photo] = list.body as unknown as Entity[];
  expect((await detailOf('change', country?.id ?? '', anna)).changes).toEqual({
    country: { from: 'Portugal', to: 'Elsewhere' },
  });
  const detail = await detailOf('change', photo?.id ?? '', anna);
  expect(detail).toMatchObject({ photo: { id: second.id }, photoBefore: { id: first.id } });
});

it('is not found for an item that never waited, or for an unknown kind', async () => {
  expectProblem(await admin.get(`/api/admin/queue/city/${missingId}`), 404, 'Not found');
  expect((await admin.get(`/api/admin/queue/boat/${missingId}`)).status).toBe(404);
});

it('shows how a reporter’s reports were answered, and earlier decisions about the same item', async () => {
  const place = await givenPublicLocation(server);
  const cara = await server.register('Cara');
  const report = async () => {
    cara.follow(admin);
    await cara.post('/api/reports', { entityType: 'location', entityId: place.id, reason: 'wrong' });
    admin.follow(cara);
  };
  const id = `location-${place.id}`;
  const respond = (decision: 'approve' | 'reject') =>
    admin.post('/api/admin/decisions', { items: [{ ...reportItem('location', place.id), decision }] });
  await report();
  expect((await detailOf('report', id, cara)).reports).toMatchObject([
    { by: { id: cara.id }, upheld: 0, dismissed: 0 },
  ]);
  await respond('reject');
  await report();
  await respond('approve');
  await report();
  await respond('approve');
  await report();
  const detail = await detailOf('report', id, cara);
  expect(detail.reports).toMatchObject([{ by: { id: cara.id }, upheld: 2, dismissed: 1 }]);
  expect((await admin.get(`/api/admin/people/${cara.id}`)).body).toMatchObject({ reportsUpheld: 2 });
  expect(detail.decisions.slice(0, 3)).toMatchObject([
    { type: 'reports-upheld', by: { id: admin.id }, reason: null },
    { type: 'reports-upheld' },
    { type: 'reports-dismissed' },
  ]);
});

it('answers an unknown id with 404, and a malformed one with 400', async () => {
  for (const [id, status] of [
    [missingId, 404],
    [`location-${missingId}`, 404],
    ['nothing', 400],
    ['location-nothing', 400],
    ['a%00b', 400],
  ] as const) {
    expect((await admin.get(`/api/admin/queue/city/${id}`)).status, id).toBe(status);
    const asked = await admin.post(`/api/admin/queue/city/${id}/second-opinion`, { note: 'Is it?' });
    expect(asked.status, id).toBe(status);
  }
});
