import { describe, expect, it } from 'vitest';

import { expectProblem, type ApiResponse } from './client.ts';
import { decide, givenCity, missingId } from './given.ts';
import { password, startForFile } from './server.ts';

const server = await startForFile();
const { visitor } = server;

let number = 0;
const person = (changes: object = {}) => ({
  email: `auth-${(number += 1)}@example.org`,
  password,
  firstName: 'Åsa',
  lastName: 'Öberg',
  ...changes,
});
const registered = async (changes: object = {}) => {
  const input = person(changes);
  const response = await visitor.post('/auth/register', input);
  expect(response.status).toBe(201);
  expect(response.headers.get('X-Event-Position')).toMatch(/^\d+$/);
  return { input, response, ...response.body } as {
    input: ReturnType<typeof person>;
    response: ApiResponse;
    accessToken: string;
    refreshToken: string;
    user: { id: string };
  };
};
const login = (email: unknown, given: unknown) => visitor.post('/auth/login', { email, password: given });
const cookieOf = ({ headers }: ApiResponse): string => headers.get('Set-Cookie') ?? '';
const userOf = (token: string) => server.client({ token }).get('/api/auth/user');

describe('registering', () => {
  it('creates an account and signs in', async () => {
    const { input, response } = await registered();
    expect(response.body).toMatchObject({
      user: {
        email: input.email,
        firstName: 'Åsa',
        lastName: 'Öberg',
        profileImageUrl: null,
        role: 'user',
        isAdmin: false,
        adminEmail: server.adminEmail,
      },
    });
    expect(new Date(response.body.expiresAt as string).getTime()).toBeGreaterThan(Date.now());
    const user = await userOf(response.body.accessToken);
    expect(user.status).toBe(200);
    expect(user.body).toEqual(response.body.user);
    expect(response.text).not.toContain(password);
    expect(response.text).not.toMatch(/hash/i);
  });
  it('accepts an email once, in any case, and never the administrator’s', async () => {
    const { input } = await registered();
    const text = 'Email might already be in use';
    for (const email of [input.email, input.email.toUpperCase(), ` ${input.email} `]) {
      expectProblem(await visitor.post('/auth/register', person({ email })), 409, text);
    }
    for (const email of [server.adminEmail, server.adminEmail.toUpperCase()]) {
      expectProblem(await visitor.post('/auth/register', person({ email })), 409, text);
    }
  });
  it('with the same email several times at once creates one account', async () => {
    const input = person();
    const responses = await Promise.all([1, 2, 3, 4].map(() => visitor.post('/auth/register', input)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });
  it.each([
    [{ email: 'x' }, 'Please enter a valid email address'],
    [{ email: '' }, 'Email is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: undefined }, 'Password is required'],
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: { $gt: '' } }, 'Email must be text'],
    [{ password: ['123456'] }, 'Password must be text'],
    [{ firstName: 'x'.repeat(61) }, 'First name must be at most 60 characters'],
  ])('refuses %j', async (changes, message) => {
    expectProblem(await visitor.post('/auth/register', person(changes)), 400, message);
  });
  it('gives nobody a role that they request', async () => {
    const { response } = await registered({
      role: 'admin',
      isAdmin: true,
      emailVerified: true,
      id: missingId,
    });
    expect(response.body.user).toMatchObject({ role: 'user', isAdmin: false });
    expect(response.body.user.id).not.toBe(missingId);
  });
});

describe('signing in', () => {
  it('accepts the email in any case', async () => {
    const { input } = await registered();
    for (const email of [input.email, input.email.toUpperCase(), ` ${input.email}`]) {
      const response = await login(email, password);
      expect(response.status).toBe(200);
      expect(response.body.user.email).toBe(input.email);
      expect(cookieOf(response)).toContain(response.body.accessToken);
    }
  });
  it('never reveals whether the email or the password was wrong', async () => {
    const { input } = await registered();
    const responses = [
      await login(input.email, 'another password'),
      await login('nobody@example.org', password),
      await login(input.email, `${password} `),
      await login('not an email', 'x'),
      await login(server.adminEmail, 'guess'),
    ];
    for (const response of responses) {
      expectProblem(response, 401, 'Invalid email or password');
      expect(cookieOf(response)).toBe('');
      expect({ ...response.body, requestId: '' }).toEqual({ ...responses[0]?.body, requestId: '' });
      expect([...response.headers.keys()].sort()).toEqual([...(responses[0]?.headers.keys() ?? [])].sort());
    }
  });
  it.each([
    [{ $ne: null }, 'x', 'Email must be text'],
    ['a@example.org', { $ne: null }, 'Password must be text'],
    [undefined, 'x', 'Email is required'],
    ['a@example.org', '', 'Password is required'],
  ])('refuses %j and %j', async (email, given, message) => {
    expectProblem(await login(email, given), 400, message);
  });
  it('as the administrator works with the operator’s password', async () => {
    const response = await login(server.adminEmail.toUpperCase(), server.adminPassword);
    expect(response.body.user).toMatchObject({ isAdmin: true, role: 'admin' });
  });
});

describe('the session', () => {
  it('is empty for a visitor', async () => {
    expect((await visitor.get('/auth/session')).body).toEqual({
      accessToken: null,
      expiresAt: null,
      user: null,
    });
  });
  it('returns the token and the user, by token and by cookie', async () => {
    const { accessToken, input, user, response } = await registered();
    const expected = {
      accessToken,
      user: {
        id: user.id,
        email: input.email,
        user_metadata: { avatar_url: null, full_name: 'Åsa Öberg' },
      },
    };
    for (const who of [
      server.client({ token: accessToken }),
      server.client({ cookie: cookieOf(response).split(';')[0] ?? '' }),
    ]) {
      const session = await who.get('/auth/session');
      expect(session.body).toMatchObject(expected);
      expect(session.headers.get('Cache-Control')).toMatch(/no-store/);
    }
  });
  it('is refused with an invalid token, and the cookie is cleared', async () => {
    for (const credentials of [
      { token: `${missingId}.${'a'.repeat(43)}` },
      { cookie: `lightfall_session=${missingId}.${'a'.repeat(43)}` },
    ]) {
      const response = await server.client(credentials).get('/auth/session');
      expectProblem(response, 401, 'Unauthorized');
      expect(cookieOf(response)).toMatch(/lightfall_session=;/);
    }
  });
  it('is set from tokens that a sign-in handed over', async () => {
    const { accessToken, refreshToken, user } = await registered();
    for (const body of [{ accessToken, refreshToken }, { accessToken, refreshToken: '' }, { accessToken }]) {
      const response = await visitor.post('/auth/session', body);
      expect(response.body).toMatchObject({ accessToken, user: { id: user.id } });
      expect(cookieOf(response)).toContain(accessToken);
    }
    expectProblem(await visitor.post('/auth/session', { accessToken: 'made-up' }), 401, 'Unauthorized');
    expectProblem(await visitor.post('/auth/session', { accessToken: refreshToken }), 401, 'Unauthorized');
    expectProblem(await visitor.post('/auth/session', {}), 400, 'Access token is required');
  });
});

describe('refreshing', () => {
  const refresh = (refreshToken: unknown) => visitor.post('/auth/refresh', { refreshToken });

  it('gives new tokens and ends the old access token', async () => {
    const first = await registered();
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.user).toEqual(first.response.body.user);
    expect(second.body.accessToken).not.toBe(first.accessToken);
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    expect((await userOf(second.body.accessToken)).status).toBe(200);
    expect((await userOf(first.accessToken)).status).toBe(401);
    expect((await refresh(second.body.refreshToken)).status).toBe(200);
  });
  it('twice at the same moment ends the family too', async () => {
    const { refreshToken } = await registered();
    const responses = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    const good = responses.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThan(2);
    for (const { body } of good) expect((await userOf(body.accessToken)).status).toBe(401);
  });
  it('leaves other sessions of the same person alone', async () => {
    const first = await registered();
    const other = (await login(first.input.email, password)).body;
    await refresh(first.refreshToken);
    expectProblem(await refresh(first.refreshToken), 401);
    expect((await userOf(other.accessToken)).status).toBe(200);
  });
  it.each(['made-up', `${missingId}.${'a'.repeat(43)}`])('with %s is 401', async (token) => {
    expectProblem(await refresh(token), 401, 'Unauthorized');
  });
  it('with an access token, or none, is refused', async () => {
    const { accessToken, refreshToken } = await registered();
    expectProblem(await refresh(accessToken), 401, 'Unauthorized');
    expectProblem(await refresh(undefined), 400, 'Refresh token is required');
    expectProblem(await refresh({ $ne: '' }), 400, 'Refresh token must be text');
    // An access token that was sent for a refresh counts as stolen.
    expectProblem(await refresh(refreshToken), 401);
  });
});

