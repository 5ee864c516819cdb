import { describe, expect, it } from 'vitest';

import type { SignedIn } from '#contracts/account/views';

import { expectProblem } from '../api/client.ts';
import { password } from '../api/server.ts';
import { connected, disconnected, openSocket } from '../harness/sockets.ts';
import type { Browser } from './browser.ts';
import { createWorld, signIn, textsIn, toProvider, userOf, type World } from './world.ts';
import { untilEndOfFile } from '../harness/for-file.ts';

const world = untilEndOfFile(await createWorld());

const sessionCookie = 'lightfall_session';
const signInCookie = 'lightfall_sign_in';

const refresh = (refreshToken: string) => world.server.visitor.post('/auth/refresh', { refreshToken });
const isIn = async (accessToken: string): Promise<boolean> =>
  (await world.server.client({ token: accessToken }).get('/api/auth/user')).status === 200;
const secretOf = (token: string): string => token.split('.')[1] ?? '';
const tokenIn = (browser: Browser): string =>
  /^\w+=([^;]*)/.exec(browser.setCookies.get(sessionCookie) ?? '')?.[1] ?? '';

let people = 0;
/** A new person with a password, signed in by the page's own call. */
async function newPerson(browser: Browser): Promise<SignedIn & { readonly email: string }> {
  const email = `session-${(people += 1)}@example.org`;
  const body = { email, password, firstName: 'Mara', lastName: 'Voss' };
  const response = await browser.call('POST', '/auth/register', body);
  expect(response.status).toBe(201);
  return { ...((await response.json()) as SignedIn), email };
}

describe('tokens', () => {
  it('are stored only as hashes', async () => {
    const browser = world.browser();
    const first = await newPerson(browser);
    const second = (await refresh(first.refreshToken)).body as unknown as SignedIn;
    const again = world.browser();
    await signIn(again, 'google', world.person().id);
    const secrets = [first, second].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
    const all = [...secrets, tokenIn(again)].map(secretOf);
    for (const secret of all) expect(secret).toHaveLength(43);
    for (const text of await textsIn(world.server.folder.path)) {
      for (const secret of all) expect(text).not.toContain(secret);
    }
    expect((await textsIn(world.server.folder.path)).join('')).toContain('accessHash');
  });

  it('for refreshing work once: any old token of a long family ends it, even for the holder of the newest', async () => {
    const browser = world.browser();
    const family: SignedIn[] = [await newPerson(browser)];
    for (let turn = 0; turn < 4; turn += 1) {
      const response = await refresh(family.at(-1)?.refreshToken ?? '');
      expect(response.status).toBe(200);
      family.push(response.body as unknown as SignedIn);
    }
    const [newest, old] = [family.at(-1), family[1]];
    expect(await isIn(newest?.accessToken ?? '')).toBe(true);
    expectProblem(await refresh(old?.refreshToken ?? ''), 401, 'Unauthorized');
    for (const { accessToken, refreshToken } of family) {
      expect(await isIn(accessToken)).toBe(false);
      expectProblem(await refresh(refreshToken), 401);
    }
    expect(await userOf(browser)).toBeUndefined();
  });
});

describe('a session ends completely', () => {
  const ways: readonly (readonly [string, (browser: Browser) => Promise<Response>])[] = [
    ['by sign-out', (browser) => browser.call('POST', '/auth/logout')],
    [
      'by a new password',
      (browser) =>
        browser.call('PUT', '/auth/account/password', {
          currentPassword: password,
          newPassword: 'another password',
        }),
    ],
    ['by erasing the account', (browser) => browser.call('POST', '/auth/account/erasure', { password })],
  ];

  it.each(ways)('%s: its tokens, its cookie, its socket', async (_, end) => {
    const browser = world.browser();
    const { accessToken, refreshToken } = await newPerson(browser);
    const cookie = browser.setCookies.get(sessionCookie)?.split(';')[0] ?? '';
    const socket = openSocket(world.server.origin, accessToken);
    await connected(socket);
    const closed = disconnected(socket);
    expect((await end(browser)).ok).toBe(true);
    await closed;
    expect(await isIn(accessToken)).toBe(false);
    expect((await world.server.client({ cookie }).get('/api/auth/user')).status).toBe(401);
    expectProblem(await refresh(refreshToken), 401, 'Unauthorized');
  });

  it('also on other devices, by a new password and by erasing the account', async () => {
    for (const [name, end] of ways.slice(1)) {
      const [here, elsewhere] = [world.browser(), world.browser()];
      const { email } = await newPerson(here);
      await elsewhere.call('POST', '/auth/login', { email, password });
      expect(await userOf(elsewhere)).toBeDefined();
      expect((await end(here)).ok).toBe(true);
      expect(await userOf(elsewhere), name).toBeUndefined();
    }
  });
});

