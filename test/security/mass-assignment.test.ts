import { describe, expect, it } from 'vitest';

import { cityInput, givenCity, givenLocation, givenPublicLocation, locationInput } from '../api/given.ts';
import { pictureBytes, upload } from '../api/pictures.ts';
import { startWithPeople } from '../api/server.ts';

/** Fields that a client must not set are ignored. */

const { server, anna, ben } = await startWithPeople();
const forbidden = {
  id: '11111111-1111-4111-8111-111111111111',
  status: 'approved',
  role: 'admin',
  isAdmin: true,
  submittedBy: ben.id,
  submitter: { id: ben.id, name: 'Ben' },
  userId: ben.id,
  originalId: ben.id,
  isTrending: 1,
  rating: 5,
  ratingCount: 1000,
  favoriteCount: 1000,
  photoCount: 1000,
  locationCount: 1000,
  isFavorite: true,
  myRating: 5,
  position: '1',
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: '2001-01-01T00:00:00.000Z',
  reviewedBy: anna.id,
  reviewedAt: '2001-01-01T00:00:00.000Z',
  decidedAt: '2001-01-01T00:00:00.000Z',
  emailVerified: true,
  passwordHash: 'x',
  adminEmail: 'anna@example.org',
};

const expectUntouched = (entity: object) => {
  for (const [name, value] of Object.entries(forbidden)) {
    if (name in entity) expect(entity, name).not.toHaveProperty(name, value);
  }
};

describe('fields that a client must not set', () => {
  it('do nothing when a city is created and edited', async () => {
    const made = await anna.post('/api/cities', { ...cityInput(), ...forbidden });
    expect(made.body).toMatchObject({ status: 'pending', submittedBy: anna.id, locationCount: 0 });
    expectUntouched(made.body);
    const changed = await anna.put(`/api/cities/${made.body.id}`, { name: 'Other', ...forbidden });
    expect(changed.body).toMatchObject({ name: 'Other', status: 'pending', submittedBy: anna.id });
    expectUntouched(changed.body);
    expect((await server.visitor.get(`/api/cities/${made.body.id}`)).status).toBe(404);
  });

  it('do nothing when a location is created and edited', async () => {
    const city = await givenCity(anna);
    const made = await anna.post('/api/locations', { ...locationInput(city.id), ...forbidden });
    expect(made.body).toMatchObject({ status: 'pending', submittedBy: anna.id, isTrending: 0, rating: 0 });
    expectUntouched(made.body);
    const changed = await anna.put(`/api/locations/${made.body.id}`, { name: 'Other', ...forbidden });
    expect(changed.body).toMatchObject({ name: 'Other', status: 'pending', submittedBy: anna.id });
    expectUntouched(changed.body);
  });

  it('do nothing in a pending edit, nor when it is approved', async () => {
    const { id } = await givenPublicLocation(server);
    const edit = await anna.put(`/api/locations/${id}`, { name: 'Edited', ...forbidden });
    expect(edit.status).toBe(202);
    expect(Object.keys(edit.body.data)).toEqual(['name']);
    expect(edit.body).toMatchObject({
      status: 'pending',
      userId: anna.id,
      reviewedBy: null,
      reviewedAt: null,
    });
    server.admin.follow(anna);
    await server.admin.post(`/api/admin/locations/${id}/edits/${edit.body.id}/approve`, forbidden);
    const after = await server.admin.get(`/api/locations/${id}`);
    expect(after.body).toMatchObject({
      name: 'Edited',
      submittedBy: server.admin.id,
    });
    expect(after.body).toMatchObject({ rating: 0, photoCount: 0 });
  });

  it('do nothing with a rating, which is one person’s', async () => {
    const { id } = await givenPublicLocation(server);
    anna.follow(server.admin);
    const rated = await anna.put(`/api/locations/${id}/rating`, { ...forbidden, rating: 2, userId: ben.id });
    expect(rated.body).toMatchObject({ rating: 2, myRating: 2, ratingCount: 1 });
    ben.follow(anna);
    expect((await ben.get(`/api/locations/${id}`)).body.myRating).toBeNull();
  });

  it('do nothing with a photo', async () => {
    const { id } = await givenLocation(anna, (await givenCity(anna)).id);
    const input = upload(await pictureBytes('png', 20, 20));
    const added = await anna.post(`/api/locations/${id}/photos`, {
      ...forbidden,
      ...input,
      uploadedBy: ben.id,
      width: 9999,
      url: 'https://evil.example',
      renditions: [1],
    });
    expect(added.status).toBe(201);
    expect(added.text).not.toContain('evil');
    expectUntouched(added.body);
    expect((await ben.delete(`/api/photos/${added.body.id}`)).status).toBe(404);
    expect((await anna.delete(`/api/photos/${added.body.id}`)).status).toBe(204);
  });

  it('make nobody an administrator, by registering or by their profile', async () => {
    const input = {
      email: 'mass@lightfall.test',
      password: 'a good password',
      firstName: 'M',
      lastName: 'A',
    };
    const made = await server.visitor.post('/auth/register', { ...forbidden, ...input });
    expect(made.body.user).toMatchObject({ role: 'user', isAdmin: false, email: input.email });
    const client = server.client({ token: made.body.accessToken });
    const changed = await client.patch('/auth/account', {
      ...forbidden,
      firstName: 'X',
      email: server.adminEmail,
    });
    expect(changed.body).toMatchObject({ firstName: 'X', role: 'user', isAdmin: false, email: input.email });
    expect((await client.get('/api/admin/cities')).status).toBe(403);
    const signedIn = await server.visitor.post('/auth/login', {
      ...forbidden,
      email: input.email,
      password: input.password,
    });
    expect(signedIn.body.user).toMatchObject({ isAdmin: false });
  });

  it('do nothing in a decision', async () => {
    const city = await givenCity(anna);
    server.admin.follow(anna);
    const approved = await server.admin.post(`/api/admin/cities/${city.id}/approve`, forbidden);
    expect(approved.body).toMatchObject({ id: city.id, status: 'approved', submittedBy: anna.id });
    expectUntouched({ ...approved.body, status: '' });
  });
});

it('statuses and numbers are not fields of a request: sending only these changes nothing', async () => {
  const city = await givenCity(anna);
  const before = await anna.get(`/api/cities/${city.id}`);
  const after = await anna.put(`/api/cities/${city.id}`, forbidden);
  expect(after.status).toBe(200);
  expect(after.body.revision).toBe(before.body.revision);
});
