import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { allPages, expectProblem, type Client } from './client.ts';
import { cityInput, givenCity, givenLocation } from './given.ts';
import { password, startServer, type Person, type TestServer } from './server.ts';
import { noon } from '../harness/clock.ts';

/** The server uses this test's clock, which moves only when a test moves it. */
const start = noon();
const hour = 3_600_000;
const day = 24 * hour;
const later = (milliseconds: number) => void vi.setSystemTime(start + milliseconds);

let server: TestServer;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  server = await startServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  vi.useRealTimers();
});

const signIn = async (email: string, given = password): Promise<Client> => {
  const response = await server.visitor.post('/auth/login', { email, password: given });
  return server.client({ token: response.body.accessToken });
};
const adminAgain = () => signIn(server.adminEmail, server.adminPassword);

describe('a session', () => {
  it('ends: the access token after half a day, the session after a month without use', async () => {
    const anna = await server.register('Anna');
    const refresh = (refreshToken: string) => server.visitor.post('/auth/refresh', { refreshToken });
    later(11 * hour);
    expect((await anna.get('/api/auth/user')).status).toBe(200);
    later(13 * hour);
    expectProblem(await anna.get('/api/auth/user'), 401, 'Unauthorized');
    const renewed = await refresh(anna.refreshToken);
    expect(renewed.status).toBe(200);
    expect(new Date(renewed.body.expiresAt).getTime()).toBeGreaterThan(start + 13 * hour);
    expect((await server.client({ token: renewed.body.accessToken }).get('/api/auth/user')).status).toBe(200);
    later(29 * day);
    const again = await refresh(renewed.body.refreshToken);
    expect(again.status).toBe(200);
    later(60 * day);
    expectProblem(await refresh(again.body.refreshToken), 401, 'Unauthorized');
  });
  it('is extended by use', async () => {
    const anna = await server.register('Anna');
    for (let hours = 10; hours <= 50; hours += 10) {
      later(hours * hour);
      expect((await anna.get('/auth/session')).status, `${hours} hours`).toBe(200);
    }
  });
});

describe('a body that arrives slowly', () => {
  const standings: [string, number, (anna: Person) => Promise<unknown>][] = [
    ['blocked', 403, ({ id }) => server.admin.post(`/api/admin/people/${id}/block`)],
    ['signed out', 401, (anna) => anna.post('/auth/logout')],
    ['erased', 401, (anna) => anna.post('/auth/account/erasure', { password })],
    [
      'no longer a moderator',
      403,
      ({ id }) => server.admin.put(`/api/admin/people/${id}/role`, { role: 'user' }),
    ],
  ];

  it.each(standings)('does nothing if its sender is %s meanwhile', async (what, status, change) => {
    const anna = what.includes('moderator') ? await server.registerModerator() : await server.register();
    const { id } = await givenCity(server.admin);
    const [path, body] = what.includes('moderator')
      ? [`/api/admin/cities/${id}/reopen`, {}]
      : ['/api/reports', { entityType: 'city', entityId: id, reason: 'other', note: 'A note' }];
    const sent = await beginRequest(path, anna.accessToken, JSON.stringify(body));
    await change(anna);
    later(1500);
    expect(await sent.finish()).toBe(status);
    const reports = (await server.admin.get('/api/admin/queue?kind=report')).body;
    const city = (await server.admin.get(`/api/cities/${id}`)).body;
    expect([reports, city.status]).toEqual([[], 'approved']);
  });

  /** Sends a request except the last byte of its body, and waits until the server has read that much. */
  async function beginRequest(path: string, token: string, body: string) {
    const request = httpRequest(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Expect: '100-continue',
      },
    });
    const responded = once(request, 'response');
    request.flushHeaders();
    await once(request, 'continue');
    request.write(body.slice(0, -1));
    await server.visitor.get('/api/cities');
    return {
      async finish(): Promise<number> {
        request.end(body.slice(-1));
        const [response] = (await responded) as [IncomingMessage];
        response.resume();
        return response.statusCode ?? 0;
      },
    };
  }
});

describe('an idempotency key', () => {
  it('is stored for a day', async () => {
    const anna = await server.register('Anna');
    const headers = { 'Idempotency-Key': randomUUID() };
    const input = cityInput();
    const first = await anna.post('/api/cities', input, { headers });
    later(23.9 * hour);
    const again = await (await signIn(anna.email)).post('/api/cities', input, { headers });
    expect(again.text).toBe(first.text);
  });
});

describe('trending', () => {
  const order = async (names: readonly string[]) => {
    const list = await allPages(server.visitor, '/api/locations/trending');
    return list.map(({ name }) => name).filter((name) => names.includes(name));
  };
  const favorites = async (id: string, people: readonly Client[]) => {
    for (const person of people) {
      await person.put(`/api/locations/${id}/favorite`);
      server.visitor.follow(person);
    }
  };

  it('halves the weight of an activity every week', async () => {
    const people: Person[] = [];
    for (let index = 0; index < 3; index += 1) people.push(await server.register());
    const city = await givenCity(server.admin);
    const old = await givenLocation(server.admin, city.id, { name: 'Old' });
    const young = await givenLocation(server.admin, city.id, { name: 'Young' });
    // The old place gets three hearts now, and the young place gets hearts a week later.
    await favorites(old.id, people);
    expect(await order(['Old', 'Young'])).toEqual(['Old', 'Young']);
    later(7 * day);
    const [one, two] = [await signIn(people[0]?.email ?? ''), await signIn(people[1]?.email ?? '')];
    // After a week, the three old hearts count 3/2, still more than one new heart.
    await favorites(young.id, [one]);
    expect(await order(['Old', 'Young'])).toEqual(['Old', 'Young']);
    await favorites(young.id, [two]);
    expect(await order(['Old', 'Young'])).toEqual(['Young', 'Old']);
    // Time alone does not change the order.
    later(300 * day);
    expect(await order(['Old', 'Young'])).toEqual(['Young', 'Old']);
    const fresh = await givenLocation(await adminAgain(), city.id, { name: 'Fresh' });
    expect(fresh.isTrending).toBe(1);
    server.visitor.follow(await adminAgain());
    await server.caughtUp();
    expect(await order(['Old', 'Young', 'Fresh'])).toEqual(['Fresh', 'Young', 'Old']);
  });
});

describe('stats', () => {
  it('count people who contributed in the last 30 days', async () => {
    const anna = await server.register('Anna');
    await givenCity(anna);
    const contributors = async () => {
      await server.caughtUp();
      return JSON.parse((await server.visitor.get('/api/stats')).text) as { contributors: number };
    };
    expect(await contributors()).toMatchObject({ contributors: 1 });
    later(29 * day);
    expect(await contributors()).toMatchObject({ contributors: 1 });
    later(31 * day);
    expect(await contributors()).toMatchObject({ contributors: 0 });
    await givenCity(await signIn(anna.email));
    expect(await contributors()).toMatchObject({ contributors: 1 });
  });
});
