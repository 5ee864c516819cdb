import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { expectProblem, type Client } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { password, startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();
const mia = await server.registerModerator('Mia');

describe('the reasons for declining', () => {
  const path = '/api/admin/reasons';

  it('are the default ones, until the administrator sets others for everybody', async () => {
    const usual = await mia.get(path);
    expect(usual.status).toBe(200);
    expect(usual.body.reasons).toHaveLength(7);
    const reasons = ['It is not there.', 'We have it.', 'It is not there.'];
    const set = await admin.put(path, { reasons });
    expect([set.status, set.body]).toEqual([200, { reasons }]);
    expect((await mia.get(path)).body).toEqual({ reasons });
    expect((await admin.put(path, { reasons: [] })).body).toEqual({ reasons: [] });
    expect((await mia.get(path)).body).toEqual({ reasons: [] });
  });

  it('are at most nine texts', async () => {
    const before = (await mia.get(path)).body;
    for (const reasons of [
      Array.from({ length: 10 }, () => 'Too many'),
      [''],
      ['x'.repeat(501)],
      [7],
      'one',
      undefined,
    ]) {
      expect((await admin.put(path, { reasons })).status, JSON.stringify(reasons)).toBe(400);
    }
    expect((await mia.get(path)).body).toEqual(before);
    expect((await admin.put(path, { reasons: Array.from({ length: 9 }, () => 'Nine') })).status).toBe(200);
  });
});

describe('notes of moderators', () => {
  const note = (by: Client, entityType: string, entityId: string, text = 'Sent the same thing in May.') =>
    by.post('/api/admin/notes', { entityType, entityId, text });
  const latest = async () => (await admin.get('/api/admin/activity?limit=1')).body[0]?.position;
  const notesOn = (by: Client, entityType: string, entityId: string) =>
    by.get(`/api/admin/notes?entityType=${entityType}&entityId=${entityId}`);

  it('appear on a city, a place, a photo and a person, oldest first, for all moderators', async () => {
    const place = await givenPublicLocation(server);
    const photo = await addPhoto(anna, place.id);
    for (const [type, id] of [
      ['city', place.cityId],
      ['location', place.id],
      ['photo', photo.body.id],
      ['user', anna.id],
    ] as const) {
      const made = await note(mia, type, id, 'First');
      expect(made.status, made.text).toBe(201);
      expect(made.body).toEqual({
        id: expect.any(String),
        text: 'First',
        by: { id: mia.id, name: 'Mia Tester' },
        createdAt: expect.stringMatching(/Z$/),
      });
      await note(admin, type, id, 'Second');
      const { body } = await notesOn(admin, type, id);
      expect(body.map(({ text }) => text)).toEqual(['First', 'Second']);
      expect(body[0]).toEqual(made.body);
    }
  });

  it('cause no event, and are in no answer to other people', async () => {
    const city = await givenCity(admin);
    const head = await latest();
    await note(mia, 'city', city.id, 'A word that nobody reads');
    await note(mia, 'user', anna.id, 'A word that nobody reads');
    expect(await latest()).toBe(head);
    for (const address of [`/api/cities/${city.id}`, '/api/submissions', '/api/auth/user'])
      expect((await anna.get(address)).text).not.toContain('nobody reads');
  });

  it('about a moderator are hidden from that moderator', async () => {
    const noa = await server.registerModerator('Noa');
    expect((await note(mia, 'user', noa.id)).status).toBe(201);
    expectProblem(await notesOn(noa, 'user', noa.id), 403, 'Forbidden');
    expectProblem(await note(noa, 'user', noa.id), 403, 'Forbidden');
    expect((await notesOn(mia, 'user', noa.id)).body).toHaveLength(1);
  });

  it('need an existing object and a text', async () => {
    expectProblem(await note(mia, 'city', missingId), 404, 'City not found');
    expectProblem(await note(mia, 'location', missingId), 404, 'Location not found');
    expectProblem(await note(mia, 'photo', missingId), 404, 'Photo not found');
    expectProblem(await note(mia, 'user', missingId), 404, 'Person not found');
    const { id } = await givenCity(admin);
    for (const text of ['', ' ', 'x'.repeat(501)])
      expect((await note(mia, 'city', id, text)).status).toBe(400);
    expect((await note(mia, 'edit', id)).status).toBe(400);
    expect((await notesOn(mia, 'city', 'x')).status).toBe(400);
    expect((await mia.get('/api/admin/notes')).status).toBe(400);
    expect((await notesOn(mia, 'city', missingId)).body).toEqual([]);
  });

  it('are created once with the same idempotency key', async () => {
    const { id } = await givenCity(admin);
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { entityType: 'city', entityId: id, text: 'Once' };
    const one = await mia.post('/api/admin/notes', body, { headers });
    const two = await mia.post('/api/admin/notes', body, { headers });
    expect(two.body).toEqual(one.body);
    expect((await notesOn(mia, 'city', id)).body).toHaveLength(1);
  });

  it('are at most a hundred on one object, however many arrive at once', async () => {
    const { id } = await givenCity(admin);
    const responses = await Promise.all(
      Array.from({ length: 104 }, (_, index) => note(index % 2 ? mia : admin, 'city', id, `Note ${index}`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
    expect((await notesOn(mia, 'city', id)).body).toHaveLength(100);
  });

  it('about a person are deleted with the account', async () => {
    const eve = await server.register('Eve');
    const city = await givenCity(eve);
    await note(mia, 'user', eve.id);
    await note(mia, 'city', city.id);
    expect((await eve.post('/auth/account/erasure', { password })).status).toBe(204);
    expect((await notesOn(mia, 'user', eve.id)).body).toEqual([]);
    expect((await notesOn(mia, 'city', city.id)).body).toHaveLength(1);
    expectProblem(await note(mia, 'user', eve.id), 404, 'Person not found');
  });
});

describe('a second opinion', () => {
  const ask = (by: Client, kind: string, id: string, body: object = { note: 'Is this the old mill?' }) =>
    by.post(`/api/admin/queue/${kind}/${id}/second-opinion`, body);
  const flagged = async () => {
    mia.follow(admin);
    mia.follow(anna);
    const { body } = await mia.get('/api/admin/queue?flag=second-opinion');
    return body.map(({ kind, id }) => `${kind} ${id}`);
  };

  it('flags an item of any kind until it is decided, with a note that gives the question', async () => {
    const city = await givenCity(anna);
    const place = await givenPublicLocation(server);
    anna.follow(admin);
    const edit = await givenEdit(anna, place.id, { name: 'Another name' });
    const waiting = await givenLocation(anna, place.cityId);
    const photo = (await addPhoto(anna, place.id)).body;
    await anna.post('/api/reports', { entityType: 'location', entityId: place.id, reason: 'wrong' });
    mia.follow(anna);
    const items = [
      ['city', city.id, 'city', city.id],
      ['location', waiting.id, 'location', waiting.id],
      ['edit', edit.id, 'location', place.id],
      ['photo', photo.id, 'photo', photo.id],
      ['report', `location-${place.id}`, 'location', place.id],
    ] as const;
    for (const [kind, id, entityType, entityId] of items) {
      const response = await ask(mia, kind, id, { note: `About the ${kind}` });
      expect(response.status, response.text).toBe(200);
      expect(response.body).toMatchObject({
        item: { kind, id, flags: expect.arrayContaining(['second-opinion']) },
      });
      const notes = await admin.get(`/api/admin/notes?entityType=${entityType}&entityId=${entityId}`);
      expect(notes.body.at(-1)).toMatchObject({ text: `About the ${kind}`, by: { id: mia.id } });
    }
    admin.follow(mia);
    expect(await flagged()).toEqual(expect.arrayContaining(items.map(([kind, id]) => `${kind} ${id}`)));
    for (const [kind, id, entityType, entityId] of items) {
      const decision = { kind, id, entityType, entityId, decision: kind === 'city' ? 'reject' : 'approve' };
      const decided = await admin.post('/api/admin/decisions', { items: [decision] });
      expect(decided.body.results[0]?.result, decided.text).toBe('done');
    }
    expect(await flagged()).toEqual([]);
    // An undone item waits again, without the flag.
    await decide(admin, 'cities', city.id, 'reopen');
    expect(await flagged()).toEqual([]);
  });

  it('adds a note but no second event when it is requested again', async () => {
    const city = await givenCity(anna);
    mia.follow(anna);
    const first = await ask(mia, 'city', city.id);
    admin.follow(mia);
    const again = await ask(admin, 'city', city.id, { note: 'Who knows the place?' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
    expect((await mia.get(`/api/admin/notes?entityType=city&entityId=${city.id}`)).body).toHaveLength(2);
  });

  it('does not change the item’s revision, and no event contains the note', async () => {
    const city = await givenCity(anna);
    mia.follow(anna);
    const before = (await mia.get(`/api/admin/queue?kind=city&submitter=${anna.id}&sort=newest`)).body[0];
    await ask(mia, 'city', city.id, { note: 'Nobody else may read this' });
    admin.follow(mia);
    const activity = await admin.get(`/api/admin/activity?entityType=city&entityId=${city.id}`);
    expect(activity.body[0]).toMatchObject({
      type: 'second-opinion-asked',
      entityId: city.id,
      undoable: false,
    });
    expect(activity.text).not.toContain('Nobody else');
    const approved = await admin.post(`/api/admin/cities/${city.id}/approve`, { revision: before?.revision });
    expect(approved.status, approved.text).toBe(200);
  });

  it('needs a pending item and a note', async () => {
    const city = await givenCity(anna);
    mia.follow(anna);
    for (const body of [{}, { note: '' }, { note: 'x'.repeat(501) }])
      expect((await ask(mia, 'city', city.id, body)).status).toBe(400);
    expectProblem(await ask(mia, 'city', missingId), 404, 'Not found');
    expect((await ask(mia, 'planet', city.id)).status).toBe(404);
    await decide(admin, 'cities', city.id, 'approve');
    mia.follow(admin);
    expectProblem(await ask(mia, 'city', city.id), 409, 'This has already been decided.');
    expect((await mia.get(`/api/admin/notes?entityType=city&entityId=${city.id}`)).body).toEqual([]);
  });

  it('is one flag if two moderators request it at once', async () => {
    const city = await givenCity(anna);
    mia.follow(anna);
    admin.follow(anna);
    const responses = await Promise.all([mia, admin, mia, admin].map((by) => ask(by, 'city', city.id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await mia.get(`/api/admin/activity?entityType=city&entityId=${city.id}`);
    expect(body.filter(({ type }) => type === 'second-opinion-asked')).toHaveLength(1);
  });
});
