import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Profile, SessionEntry } from '#contracts/account/views';

import { expectProblem, type Client } from '../api/client.ts';
import { decide, givenCity, missingId } from '../api/given.ts';
import { password, type Person } from '../api/server.ts';
import { expectEqualToReplay } from '../harness/replayed.ts';
import { connected, disconnected, openSocket } from '../harness/sockets.ts';
import { createWorld, signIn, textsIn, userOf } from './world.ts';
import { noon } from '../harness/clock.ts';
import { untilEndOfFile } from '../harness/for-file.ts';

const world = untilEndOfFile(await createWorld());

const register = (name?: string): Promise<Person> => world.server.register(name);
const login = (email: string, given: string) =>
  world.server.visitor.post('/auth/login', { email, password: given });
const profileOf = async (who: Client) => (await who.get('/auth/account')).body as unknown as Profile;
const sessionsOf = async (who: Client) =>
  (await who.get('/auth/account/sessions')).body as unknown as SessionEntry[];
const isIn = async (who: Client) => (await who.get('/api/auth/user')).status === 200;

describe('the profile', () => {
  it('is only for its person, and needs a session', async () => {
    const anna = await register('Anna');
    expect(await profileOf(anna)).toMatchObject({
      id: anna.id,
      email: anna.email,
      firstName: 'Anna',
      hasPassword: true,
      providers: [],
    });
    const { visitor } = world.server;
    for (const response of [
      await visitor.get('/auth/account'),
      await visitor.patch('/auth/account', { firstName: 'X' }),
      await visitor.put('/auth/account/password', { newPassword: 'x'.repeat(10) }),
      await visitor.get('/auth/account/sessions'),
      await visitor.delete('/auth/account/sessions'),
      await visitor.delete(`/auth/account/sessions/${missingId}`),
      await visitor.post('/auth/account/erasure', { password }),
    ]) {
      expectProblem(response, 401, 'Unauthorized');
    }
  });

  it('accepts one or both new names, which show everywhere immediately', async () => {
    const anna = await register('Anna');
    const response = await anna.patch('/auth/account', { firstName: ' Åsa ', lastName: '' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ firstName: 'Åsa', lastName: null });
    expect((await anna.get('/api/auth/user')).body).toMatchObject({ firstName: 'Åsa', lastName: null });
    expect((await anna.patch('/auth/account', { lastName: 'Öberg' })).body).toMatchObject({
      firstName: 'Åsa',
      lastName: 'Öberg',
    });
    expect((await anna.get('/auth/session')).body).toMatchObject({
      user: { user_metadata: { full_name: 'Åsa Öberg' } },
    });
    const { updatedAt } = await profileOf(anna);
    expect((await anna.patch('/auth/account', {})).body).toMatchObject({ firstName: 'Åsa', updatedAt });
  });

  it.each([
    [{ firstName: '' }, 'First name is required'],
    [{ firstName: null }, 'First name is required'],
    [{ lastName: 'x'.repeat(61) }, 'Last name must be at most 60 characters'],
    [{ firstName: 'a\u202eb' }, 'First name contains characters that cannot be shown'],
    [{ lastName: { $ne: '' } }, 'Last name must be text'],
  ])('refuses %j', async (body, message) => {
    const anna = await register();
    expectProblem(await anna.patch('/auth/account', body), 400, message);
  });

  it('refuses names of the operators, in one change or two, simultaneous or not', async () => {
    const anna = await register();
    const text = 'This name is reserved. Please choose another one.';
    const change = (body: object) => anna.patch('/auth/account', body);
    const refused = await change({ firstName: 'Site', lastName: 'Administrator' });
    expectProblem(refused, 400);
    expect(refused.body.errors).toEqual([{ path: 'firstName', message: text }]);
    expect((await change({ firstName: 'Site', lastName: 'Smith' })).status).toBe(200);
    expectProblem(await change({ lastName: 'Administrator' }), 400);
    for (let round = 0; round < 10; round += 1) {
      await change({ firstName: 'Anna', lastName: 'Smith' });
      await Promise.all([change({ firstName: 'Former' }), change({ lastName: 'Member' })]);
      const { firstName, lastName } = await profileOf(anna);
      expect(`${firstName} ${lastName}`).not.toBe('Former Member');
    }
    const { admin } = world.server;
    const own = { firstName: 'Lightfall', lastName: 'Staff', publicName: 'The Staff' };
    expect((await admin.patch('/auth/account', own)).body).toMatchObject(own);
    await admin.patch('/auth/account', { firstName: 'Site', lastName: 'Administrator', publicName: null });
  });

  it('accepts a public name and the choice of mails', async () => {
    const anna = await register('Anna');
    const own = { publicName: null, emailConfirmed: false, notify: 'off' };
    expect(await profileOf(anna)).toMatchObject(own);
    expect((await login(anna.email, password)).body.user).toMatchObject(own);
    const change = (body: object) => anna.patch('/auth/account', body);
    expect((await change({ publicName: '  Anna Ö. ', notify: 'each' })).body).toMatchObject({
      publicName: 'Anna Ö.',
      notify: 'each',
      firstName: 'Anna',
    });
    expect((await change({ notify: 'daily' })).body).toMatchObject({
      publicName: 'Anna Ö.',
      notify: 'daily',
    });
    expect((await anna.get('/api/auth/user')).body).toMatchObject({ publicName: 'Anna Ö.', notify: 'daily' });
    expect((await change({ publicName: 'x'.repeat(60) })).status).toBe(200);
    expect((await change({ publicName: ' ' })).body).toMatchObject({ publicName: null });
  });

  it.each([
    [{ publicName: 'x'.repeat(61) }, 'Public name must be at most 60 characters'],
    [{ publicName: 'a\u202eb' }, 'Public name contains characters that cannot be shown'],
    [{ publicName: 7 }, 'Public name must be text'],
    [{ publicName: 'Lightfall Staff' }, 'This name is reserved. Please choose another one.'],
    [{ publicName: 'M\u043eder\u0430tor' }, 'This name is reserved. Please choose another one.'],
    [{ notify: 'hourly' }, 'Notify must be one of off, daily, each'],
  ])('refuses %j, beside the field', async (body, message) => {
    const anna = await register();
    const response = await anna.patch('/auth/account', body);
    expectProblem(response, 400, message);
    expect(response.body.errors).toEqual([{ path: Object.keys(body)[0], message }]);
    expect(await profileOf(anna)).toMatchObject({ publicName: null, notify: 'off' });
  });

  it('accepts no other fields', async () => {
    const anna = await register('Anna');
    const before = await profileOf(anna);
    const wishes = { role: 'admin', isAdmin: true, id: missingId, email: world.server.adminEmail };
    const more = {
      emailVerified: true,
      emailConfirmed: true,
      passwordHash: 'x',
      profileImageUrl: 'https://x.example/x.png',
    };
    const response = await anna.patch('/auth/account', { ...wishes, ...more, hasPassword: false });
    expect(response.body).toEqual({ ...before });
    expect((await anna.get('/api/admin/cities')).status).toBe(403);
  });
});

