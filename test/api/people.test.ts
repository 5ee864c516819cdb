import { describe, expect, it } from 'vitest';

import { operations } from '#contracts/api';

import { idsOf, allPages, expectProblem, type ApiResponse, type Client } from './client.ts';

import type { PendingCounts } from '#contracts/live';

import {
  decide as decideOn,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  missingId,
} from './given.ts';
import { connected, openSocket, type LiveSocket } from '../harness/sockets.ts';
import { addPhoto } from './pictures.ts';
import { startForFile, type Person } from './server.ts';

const server = await startForFile();
const { admin } = server;

const setRole = (userId: string, role: string, by: Client = admin): Promise<ApiResponse> =>
  by.put(`/api/admin/people/${userId}/role`, { role });
const decide = (userId: string, what: string, by: Client = admin, body?: object): Promise<ApiResponse> =>
  by.post(`/api/admin/people/${userId}/${what}`, body);

async function givenModerator(name = 'Mona'): Promise<Person> {
  const person = await server.register(name);
  expect((await setRole(person.id, 'moderator')).status).toBe(200);
  return person;
}
describe('a role', () => {
  it('takes effect and ends with the next request, without a new sign-in', async () => {
    const mona = await server.register('Mona');
    expect((await mona.get('/api/admin/pending-cities')).status).toBe(403);
    const granted = await setRole(mona.id, 'moderator');
    expect(granted.status).toBe(200);
    expect(granted.body).toMatchObject({
      id: mona.id,
      name: 'Mona Tester',
      email: mona.email,
      role: 'moderator',
      trusted: false,
      blocked: false,
      submitted: 0,
      lastActiveAt: null,
    });
    expect((await mona.get('/api/admin/pending-cities')).status).toBe(200);
    expect((await mona.get('/api/auth/user')).body).toMatchObject({
      role: 'moderator',
      isAdmin: false,
      canModerate: true,
    });

    expect((await setRole(mona.id, 'user')).body).toMatchObject({ role: 'user' });
    expect((await mona.get('/api/admin/pending-cities')).status).toBe(403);
    expect((await mona.get('/api/auth/user')).body).toMatchObject({ role: 'user', canModerate: false });
  });

  it('is in every answer about the session', async () => {
    const mona = await givenModerator();
    const rights = { role: 'moderator', canModerate: true };
    const login = { email: mona.email, password: 'a good password' };
    const signedIn = await server.visitor.post('/auth/login', login);
    expect(signedIn.body.user).toMatchObject(rights);
    expect((await mona.get('/auth/session')).body.user).toMatchObject(rights);
    expect((await mona.get('/auth/account')).body).toMatchObject(rights);
    const { accessToken, refreshToken } = signedIn.body;
    const set = await server.visitor.post('/auth/session', { accessToken, refreshToken });
    expect(set.body.user).toMatchObject(rights);
    expect((await server.visitor.post('/auth/refresh', { refreshToken })).body.user).toMatchObject(rights);
    expect((await admin.get('/auth/session')).body.user).toMatchObject({ role: 'admin', canModerate: true });
  });

  it('is granted only to existing people', async () => {
    const ben = await server.register('Ben');
    expectProblem(await setRole(missingId, 'moderator'), 404, 'Person not found');
    expectProblem(await setRole('no-uuid', 'moderator'), 400);
    for (const role of ['admin', '', null]) {
      expectProblem(await admin.put(`/api/admin/people/${ben.id}/role`, { role }), 400);
    }
    expect((await ben.get('/api/auth/user')).body).toMatchObject({ role: 'user' });
  });

  it('cannot be taken from the administrator', async () => {
    for (const role of ['user', 'moderator']) expectProblem(await setRole(admin.id, role), 409);
    expectProblem(await decide(admin.id, 'block'), 409);
    expect((await admin.get('/api/auth/user')).body).toMatchObject({ role: 'admin', isAdmin: true });
  });

  it('granted again changes nothing, and returns the same position', async () => {
    const mona = await server.register('Mona');
    const [first, second] = [await setRole(mona.id, 'moderator'), await setRole(mona.id, 'moderator')];
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
  });
});

