import { describe, expect, it, vi } from 'vitest';

import { cityInput, missingId } from '../api/given.ts';
import { password, startForFile, startServer } from '../api/server.ts';
import { noon } from '../harness/clock.ts';

/** An attacker plants a session in a browser, or reuses one that has ended. */

const server = await startForFile();
const anna = await server.register('Anna');

const cookieIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('lightfall_session='))
    ?.split(';')[0] ?? '';
const login = (cookie: string, body: object = { email: anna.email, password }) =>
  server.client({ cookie }).post('/auth/login', body, { headers: { Origin: server.origin } });
const userBy = async (cookie: string) => (await server.client({ cookie }).get('/api/auth/user')).status;

describe('a session that existed before signing in', () => {
  it.each([
    ['made up', `lightfall_session=${missingId}.${'A'.repeat(43)}`],
    ['of no form at all', 'lightfall_session=planted'],
    ['given twice', `lightfall_session=first; lightfall_session=second`],
  ])('ends with the sign-in when it is %s', async (_what, planted) => {
    const response = await login(planted);
    expect(response.status).toBe(200);
    const fresh = cookieIn(response.headers);
    expect(fresh).not.toBe('');
    expect(planted).not.toContain(fresh);
    expect(await userBy(fresh)).toBe(200);
    expect(await userBy(planted)).toBe(401);
  });

  it('ends with the sign-in when it is the attacker’s own, and gives them nothing', async () => {
    const mallory = await server.register('Mallory');
    const planted = `lightfall_session=${mallory.accessToken}`;
    const response = await login(planted);
    const fresh = cookieIn(response.headers);
    expect(fresh).not.toBe(planted);
    expect(response.body.user.id).toBe(anna.id);
    // The planted session has ended, so it can never become Anna's.
    expect(await userBy(planted)).toBe(401);
    expect((await server.visitor.post('/auth/refresh', { refreshToken: mallory.refreshToken })).status).toBe(
      401,
    );
  });

  it('ends with a registration too', async () => {
    const mallory = await server.register('Mallory');
    const planted = `lightfall_session=${mallory.accessToken}`;
    const input = { email: 'fixed@lightfall.test', password, firstName: 'F', lastName: 'X' };
    const headers = { Origin: server.origin };
    const response = await server.client({ cookie: planted }).post('/auth/register', input, { headers });
    expect(response.status).toBe(201);
    expect(cookieIn(response.headers)).not.toBe(planted);
    expect(await userBy(planted)).toBe(401);
  });

  it('cannot be set by an address', async () => {
    for (const query of [
      `?access_token=${anna.accessToken}`,
      `?token=${anna.accessToken}`,
      `?sid=${anna.accessToken}`,
    ]) {
      expect((await server.visitor.get(`/api/auth/user${query}`)).status).toBe(401);
    }
  });
});

describe('the token of a session', () => {
  it('is random each time, with 256 bits, and only in the person’s own answers', async () => {
    const tokens = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const { accessToken, refreshToken } = (await login('')).body;
      for (const token of [accessToken, refreshToken]) {
        expect(Buffer.from(token.split('.')[1] ?? '', 'base64url')).toHaveLength(32);
        tokens.add(token);
      }
    }
    expect(tokens.size).toBe(10);
  });

  it('is refused when a character differs', async () => {
    const last = anna.accessToken.at(-2) === 'A' ? 'B' : 'A';
    const other = anna.accessToken.slice(0, -2) + last + anna.accessToken.slice(-1);
    expect((await server.client({ token: other }).get('/api/auth/user')).status).toBe(401);
    expect((await server.client({ token: other }).post('/api/cities', cityInput())).status).toBe(401);
  });
});

describe('a session that is used again and again', () => {
  it('still ends, and needs a new sign-in', async () => {
    const day = 24 * 3_600_000;
    const start = noon();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    try {
      await using timed = await startServer();
      const person = await timed.register('Anna');
      let refreshToken = person.refreshToken;
      let days = 0;
      for (; days < 200; days += 10) {
        vi.setSystemTime(start + days * day);
        const response = await timed.visitor.post('/auth/refresh', { refreshToken });
        if (response.status !== 200) break;
        ({ refreshToken } = response.body);
      }
      expect(days).toBe(90);
    } finally {
      vi.useRealTimers();
    }
  });
});