describe('the password', () => {
  it('can be changed by a person who knows it: every session ends, and a new one begins here', async () => {
    const anna = await register();
    const elsewhere = world.server.client({
      token: (await login(anna.email, password)).body.accessToken,
    });
    const body = { currentPassword: password, newPassword: 'an even better one' };
    const response = await anna.put('/auth/account/password', body);
    expect(response.status).toBe(200);
    expect(response.body.user.id).toBe(anna.id);
    expect(response.headers.get('Set-Cookie')).toContain(response.body.accessToken);
    expect(await isIn(anna)).toBe(false);
    expect(await isIn(elsewhere)).toBe(false);
    expect(await isIn(world.server.client({ token: response.body.accessToken }))).toBe(true);
    expectProblem(await world.server.visitor.post('/auth/refresh', { refreshToken: anna.refreshToken }), 401);
    expectProblem(await login(anna.email, password), 401);
    expect((await login(anna.email, 'an even better one')).status).toBe(200);
    expect(response.text).not.toMatch(/better|argon/);
  });

  it('cannot be changed by a person who does not know it', async () => {
    const anna = await register();
    const put = (body: object) => anna.put('/auth/account/password', body);
    expectProblem(
      await put({ currentPassword: 'wrong', newPassword: 'another one' }),
      403,
      'The current password is not right.',
    );
    expectProblem(await put({ newPassword: 'another one' }), 400, 'Current password is required');
    expectProblem(
      await put({ currentPassword: password, newPassword: '12345' }),
      400,
      'New password must be at least 6 characters',
    );
    expectProblem(await put({ currentPassword: password }), 400, 'New password is required');
    expectProblem(
      await put({ currentPassword: { $ne: '' }, newPassword: 'another one' }),
      400,
      'Current password must be text',
    );
    expect(await isIn(anna)).toBe(true);
    expect((await login(anna.email, password)).status).toBe(200);
  });

  it('does not accept the old one while it is being changed', async () => {
    const anna = await register();
    const attempts = Promise.all(Array.from({ length: 6 }, () => login(anna.email, password)));
    const body = { currentPassword: password, newPassword: 'an even better one' };
    const changed = await anna.put('/auth/account/password', body);
    expect(changed.status).toBe(200);
    for (const { status, body: signedIn } of await attempts) {
      if (status === 200)
        expect(await isIn(world.server.client({ token: signedIn.accessToken }))).toBe(false);
      else expect(status).toBe(401);
    }
  });

  it('can be set after signing in by a provider, without an old password', async () => {
    const browser = world.browser();
    const person = world.person();
    await signIn(browser, 'github', person.id);
    const set = (body: object) => browser.call('PUT', '/auth/account/password', body);
    expect((await set({ newPassword: 'short' })).status).toBe(400);
    expect((await set({ newPassword: 'a new password' })).status).toBe(200);
    expect(await userOf(browser)).toMatchObject({ email: person.email });
    expect((await login(person.email ?? '', 'a new password')).status).toBe(200);
    expect((await set({ newPassword: 'yet another one' })).status).toBe(400);
  });
});

