import { describe, expect, it } from 'vitest';

import { idsOf, allPages, expectProblem, type Entity } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();

const queue = async (what: 'cities' | 'locations'): Promise<Entity[]> => {
  admin.follow(anna);
  return allPages(admin, `/api/admin/pending-${what}`);
};
const typesOf = async (what: 'cities' | 'locations', id: string): Promise<string[]> =>
  (await allPages(admin, `/api/admin/${what}/${id}/history`)).map(({ type }) => type);

const kinds = [
  ['cities', 'City not found', () => givenCity(anna)],
  ['locations', 'Location not found', async () => givenLocation(anna, (await givenCity(admin)).id)],
] as const;

describe.each(kinds)('deciding %s', (what, notFound, given) => {
  const path = (id: string, how: string) => `/api/admin/${what}/${id}/${how}`;
  const publicPath = (id: string) => `/api/${what}/${id}`;

  it('approving moves it from the queue to the public list', async () => {
    const entity = await given();
    expect((await queue(what)).find(({ id }) => id === entity.id)).toMatchObject({
      status: 'pending',
      submitter: { id: anna.id, name: 'Anna Tester' },
    });
    const response = await admin.post(path(entity.id, 'approve'));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: entity.id, status: 'approved', reason: null });
    expect(response.body.decidedAt).not.toBeNull();
    server.visitor.follow(admin);
    expect((await server.visitor.get(publicPath(entity.id))).status).toBe(200);
    expect(idsOf(await allPages(server.visitor, `/api/${what}`))).toContain(entity.id);
    expect(idsOf(await queue(what))).not.toContain(entity.id);
  });

  it('rejecting keeps it with the reason for its submitter and the administrator', async () => {
    const entity = await given();
    const response = await admin.post(path(entity.id, 'reject'), { reason: ' Twice here. ' });
    expect(response.body).toMatchObject({ status: 'rejected', reason: 'Twice here.' });
    expect(idsOf(await queue(what))).not.toContain(entity.id);
    for (const who of [anna, server.visitor]) who.follow(admin);
    expect((await anna.get(publicPath(entity.id))).body).toMatchObject({
      status: 'rejected',
      reason: 'Twice here.',
    });
    expect((await admin.get(publicPath(entity.id))).status).toBe(200);
    expectProblem(await server.visitor.get(publicPath(entity.id)), 404, notFound);
  });

  it('needs no body, and no reason', async () => {
    const [one, two, three] = [await given(), await given(), await given()];
    expect((await admin.post(path(one.id, 'reject'))).body.reason).toBeNull();
    expect((await admin.post(path(two.id, 'reject'), { reason: ' ' })).body.reason).toBeNull();
    expect((await admin.post(path(three.id, 'approve'), {})).status).toBe(200);
  });

  it('the same decision again changes nothing; the opposite one is 409', async () => {
    const [yes, no] = [await given(), await given()];
    const approved = await admin.post(path(yes.id, 'approve'));
    const rejected = await admin.post(path(no.id, 'reject'), { reason: 'No.' });
    for (const [entity, how, first] of [
      [yes, 'approve', approved],
      [no, 'reject', rejected],
    ] as const) {
      const again = await admin.post(
        path(entity.id, how),
        how === 'reject' ? { reason: 'Other' } : undefined,
      );
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
    }
    expectProblem(await admin.post(path(yes.id, 'reject')), 409, 'This has already been decided.');
    expectProblem(await admin.post(path(no.id, 'approve')), 409, 'This has already been decided.');
  });

  it('if two moderators decide at once, one wins, the other is informed, nothing is lost', async () => {
    const entity = await given();
    const responses = await Promise.all([
      admin.post(path(entity.id, 'approve')),
      admin.post(path(entity.id, 'reject'), { reason: 'No.' }),
      admin.post(path(entity.id, 'approve')),
      admin.post(path(entity.id, 'reject'), { reason: 'No.' }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const decisions = (await typesOf(what, entity.id)).slice(1);
    expect(decisions).toHaveLength(1);
    const winner = responses.find(({ status }) => status === 200);
    expect((await admin.get(publicPath(entity.id))).body).toEqual(winner?.body);
  });

  it('a decision can be undone and made again', async () => {
    const entity = await given();
    await decide(admin, what, entity.id, 'approve');
    const reopened = await decide(admin, what, entity.id, 'reopen');
    expect(reopened).toMatchObject({ status: 'pending', decidedAt: null });
    server.visitor.follow(admin);
    expectProblem(await server.visitor.get(publicPath(entity.id)), 404, notFound);
    expect(idsOf(await queue(what))).toContain(entity.id);
    expect(await decide(admin, what, entity.id, 'reopen')).toEqual(reopened);
    await decide(admin, what, entity.id, 'reject', { reason: 'After all.' });
    expect(await decide(admin, what, entity.id, 'reopen')).toMatchObject({ status: 'pending', reason: null });
    await decide(admin, what, entity.id, 'approve');
    expect(await typesOf(what, entity.id)).toHaveLength(6);
  });

  it('a withdrawal by the submitter is final', async () => {
    const entity = await given();
    await anna.post(`/api/${what}/${entity.id}/withdraw`);
    for (const how of ['approve', 'reject', 'reopen']) {
      expectProblem(await admin.post(path(entity.id, how)), 409, 'This has already been decided.');
    }
  });

  it('a deleted one returns with its former status', async () => {
    const entity = await given();
    await decide(admin, what, entity.id, 'approve');
    await admin.delete(publicPath(entity.id));
    for (const how of ['approve', 'reject', 'reopen']) {
      expectProblem(await admin.post(path(entity.id, how)), 404, notFound);
    }
    expect(await decide(admin, what, entity.id, 'restore')).toMatchObject({ status: 'approved' });
    server.visitor.follow(admin);
    expect((await server.visitor.get(publicPath(entity.id))).status).toBe(200);
    const before = (await admin.get(publicPath(entity.id))).body;
    expect(await decide(admin, what, entity.id, 'restore')).toEqual(before);
  });

  it('a rejection of an item that was deleted and restored can still be undone', async () => {
    const entity = await given();
    await decide(admin, what, entity.id, 'reject', { reason: 'No.' });
    await admin.delete(publicPath(entity.id));
    expect(await decide(admin, what, entity.id, 'restore')).toMatchObject({
      status: 'rejected',
      reason: 'No.',
    });
    expect(await decide(admin, what, entity.id, 'reopen')).toMatchObject({ status: 'pending', reason: null });
  });

  it('the values of an earlier revision can be restored', async () => {
    const entity = await given();
    await decide(admin, what, entity.id, 'approve');
    await admin.put(publicPath(entity.id), { name: 'Vandalised' });
    const restored = await decide(admin, what, entity.id, 'restore', { revision: 1 });
    expect(restored).toMatchObject({ name: entity.name, status: 'approved', revision: 3 });
    await admin.put(publicPath(entity.id), { name: 'Vandalised again' });
    await admin.delete(publicPath(entity.id));
    expect(await decide(admin, what, entity.id, 'restore', { revision: 0 })).toMatchObject({
      name: entity.name,
      status: 'approved',
    });
    expectProblem(
      await admin.post(path(entity.id, 'restore'), { revision: 99 }),
      400,
      'There is no such revision',
    );
    expectProblem(await admin.post(path(entity.id, 'restore'), { revision: -1 }), 400);
    expectProblem(await admin.post(path(missingId, 'restore'), { revision: 99 }), 404, notFound);
  });

  it('a missing one is 404, a malformed id or reason 400', async () => {
    for (const how of ['approve', 'reject', 'reopen', 'restore']) {
      expectProblem(await admin.post(path(missingId, how)), 404, notFound);
      expectProblem(await admin.post(path('1', how)), 400);
    }
    const entity = await given();
    const tooLong = { reason: 'x'.repeat(501) };
    expectProblem(
      await admin.post(path(entity.id, 'reject'), tooLong),
      400,
      'Reason must be at most 500 characters',
    );
    expectProblem(
      await admin.post(path(entity.id, 'reject'), { reason: { $gt: 1 } }),
      400,
      'Reason must be text',
    );
  });

  it('the history shows who, what, when, why, and the old and new values', async () => {
    const entity = await given();
    await admin.put(publicPath(entity.id), { name: 'New name' });
    await decide(admin, what, entity.id, 'reject', { reason: 'No.' });
    await admin.delete(publicPath(entity.id));
    const entries = await allPages(admin, `/api/admin/${what}/${entity.id}/history?limit=2`);
    const kind = what === 'cities' ? 'city' : 'location';
    expect(entries).toMatchObject([
      {
        type: `${kind}-submitted.v1`,
        actor: { id: anna.id, name: 'Anna Tester' },
        revision: 0,
        reason: null,
      },
      {
        type: `${kind}-edited.v1`,
        actor: { id: admin.id },
        changes: { name: { from: entity.name, to: 'New name' } },
      },
      { type: `${kind}-rejected.v1`, reason: 'No.', changes: null },
      { type: `${kind}-deleted.v1` },
    ]);
    for (const { time } of entries) expect(new Date(time).toISOString()).toBe(time);
    expect(entries.map(({ position }) => BigInt(position))).toEqual(
      entries.map(({ position }) => BigInt(position)).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expectProblem(await admin.get(`/api/admin/${what}/${missingId}/history`), 404, notFound);
  });

  it('the list of every status can be filtered and searched', async () => {
    const name = `Findable ${what}`;
    const entity = await given();
    await admin.put(publicPath(entity.id), { name });
    const list = async (query: string) => idsOf(await allPages(admin, `/api/admin/${what}?limit=3&${query}`));
    const search = `search=${encodeURIComponent(name.toUpperCase())}`;
    expect(await list('')).toContain(entity.id);
    for (const [status, act] of [
      ['pending', undefined],
      ['rejected', () => decide(admin, what, entity.id, 'reject')],
      ['deleted', () => admin.delete(publicPath(entity.id))],
    ] as const) {
      await act?.();
      expect(await list(`status=${status}`), status).toContain(entity.id);
      expect(await list(`status=${status}&${search}`), status).toEqual([entity.id]);
      expect(await list(search), status).toEqual([entity.id]);
      expect(await list(`status=approved&${search}`), status).toEqual([]);
    }
    expectProblem(await admin.get(`/api/admin/${what}?status=gone`), 400);
    expectProblem(await admin.get(`/api/admin/${what}?limit=-1`), 400);
    expectProblem(await admin.get(`/api/admin/${what}?cursor=made-up`), 400);
  });

  it('the queue is sorted oldest first', async () => {
    const entities = [await given(), await given(), await given()];
    const ids = idsOf(entities);
    expect(idsOf(await queue(what)).filter((id) => ids.includes(id))).toEqual(ids);
  });
});

describe('the closing of a city', () => {
  it('by rejection hides its pending items, and brings them back', async () => {
    const city = await givenCity(anna);
    const location = await givenLocation(anna, city.id);
    await decide(admin, 'cities', city.id, 'reject', { reason: 'No such city.' });
    anna.follow(admin);
    const own = async () => (await anna.get(`/api/locations/${location.id}`)).body;
    expect(await own()).toMatchObject({ status: 'rejected', reason: 'No such city.' });
    expect(idsOf(await queue('locations'))).not.toContain(location.id);
    for (const way of ['reopen', 'approve']) {
      const alone = await admin.post(`/api/admin/locations/${location.id}/${way}`);
      expectProblem(alone, 409, 'Approve the city first');
    }
    const sentInAlone = await anna.put(`/api/locations/${location.id}`, { name: 'Mended' });
    expectProblem(sentInAlone, 409, 'Approve the city first');
    await decide(admin, 'cities', city.id, 'reopen');
    anna.follow(admin);
    expect(await own()).toMatchObject({ status: 'pending', reason: null });
    expect(idsOf(await queue('locations'))).toContain(location.id);
    expect(await typesOf('locations', location.id)).toEqual([
      'location-submitted.v1',
      'city-rejected.v1',
      'city-reopened.v1',
    ]);
  });

  it('by deletion can be undone exactly: items deleted before stay deleted', async () => {
    const city = await givenCity(admin);
    const [shown, waiting, gone, declined] = [
      await givenLocation(admin, city.id),
      await givenLocation(anna, city.id),
      await givenLocation(admin, city.id),
      await givenLocation(anna, city.id),
    ];
    await decide(admin, 'locations', declined.id, 'reject', { reason: 'Blurred.' });
    await admin.delete(`/api/locations/${gone.id}`);
    await admin.delete(`/api/cities/${city.id}`);
    for (const { id } of [shown, waiting, gone, declined]) {
      expectProblem(await admin.get(`/api/locations/${id}`), 404, 'Location not found');
    }
    expectProblem(
      await admin.post(`/api/admin/locations/${shown.id}/restore`),
      409,
      'Restore the city first',
    );
    expect(await decide(admin, 'cities', city.id, 'restore')).toMatchObject({ locationCount: 1 });
    const statusOf = async (id: string) => (await admin.get(`/api/locations/${id}`)).body.status;
    expect(await statusOf(shown.id)).toBe('approved');
    expect(await statusOf(waiting.id)).toBe('pending');
    expect((await admin.get(`/api/locations/${declined.id}`)).body).toMatchObject({
      status: 'rejected',
      reason: 'Blurred.',
    });
    expectProblem(await admin.get(`/api/locations/${gone.id}`), 404);
    const ends = ['city-deleted.v1', 'city-restored.v1'];
    expect((await typesOf('locations', shown.id)).slice(-2)).toEqual(ends);
    expect((await typesOf('locations', gone.id)).slice(-3)).toEqual(['location-deleted.v1', ...ends]);
  });

  it('is in the history of a location that was in the city at that time', async () => {
    const [first, second] = [await givenCity(admin), await givenCity(admin)];
    const location = await givenLocation(admin, first.id);
    const end = async (city: Entity) => {
      await admin.delete(`/api/cities/${city.id}`);
      await decide(admin, 'cities', city.id, 'restore');
    };
    await end(second);
    await end(first);
    await admin.put(`/api/locations/${location.id}`, { cityId: second.id });
    await end(first);
    await decide(admin, 'cities', second.id, 'reopen');
    const history = `/api/admin/locations/${location.id}/history?limit=2`;
    const entries = await allPages(admin, history);
    expect(entries.map(({ type }) => type)).toEqual([
      'location-submitted.v1',
      'location-approved.v1',
      'city-deleted.v1',
      'city-restored.v1',
      'location-edited.v1',
      'city-reopened.v1',
    ]);
    expect((await admin.get(history)).headers.get('X-Total-Count')).toBe('6');
    const newestFirst = await allPages(admin, `${history}&sort=newest`);
    expect(newestFirst.map(({ eventId }) => eventId)).toEqual(
      entries.map(({ eventId }) => eventId).toReversed(),
    );
  });

  it('removes items that are submitted to it at the same moment', async () => {
    const cities = await Promise.all(Array.from({ length: 4 }, () => givenCity(admin)));
    anna.follow(admin);
    const responses = await Promise.all(
      cities.flatMap(({ id }) => [
        anna.post('/api/locations', { name: 'Race', description: 'd', cityId: id, category: 'cafe' }),
        admin.delete(`/api/cities/${id}`),
        anna.post('/api/locations', { name: 'Race', description: 'd', cityId: id, category: 'cafe' }),
      ]),
    );
    await server.caughtUp();
    for (const { status, body } of responses) {
      expect([201, 204, 404]).toContain(status);
      if (status === 201) {
        expectProblem(await anna.get(`/api/locations/${body.id}`), 404, 'Location not found');
        expect(await typesOf('locations', body.id)).toContain('city-deleted.v1');
      }
    }
    expect((await queue('locations')).filter(({ name }) => name === 'Race')).toEqual([]);
  });
});

describe('submissions', () => {
  it('are the person’s own, newest first, with their outcome', async () => {
    const ben = await server.register('Ben');
    const city = await givenCity(ben, { name: 'Mine' });
    const location = await givenLocation(ben, city.id, { name: 'Also mine' });
    const shown = await givenPublicLocation(server, { name: 'Not mine' });
    ben.follow(admin);
    const edit = await givenEdit(ben, shown.id, { name: 'Suggested' });
    const list = async () => {
      ben.follow(admin);
      return allPages(ben, '/api/submissions?limit=2');
    };
    expect(await list()).toMatchObject([
      { entityType: 'edit', entityId: shown.id, editId: edit.id, name: 'Not mine', status: 'pending' },
      { entityType: 'location', entityId: location.id, editId: null, name: 'Also mine', status: 'pending' },
      {
        entityType: 'city',
        entityId: city.id,
        editId: null,
        name: 'Mine',
        status: 'pending',
        decidedAt: null,
      },
    ]);
    expect((await ben.get('/api/submissions')).headers.get('X-Total-Count')).toBe('3');
    await decide(admin, 'cities', city.id, 'reject', { reason: 'Too small.' });
    expect(await list()).toMatchObject([
      { status: 'pending' },
      { status: 'rejected', reason: 'Too small.' },
      { status: 'rejected', reason: 'Too small.' },
    ]);
    expect((await list())[2]?.decidedAt).not.toBeNull();
    expect(await allPages(anna, '/api/submissions')).not.toContainEqual(
      expect.objectContaining({ entityId: city.id }),
    );
  });
});