describe('a moderator decides', () => {
  it('on other people’s submissions, but not on their own', async () => {
    const [mona, anna] = [await givenModerator(), await server.register('Anna')];
    const place = await givenPublicLocation(server);
    mona.follow(admin);
    const own = [
      `/api/admin/cities/${(await givenCity(mona)).id}`,
      `/api/admin/locations/${(await givenLocation(mona, place.cityId)).id}`,
      `/api/admin/locations/${place.id}/edits/${(await givenEdit(mona, place.id, { name: 'Mine' })).id}`,
    ];
    const others = [
      `/api/admin/cities/${(await givenCity(anna)).id}`,
      `/api/admin/locations/${(await givenLocation(anna, place.cityId)).id}`,
      `/api/admin/locations/${place.id}/edits/${(await givenEdit(anna, place.id, { name: 'Hers' })).id}`,
    ];
    for (const path of own) {
      for (const how of ['approve', 'reject']) {
        expectProblem(await mona.post(`${path}/${how}`), 403, 'Forbidden');
      }
    }
    for (const path of others) expect((await mona.post(`${path}/reject`)).status, path).toBe(200);
    for (const path of own) expect((await admin.post(`${path}/reject`)).status, path).toBe(200);
    expectProblem(await mona.post(`${own[0]}/reopen`), 403, 'Forbidden');
  });

  it('about people, except themselves, other moderators and the administrator', async () => {
    const [mona, max] = [await givenModerator(), await givenModerator('Max')];
    const anna = await server.register('Anna');
    for (const what of ['trust', 'untrust', 'block', 'unblock']) {
      for (const person of [mona, max, admin]) {
        expectProblem(await decide(person.id, what, mona), 403, 'Forbidden');
      }
      expectProblem(await decide(missingId, what, mona), 404, 'Person not found');
      expectProblem(await decide(anna.id, what, mona, { reason: 'x'.repeat(501) }), 400);
      const done = await decide(anna.id, what, mona, { reason: 'For a reason' });
      expect(done.status).toBe(200);
      expect(done.body).toMatchObject({
        id: anna.id,
        email: null,
        trusted: what === 'trust',
        blocked: what === 'block',
      });
      expect(done.text).not.toContain('For a reason');
    }
    const path = `/api/admin/activity?entityId=${anna.id}`;
    const done = [
      ['account-unblocked', 'For a reason'],
      ['account-blocked', 'For a reason'],
      ['account-untrusted', 'For a reason'],
      ['account-trusted', 'For a reason'],
    ];
    mona.follow(anna);
    const listed = async () => (await allPages(mona, path)).map(({ type, reason }) => [type, reason]);
    expect(await listed()).toEqual(done);
    expect((await anna.post('/auth/account/erasure', { password: 'a good password' })).status).toBe(204);
    mona.follow(anna);
    expect(await listed()).toEqual([['account-erased', null], ...done.map(([type]) => [type, null])]);
  });

  it('nothing while they are blocked, but again after that', async () => {
    const [mona, anna] = [await givenModerator(), await server.register('Anna')];
    expect((await decide(mona.id, 'block')).body).toMatchObject({ role: 'moderator', blocked: true });
    expectProblem(await mona.get('/api/admin/people'), 403, 'Forbidden');
    expectProblem(
      await decide(anna.id, 'trust', mona),
      403,
      'Your account may not contribute at the moment.',
    );
    const rights = { role: 'moderator', canModerate: false };
    expect((await mona.get('/api/auth/user')).body).toMatchObject(rights);
    expectProblem(await decide(mona.id, 'unblock', await givenModerator('Max')), 403, 'Forbidden');
    expect((await decide(mona.id, 'unblock')).status).toBe(200);
    expect((await mona.get('/api/admin/people')).status).toBe(200);
  });
});

describe('a blocked person', () => {
  const text = 'Your account may not contribute at the moment.';

  it('can read, withdraw, end sessions and erase the account', async () => {
    const anna = await server.register('Anna');
    const place = await givenPublicLocation(server);
    const city = await givenCity(anna);
    const location = await givenLocation(anna, place.cityId);
    const edit = await givenEdit(anna, place.id, { name: 'Edited' });
    expect((await decide(anna.id, 'block', admin, { reason: 'Spam' })).status).toBe(200);
    const withdrawals = [
      `/api/cities/${city.id}/withdraw`,
      `/api/locations/${location.id}/withdraw`,
      `/api/locations/${place.id}/edits/${edit.id}/withdraw`,
    ];
    for (const path of withdrawals) expect((await anna.post(path)).status, path).toBe(200);
    for (const path of ['/api/submissions', '/api/lists', '/api/cities', '/api/auth/user', '/auth/account']) {
      expect((await anna.get(path)).status, path).toBe(200);
    }
    expect((await anna.delete('/auth/account/sessions')).status).toBe(204);
    const erased = await anna.post('/auth/account/erasure', { password: 'a good password' });
    expect(erased.status).toBe(204);
  });

  it('can write nothing else, from the next request until they are unblocked', async () => {
    const anna = await server.register('Anna');
    await decide(anna.id, 'block');
    const excepted: string[] = [];
    for (const [name, operation] of Object.entries(operations)) {
      if (operation.method === 'GET' || operation.access === 'public') continue;
      if ('evenBlocked' in operation) {
        excepted.push(name);
        continue;
      }
      const path = operation.path.replaceAll(/\{(\w+)\}/g, missingId);
      const response = await anna.call(
        operation.method,
        path,
        operation.method === 'DELETE' ? undefined : {},
      );
      expectProblem(response, 403, text);
    }
    expect(excepted.toSorted()).toEqual([
      'endOtherSessions',
      'endSession',
      'eraseAccount',
      'sendConfirmation',
      'setPassword',
      'withdrawCity',
      'withdrawEdit',
      'withdrawLocation',
    ]);
    expect((await decide(anna.id, 'unblock')).status).toBe(200);
    expect((await givenCity(anna)).status).toBe('pending');
  });
});