describe('over time', () => {
  const start = noon(30);
  const minute = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
  afterEach(() => void vi.useRealTimers());

  it('without a password, an old session is not enough to set a password or erase the account', async () => {
    await using timed = await createWorld();
    const browser = timed.browser();
    const person = timed.person();
    await signIn(browser, 'discord', person.id);
    vi.setSystemTime(start + 15 * minute + 1);
    for (const [method, path, body] of [
      ['PUT', '/auth/account/password', { newPassword: 'a new password' }],
      ['POST', '/auth/account/erasure', {}],
    ] as const) {
      const response = await browser.call(method, path, body);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'sign-in-again' });
    }
    await signIn(browser, 'discord', person.id);
    expect((await browser.call('POST', '/auth/account/erasure', {})).status).toBe(204);
  });

  it('the current password cannot be guessed from within a session', async () => {
    await using timed = await createWorld({ RATE_LIMIT: 'on' });
    const anna = await timed.server.register();
    const guess = (currentPassword: string) =>
      anna.put('/auth/account/password', { currentPassword, newPassword: 'a new password' });
    for (let number = 0; number < 5; number += 1) expect((await guess(`guess ${number}`)).status).toBe(403);
    expectProblem(await guess(password), 429);
    expectProblem(await anna.post('/auth/account/erasure', { password }), 429);
    const body = { email: anna.email, password };
    expectProblem(await timed.server.visitor.post('/auth/login', body), 429);
    vi.setSystemTime(start + minute);
    expect((await guess(password)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed, newest first, with how and where they began', async () => {
    const anna = await register();
    const browser = world.browser();
    await browser.call('POST', '/auth/login', { email: anna.email, password });
    const sessions = await sessionsOf(anna);
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toContain(true);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect(other).toMatchObject({ startedBy: 'password', agent: 'TestBrowser/1.0' });
    for (const { createdAt, lastUsedAt, expiresAt } of sessions) {
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    }
    const text = JSON.stringify(sessions);
    for (const token of [anna.accessToken, anna.refreshToken]) {
      expect(text).not.toContain(token.split('.')[1]);
    }
    const person = world.person();
    await signIn(browser, 'google', person.id);
    const own = (await (await browser.call('GET', '/auth/account/sessions')).json()) as SessionEntry[];
    expect(own).toMatchObject([{ startedBy: 'google', isCurrent: true }]);
  });

  it('are limited to thirty: one more ends the oldest and its socket', async () => {
    const anna = await register();
    const socket = openSocket(world.server.origin, anna.accessToken);
    await connected(socket);
    const closed = disconnected(socket);
    const tokens: string[] = [];
    for (let count = 0; count < 29; count += 1)
      tokens.push((await login(anna.email, password)).body.accessToken as string);
    expect(await isIn(anna)).toBe(true);
    tokens.push((await login(anna.email, password)).body.accessToken as string);
    await closed;
    expect(await isIn(anna)).toBe(false);
    for (const token of tokens) expect(await isIn(world.server.client({ token }))).toBe(true);
    expect(await sessionsOf(world.server.client({ token: tokens[0] ?? '' }))).toHaveLength(30);
  });

  it('end one by one', async () => {
    const anna = await register();
    const other = world.server.client({ token: (await login(anna.email, password)).body.accessToken });
    const id = (await sessionsOf(anna)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await anna.delete(`/auth/account/sessions/${id}`)).status).toBe(204);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(anna)).toBe(true);
    expectProblem(await anna.delete(`/auth/account/sessions/${id}`), 404, 'Session not found');
    expectProblem(await anna.delete('/auth/account/sessions/not-an-id'), 400);
    const own = (await sessionsOf(anna))[0]?.id ?? '';
    const response = await anna.delete(`/auth/account/sessions/${own}`);
    expect(response.headers.get('Set-Cookie')).toMatch(/lightfall_session=;/);
    expect(await isIn(anna)).toBe(false);
  });

  it('of other people are not found', async () => {
    const [anna, ben] = [await register(), await register()];
    const id = (await sessionsOf(anna))[0]?.id ?? '';
    for (const who of [ben, world.server.admin]) {
      expectProblem(await who.delete(`/auth/account/sessions/${id}`), 404, 'Session not found');
    }
    expect(await isIn(anna)).toBe(true);
  });

  it('can all be ended except the current one', async () => {
    const [anna, ben] = [await register(), await register()];
    const others = [await login(anna.email, password), await login(anna.email, password)];
    expect((await anna.delete('/auth/account/sessions')).status).toBe(204);
    for (const { body } of others) {
      expect(await isIn(world.server.client({ token: body.accessToken }))).toBe(false);
    }
    expect(await isIn(anna)).toBe(true);
    expect(await isIn(ben)).toBe(true);
  });
});

