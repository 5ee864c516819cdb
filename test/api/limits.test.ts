import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { expectProblem } from './client.ts';
import { cityInput } from './given.ts';
import { password, startServer } from './server.ts';
import { noon } from '../harness/clock.ts';

const retryAfter = (headers: Headers) => Number(headers.get('Retry-After'));

// The clock is stopped, so that no minute ends in the middle of a test.
const start = noon(30);
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterAll(() => void vi.useRealTimers());

describe('limits', () => {
  it('login failures: five per minute from one address; successes do not count', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on' });
    const { visitor, admin } = server;
    const anna = await server.register('Anna');
    const login = (email: string, given: string) => visitor.post('/auth/login', { email, password: given });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await login(anna.email, password)).status).toBe(200);
    }
    const failures = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((attempt) => login(`guess-${attempt % 2}@example.org`, 'wrong')),
    );
    expect(failures.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const refused = await login(anna.email, password);
    expectProblem(refused, 429, 'Too many requests. Please wait a moment.');
    const seconds = retryAfter(refused.headers);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    // People who are already signed in are not affected.
    expect((await anna.get('/api/auth/user')).status).toBe(200);
    expect((await admin.get('/api/admin/cities')).status).toBe(200);
    // A header that anyone can send does not change the address.
    const elsewhere = { headers: { 'X-Forwarded-For': '203.0.113.7' } };
    const body = { email: anna.email, password };
    expectProblem(await visitor.post('/auth/login', body, elsewhere), 429);
    vi.setSystemTime(start + seconds * 1000);
    expect((await login(anna.email, password)).status).toBe(200);
    vi.setSystemTime(start);
  });

  it('a trusted proxy distinguishes addresses, so nobody can lock the administrator out', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    const from = (address: string, given: string) =>
      server.visitor.post(
        '/auth/login',
        { email: server.adminEmail, password: given },
        { headers: { 'X-Forwarded-For': address } },
      );
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await from('203.0.113.7', 'wrong')).status).toBe(401);
    }
    expectProblem(await from('203.0.113.7', 'wrong'), 429);
    expectProblem(await from('198.51.100.9, 203.0.113.7', 'wrong'), 429);
    // Some proxies add the port, which differs each time.
    for (const port of [40_001, 40_002]) expectProblem(await from(`203.0.113.7:${port}`, 'wrong'), 429);
    expect((await from('203.0.113.8', server.adminPassword)).status).toBe(200);
  });

  it('sign-ups: a limited number per minute from one address', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '2' });
    await server.register();
    await server.register();
    const input = { email: 'third@example.org', password, firstName: 'T', lastName: 'T' };
    const refused = await server.visitor.post('/auth/register', input);
    expectProblem(refused, 429, 'Too many requests. Please wait a moment.');
  });

  it('writes: a limited number per minute for each person', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on', WRITES_PER_MINUTE: '3' });
    const [anna, ben] = [await server.register('Anna'), await server.register('Ben')];
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => anna.post('/api/cities', cityInput())));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429]);
    expect((await ben.post('/api/cities', cityInput())).status).toBe(201);
    expect((await anna.get('/api/submissions')).body).toHaveLength(3);
  });

  it('can all be switched off together', async () => {
    await using server = await startServer({ RATE_LIMIT: 'off', WRITES_PER_MINUTE: '1' });
    const anna = await server.register();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await anna.post('/api/cities', cityInput())).status).toBe(201);
    }
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const body = { email: anna.email, password: 'wrong' };
      expect((await server.visitor.post('/auth/login', body)).status).toBe(401);
    }
  });
});