describe('a trusted person', () => {
  it('submits cities and places that are approved immediately, and edits that apply immediately', async () => {
    const tess = await server.register('Tess');
    expect((await decide(tess.id, 'trust')).status).toBe(200);
    const city = await givenCity(tess);
    expect(city).toMatchObject({ status: 'approved', submittedBy: tess.id });
    const place = await givenLocation(tess, city.id);
    expect(place.status).toBe('approved');
    server.visitor.follow(tess);
    expect((await server.visitor.get(`/api/locations/${place.id}`)).status).toBe(200);

    const other = await givenPublicLocation(server);
    tess.follow(admin);
    const edited = await tess.put(`/api/locations/${other.id}`, { name: 'Better' });
    expect(edited.status).toBe(202);
    expect(edited.body).toMatchObject({ status: 'approved', data: { name: { to: 'Better' } } });
    server.visitor.follow(tess);
    expect((await server.visitor.get(`/api/locations/${other.id}`)).body.name).toBe('Better');

    expect((await decide(tess.id, 'untrust')).status).toBe(200);
    expect((await givenCity(tess)).status).toBe('pending');
  });

  it('sends edits that wait like other people’s if the place has changed since they read it', async () => {
    const tess = await server.register('Tess');
    await decide(tess.id, 'trust');
    const place = await givenPublicLocation(server);
    await admin.put(`/api/locations/${place.id}`, { name: 'Changed since' });
    tess.follow(admin);
    const edited = await tess.put(`/api/locations/${place.id}`, { name: 'Mine', revision: place.revision });
    expect(edited.status).toBe(202);
    expect(edited.body.status).toBe('pending');
  });
});