describe('signing out', () => {
  it('of one session leaves the others', async () => {
    const { input, accessToken } = await registered();
    const other = (await login(input.email, password)).body;
    await server.client({ token: accessToken }).post('/auth/logout');
    expect((await userOf(other.accessToken)).status).toBe(200);
  });
});

describe('providers', () => {
  it.each(['google', 'github', 'discord'])('%s is reported as not set up', async (provider) => {
    expectProblem(
      await visitor.get(`/auth/oauth/${provider}`),
      503,
      'Authentication is being set up. Please try again in a moment.',
    );
  });
  it('with another name does not exist', async () => {
    expectProblem(await visitor.get('/auth/oauth/myspace'), 404, 'Not found');
  });
});

describe('a person’s data', () => {
  it('is in no answer to other people', async () => {
    const { input, accessToken, user } = await registered({ firstName: 'Unmistakable' });
    const client = server.client({ token: accessToken });
    const city = await givenCity(client);
    await decide(server.admin, 'cities', city.id, 'approve');
    visitor.follow(server.admin);
    for (const path of [
      ...['/api/cities?limit=500', `/api/cities/${city.id}`, '/api/stats'],
      ...['/api/locations', '/api/locations/trending'],
    ]) {
      const { text } = await visitor.get(path);
      expect(text).not.toContain(input.email);
      expect(text).not.toContain('Unmistakable');
    }
    expect((await visitor.get(`/api/cities/${city.id}`)).body.submittedBy).toBe(user.id);
    const history = await server.admin.get(`/api/admin/cities/${city.id}/history`);
    expect(history.text).toContain('Unmistakable');
    expect(history.text).not.toContain(input.email);
  });
});