describe('erasing an account', () => {
  it('removes the person’s data and keeps their contributions without a name', async () => {
    const { admin } = world.server;
    const anna = await register('Unmistakable');
    const city = await givenCity(anna);
    admin.follow(anna);
    await decide(admin, 'cities', city.id, 'approve');
    const waiting = await givenCity(anna);
    const body = { email: anna.email, password };
    const elsewhere = world.server.client({
      token: (await world.server.visitor.post('/auth/login', body)).body.accessToken,
    });
    expect((await textsIn(world.server.folder.path)).join('')).toContain('Unmistakable');

    const response = await anna.post('/auth/account/erasure', { password });
    expect(response.status).toBe(204);
    expect(response.headers.get('Set-Cookie')).toMatch(/lightfall_session=;/);

    for (const who of [anna, elsewhere]) expectProblem(await who.get('/api/auth/user'), 401);
    expectProblem(await world.server.visitor.post('/auth/refresh', { refreshToken: anna.refreshToken }), 401);
    expectProblem(await login(anna.email, password), 401, 'Invalid email or password');
    for (const text of await textsIn(world.server.folder.path)) {
      expect(text).not.toContain('Unmistakable');
      expect(text.toLowerCase()).not.toContain(anna.email);
    }
    expect((await world.server.visitor.get(`/api/cities/${city.id}`)).status).toBe(200);
    const history = await admin.get(`/api/admin/cities/${city.id}/history`);
    expect(history.text).toContain('former member');
    const queue = await admin.get('/api/admin/pending-cities?limit=500');
    expect(queue.body.find(({ id }) => id === waiting.id)).toMatchObject({
      submitter: { id: anna.id, name: 'former member' },
    });
    await decide(admin, 'cities', waiting.id, 'approve');
    const again = { email: anna.email, password, firstName: 'New', lastName: 'Person' };
    expect((await world.server.visitor.post('/auth/register', again)).body.user.id).not.toBe(anna.id);
  });

  it('is in the log once, by id only, and a replay still gives the current state', async () => {
    const anna = await register();
    const responses = await Promise.all(
      [1, 2, 3].map(() => anna.post('/auth/account/erasure', { password })),
    );
    expect(responses.map(({ status }) => status)).toContain(204);
    for (const { status } of responses) expect([204, 401, 403, 409]).toContain(status);
    const events = (await world.server.folder.events()).filter(
      ({ stream }) => stream === `account-${anna.id}`,
    );
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['account-registered.v1', { userId: anna.id }],
      ['account-erased.v1', { userId: anna.id }],
    ]);
    await world.server.caughtUp();
    await expectEqualToReplay(world.server.folder);
  });

  it('needs the password if the person has one', async () => {
    const anna = await register();
    expectProblem(await anna.post('/auth/account/erasure'), 400, 'Password is required');
    expectProblem(await anna.post('/auth/account/erasure', { password: 'wrong' }), 403);
    expect(await isIn(anna)).toBe(true);
  });

  it('with a provider also erases the identity, and signing in again creates a new account', async () => {
    const browser = world.browser();
    const person = world.person();
    await signIn(browser, 'google', person.id);
    const before = await userOf(browser);
    expect((await browser.call('POST', '/auth/account/erasure')).status).toBe(204);
    expect(await userOf(browser)).toBeUndefined();
    for (const text of await textsIn(world.server.folder.path)) expect(text).not.toContain(person.email);
    await signIn(browser, 'google', person.id);
    const after = await userOf(browser);
    expect(after?.email).toBe(person.email);
    expect(after?.id).not.toBe(before?.id);
  });

  it('is not possible for the administrator', async () => {
    const { admin, adminPassword } = world.server;
    const response = await admin.post('/auth/account/erasure', { password: adminPassword });
    expectProblem(response, 409, 'The administrator’s account cannot be erased.');
    expect(await isIn(admin)).toBe(true);
  });
});