describe('people', () => {
  const numbersOf = async (person: Person) => {
    admin.follow(person);
    const { body } = await admin.get(`/api/admin/people/${person.id}`);
    const { submitted, approved, declined, waiting, photos } = body as unknown as Record<string, number>;
    return { submitted, approved, declined, waiting, photos };
  };

  it('have the numbers of their submissions', async () => {
    const anna = await server.register('Anna');
    const none = { submitted: 0, approved: 0, declined: 0, waiting: 0, photos: 0 };
    expect(await numbersOf(anna)).toEqual(none);
    const place = await givenPublicLocation(server);
    anna.follow(admin);
    const [one, two] = [await givenCity(anna), await givenCity(anna)];
    const location = await givenLocation(anna, place.cityId);
    const edit = await givenEdit(anna, place.id, { name: 'Edited' });
    const photo = (await addPhoto(anna, place.id)).body;
    expect(await numbersOf(anna)).toEqual({ ...none, submitted: 4, waiting: 4, photos: 1 });
    await decideOn(admin, 'cities', one.id, 'approve');
    await decideOn(admin, 'locations', location.id, 'reject');
    await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/approve`);
    await anna.post(`/api/cities/${two.id}/withdraw`);
    await anna.delete(`/api/photos/${photo.id}`);
    expect(await numbersOf(anna)).toEqual({ ...none, submitted: 4, approved: 2, declined: 1 });
    await admin.delete(`/api/cities/${one.id}`);
    expect(await numbersOf(anna)).toEqual({ ...none, submitted: 4, approved: 1, declined: 1 });
    await decideOn(admin, 'cities', one.id, 'restore');
    expect(await numbersOf(anna)).toMatchObject({ approved: 2 });
    const { body } = await admin.get(`/api/admin/people/${anna.id}`);
    expect(body).toMatchObject({ lastActiveAt: expect.stringMatching(/Z$/) as string, reportsUpheld: 0 });
  });

  it('are listed newest first, page by page, each once', async () => {
    const people = [
      await server.register('One'),
      await server.register('Two'),
      await server.register('Three'),
    ];
    const first = await admin.get('/api/admin/people?limit=2');
    expect(idsOf(first.body)).toEqual([people[2]?.id, people[1]?.id]);
    const all = await allPages(admin, '/api/admin/people?limit=2');
    expect(idsOf(all)).toContain(admin.id);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    expect(first.headers.get('X-Total-Count')).toBe(String(all.length));
    expectProblem(await admin.get('/api/admin/people?cursor=nonsense'), 400);
    expectProblem(await admin.get('/api/admin/people?filter=nobody'), 400);
  });

  it('are found by a folded fragment of the name, and by email only for the administrator', async () => {
    const zoe = await server.register('Zoë Łucja');
    const mona = await givenModerator();
    for (const who of [admin, mona]) {
      expect(idsOf((await who.get('/api/admin/people?search=zoe%20luc')).body)).toEqual([zoe.id]);
      expect((await who.get('/api/admin/people?search=%25')).body).toEqual([]);
    }
    const search = `/api/admin/people?search=${encodeURIComponent(zoe.email.toUpperCase())}`;
    const found = await admin.get(search);
    expect(found.body).toMatchObject([{ id: zoe.id, email: zoe.email }]);
    expect(found.headers.get('X-Total-Count')).toBe('1');
    expect((await mona.get(search)).body).toEqual([]);
    for (const person of (await mona.get('/api/admin/people')).body) expect(person.email).toBeNull();
    expect((await mona.get(`/api/admin/people/${zoe.id}`)).body.email).toBeNull();
  });

  it('can be filtered: new, trusted, blocked, moderators', async () => {
    const mona = await givenModerator('Filtered');
    const tess = await server.register('Filtered');
    await decide(tess.id, 'trust', mona);
    const bob = await server.register('Filtered');
    await decide(bob.id, 'block', mona);
    const listed = async (filter: string) =>
      idsOf(await allPages(mona, `/api/admin/people?limit=1&filter=${filter}&search=filtered`));
    expect(await listed('moderators')).toEqual([mona.id]);
    expect(await listed('trusted')).toEqual([tess.id]);
    expect(await listed('blocked')).toEqual([bob.id]);
    expect(await listed('new')).toEqual([bob.id, tess.id, mona.id]);
    await givenCity(tess);
    mona.follow(tess);
    expect(await listed('new')).toEqual([bob.id, mona.id]);
  });

  it('disappear with their account, and so does their role', async () => {
    const mona = await givenModerator();
    await mona.post('/auth/account/erasure', { password: 'a good password' });
    expectProblem(await admin.get(`/api/admin/people/${mona.id}`), 404, 'Person not found');
    expectProblem(await setRole(mona.id, 'user'), 404, 'Person not found');
    expect(idsOf(await allPages(admin, '/api/admin/people'))).not.toContain(mona.id);
  });
});

describe('open sockets', () => {
  interface Listener extends Disposable {
    readonly socket: LiveSocket;
    readonly counts: PendingCounts[];
    readonly changes: () => number;
  }
  async function listen({ accessToken: token }: Person): Promise<Listener> {
    const socket = openSocket(server.origin, token);
    const counts: PendingCounts[] = [];
    let changes = 0;
    socket.on('pending-counts', (count) => counts.push(count));
    socket.on('standing-changed', () => (changes += 1));
    await connected(socket);
    return { socket, counts, changes: () => changes, [Symbol.dispose]: () => void socket.disconnect() };
  }

  it('join the moderators’ room with the role, and leave it with the role or a block', async () => {
    const [mona, anna] = [await server.register('Mona'), await server.register('Anna')];
    using forMona = await listen(mona);
    using forAdmin = await listen(admin);
    /** Submits a city. Everyone in the moderators' room has been notified once the administrator has. */
    const submitted = async () => {
      const before = forAdmin.counts.at(-1)?.cities ?? 0;
      await givenCity(anna);
      await expect.poll(() => forAdmin.counts.at(-1)?.cities).toBe(before + 1);
    };
    await expect.poll(() => forAdmin.counts.length).toBeGreaterThan(0);

    await setRole(mona.id, 'moderator');
    await expect.poll(() => forMona.counts.length).toBe(1);
    await expect.poll(forMona.changes).toBe(1);
    await submitted();
    await expect.poll(() => forMona.counts.at(-1)?.cities).toBe(forAdmin.counts.at(-1)?.cities);

    await decide(mona.id, 'block');
    await expect.poll(forMona.changes).toBe(2);
    const heard = forMona.counts.length;
    await submitted();
    await decide(mona.id, 'unblock');
    await expect.poll(() => forMona.counts.length).toBe(heard + 1);

    await setRole(mona.id, 'user');
    await expect.poll(forMona.changes).toBe(4);
    const last = forMona.counts.length;
    await submitted();
    // This message comes after all earlier messages to the moderators.
    await decide(mona.id, 'trust');
    await expect.poll(forMona.changes).toBe(5);
    expect(forMona.counts).toHaveLength(last);
    expect(forMona.socket.connected).toBe(true);
  });
});
