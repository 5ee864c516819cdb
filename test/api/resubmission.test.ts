import { describe, expect, it } from 'vitest';

import { expectProblem } from './client.ts';
import { decide, givenCity, givenLocation } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, anna, ben } = await startWithPeople();

const reason = { reason: 'Which bridge is it?' };

describe('a declined item', () => {
  it('waits again when its submitter corrects it: a city', async () => {
    const city = await givenCity(anna);
    await decide(server.admin, 'cities', city.id, 'reject', reason);
    const response = await anna.put(`/api/cities/${city.id}`, { name: 'Mended' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ name: 'Mended', status: 'pending', reason: null, decidedAt: null });
    server.admin.follow(anna);
    const { body } = await server.admin.get('/api/admin/pending-cities?limit=500');
    expect(body.find(({ id }) => id === city.id)).toMatchObject({ name: 'Mended', status: 'pending' });
    expect((await decide(server.admin, 'cities', city.id, 'approve')).status).toBe('approved');
  });

  it('waits again when its submitter corrects it: a location, which is then found by its new text', async () => {
    const city = await givenCity(server.admin);
    const location = await givenLocation(anna, city.id);
    await decide(server.admin, 'locations', location.id, 'reject', reason);
    expect((await anna.get('/api/submissions')).body[0]).toMatchObject({ status: 'rejected', ...reason });
    const response = await anna.put(`/api/locations/${location.id}`, { name: 'Bridge of resubmission' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ name: 'Bridge of resubmission', status: 'pending', reason: null });
    expect((await anna.get('/api/submissions')).body[0]).toMatchObject({ status: 'pending', reason: null });
    server.admin.follow(anna);
    const queue = (await server.admin.get('/api/admin/pending-locations?limit=500')).body;
    expect(queue.map(({ id }) => id)).toContain(location.id);
    await decide(server.admin, 'locations', location.id, 'approve');
    server.visitor.follow(server.admin);
    const found = (await server.visitor.get('/api/locations?search=resubmission')).body;
    expect(found.map(({ id }) => id)).toEqual([location.id]);
  });

  it('cannot be resubmitted by anybody else', async () => {
    const city = await givenCity(anna);
    await decide(server.admin, 'cities', city.id, 'reject');
    expectProblem(await ben.put(`/api/cities/${city.id}`, { name: 'Ben’s' }), 404, 'City not found');
    const edited = await server.admin.put(`/api/cities/${city.id}`, { name: 'Corrected' });
    expect(edited.body).toMatchObject({ name: 'Corrected', status: 'rejected' });
  });

  it('stays declined in a declined city', async () => {
    const city = await givenCity(anna);
    const location = await givenLocation(anna, city.id);
    await decide(server.admin, 'locations', location.id, 'reject');
    await decide(server.admin, 'cities', city.id, 'reject');
    expectProblem(
      await anna.put(`/api/locations/${location.id}`, { name: 'X' }),
      409,
      'Approve the city first',
    );
    expect((await anna.put(`/api/cities/${city.id}`, {})).body.status).toBe('pending');
    expect((await anna.put(`/api/locations/${location.id}`, { name: 'X' })).body.status).toBe('pending');
  });
});