/** Every way to set a session's cookie, with its Set-Cookie line. */
async function cookieLines(
  of: World,
  cookie = sessionCookie,
): Promise<readonly (readonly [string, string])[]> {
  const lines: [string, string][] = [];
  const client = of.browser();
  const note = (name: string) => lines.push([name, client.setCookies.get(cookie) ?? '']);
  const { email, accessToken, refreshToken } = await newPerson(client);
  note('register');
  await client.call('POST', '/auth/session', { accessToken });
  note('set session');
  await client.call('POST', '/auth/refresh', { refreshToken });
  note('refresh');
  await client.call('GET', '/auth/session');
  note('session');
  await client.call('PUT', '/auth/account/password', {
    currentPassword: password,
    newPassword: 'another password',
  });
  note('password');
  await client.call('POST', '/auth/login', { email, password: 'another password' });
  note('login');
  await signIn(client, 'github', of.person().id);
  note('provider');
  await client.call('POST', '/auth/logout');
  note('logout');
  return lines;
}

describe('the cookie', () => {
  it('is inaccessible to scripts and other sites', async () => {
    for (const [name, line] of await cookieLines(world)) {
      expect(line, name).toMatch(/^lightfall_session=/);
      expect(line, name).toMatch(/; *path=\/(;|$)/i);
      expect(line, name).toMatch(/; *httponly/i);
      expect(line, name).toMatch(/; *samesite=lax/i);
      expect(line, name).not.toMatch(/; *domain/i);
      expect(line, name).not.toMatch(/; *secure/i);
    }
  });

  it('is sent only encrypted and only to this exact host under https', async () => {
    await using secure = await createWorld({}, 'https://lightfall.test');
    const name = `__Host-${sessionCookie}`;
    for (const [way, line] of await cookieLines(secure, name)) {
      expect(line, way).toMatch(/^__Host-lightfall_session=/);
      expect(line, way).toMatch(/; *path=\/(;|$)/i);
      expect(line, way).toMatch(/; *secure/i);
      expect(line, way).toMatch(/; *httponly/i);
      expect(line, way).toMatch(/; *samesite=lax/i);
      expect(line, way).not.toMatch(/; *domain/i);
    }
    // A sibling domain can plant a cookie without the prefix, which must be ignored.
    const { accessToken } = await secure.server.register();
    const statusBy = async (cookie: string) =>
      (await secure.server.client({ cookie }).get('/api/auth/user')).status;
    expect(await statusBy(`${name}=${accessToken}`)).toBe(200);
    expect(await statusBy(`${sessionCookie}=${accessToken}`)).toBe(401);
    const document = await (await fetch(`${secure.server.origin}/api/openapi.json`)).json();
    expect(document).toMatchObject({ components: { securitySchemes: { cookie: { name } } } });
  });
});

describe('session fixation', () => {
  // Sends the request of a page at `/auth/callback#access_token=...`. A browser adds the page's origin to it.
  const setBy = (browser: Browser, accessToken: string) =>
    browser.call('POST', '/auth/session', { accessToken, refreshToken: '' });
  const expectRefused = async (response: Response) => {
    expect(response.status).toBe(401);
    expect(response.headers.get('Set-Cookie') ?? '').not.toContain(sessionCookie);
  };

  it('tokens of somebody else, planted in a link, do not sign a visitor in', async () => {
    const attacker = await newPerson(world.browser());
    const victim = world.browser();
    await expectRefused(await setBy(victim, attacker.accessToken));
    expect(await userOf(victim)).toBeUndefined();
  });

  it('tokens of a provider’s sign-in, planted in a link, do not sign a visitor in', async () => {
    const attacker = world.browser();
    await signIn(attacker, 'discord', world.person().id);
    const victim = world.browser();
    await expectRefused(await setBy(victim, tokenIn(attacker)));
    expect(await userOf(victim)).toBeUndefined();
  });

  it('planted tokens do not sign in a visitor whose own provider sign-in is in progress or just finished', async () => {
    const attacker = world.browser();
    await signIn(attacker, 'github', world.person().id);
    const victim = world.browser();
    await toProvider(victim, 'google');
    await expectRefused(await setBy(victim, tokenIn(attacker)));
    expect(await userOf(victim)).toBeUndefined();
    const person = world.person();
    await signIn(victim, 'google', person.id);
    await expectRefused(await setBy(victim, tokenIn(attacker)));
    expect(await userOf(victim)).toMatchObject({ email: person.email });
    await victim.call('POST', '/auth/logout');
    await expectRefused(await setBy(victim, tokenIn(attacker)));
    expect(await userOf(victim)).toBeUndefined();
  });

  it('a signed-in person stays signed in as themselves', async () => {
    const attacker = await newPerson(world.browser());
    const victim = world.browser();
    const { email } = await newPerson(victim);
    await expectRefused(await setBy(victim, attacker.accessToken));
    expect(await userOf(victim)).toMatchObject({ email });
  });

  it('tokens of the person’s own sign-in are accepted in the same browser', async () => {
    const browser = world.browser();
    const person = world.person();
    await signIn(browser, 'google', person.id);
    const accessToken = tokenIn(browser);
    browser.forget(sessionCookie);
    expect(await userOf(browser)).toBeUndefined();
    const response = await setBy(browser, accessToken);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ accessToken, user: { email: person.email } });
    expect(await userOf(browser)).toMatchObject({ email: person.email });
    // Without the cookies of the sign-in, they are refused like any other tokens.
    browser.forget(sessionCookie);
    browser.forget(signInCookie);
    await expectRefused(await setBy(browser, accessToken));
  });
});
