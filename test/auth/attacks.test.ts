import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Provider } from '#contracts/shared/providers';

import { expectProblem } from '../api/client.ts';
import { password } from '../api/server.ts';
import type { Browser, Page } from './browser.ts';
import { createWorld, everyProvider, signIn, textsIn, toProvider, userOf } from './world.ts';
import { noon } from '../harness/clock.ts';
import { untilEndOfFile } from '../harness/for-file.ts';

const world = untilEndOfFile(await createWorld());

/** The address to which a provider sends a browser back, before the browser opens it. */
async function wayBack(browser: Browser, provider: Provider, choice: string): Promise<URL> {
  // The browser stops before the app's address, so that the provider's response is not used yet.
  const page = await toProvider(browser, provider);
  const blind = await browser.choose(page, choice, { stopAt: `${world.appOrigin}/` });
  return blind.url;
}
const errorOf = ({ url }: Page): string | null => url.searchParams.get('error');

describe.each(everyProvider)('%s', (provider) => {
  it('a sign-in started by another browser signs nobody in, and that browser can still finish it', async () => {
    const attacker = world.browser();
    const person = world.person();
    const url = await wayBack(attacker, provider, person.id);
    const victim = world.browser();
    expect(errorOf(await victim.open(url.href))).toBe('expired');
    expect(await userOf(victim)).toBeUndefined();
    // The same holds while the victim's browser has its own sign-in in progress.
    await toProvider(victim, provider);
    expect(errorOf(await victim.open(url.href))).toBe('expired');
    expect(await userOf(victim)).toBeUndefined();
    expect(errorOf(await attacker.open(url.href))).toBeNull();
    expect(await userOf(attacker)).toMatchObject({ email: person.email });
  });

  it('an answer works once, even when it arrives twice at the same moment', async () => {
    const browser = world.browser();
    const url = await wayBack(browser, provider, world.person().id);
    const pages = await Promise.all([browser.open(url.href), browser.open(url.href)]);
    expect(pages.map(errorOf).toSorted()).toEqual(['expired', null].toSorted());
    expect(errorOf(await browser.open(url.href))).toBe('expired');
  });

  it('a code issued to somebody else is not accepted', async () => {
    const attacker = world.browser();
    const stolen = (await wayBack(attacker, provider, world.person().id)).searchParams.get('code') ?? '';
    const victim = world.browser();
    const url = await wayBack(victim, provider, world.person().id);
    url.searchParams.set('code', stolen);
    expect(errorOf(await victim.open(url.href))).toBe('provider-failed');
    expect(await userOf(victim)).toBeUndefined();
  });

  it('a state that is made up, missing or repeated is invalid', async () => {
    const browser = world.browser();
    const url = await wayBack(browser, provider, world.person().id);
    const state = url.searchParams.get('state') ?? '';
    const changed = (change: (query: URLSearchParams) => void) => {
      const other = new URL(url);
      change(other.searchParams);
      return other.href;
    };
    for (const address of [
      changed((query) => query.set('state', 'x'.repeat(43))),
      changed((query) => query.set('state', '')),
      changed((query) => query.delete('state')),
      changed((query) => query.append('state', state)),
      changed((query) => query.set('state', `${state}\u0000`)),
    ]) {
      expect(errorOf(await browser.open(address))).toBe('expired');
    }
    expect(await userOf(browser)).toBeUndefined();
  });

  it('an answer of one provider is not accepted for another', async () => {
    const browser = world.browser();
    const other = provider === 'google' ? 'github' : 'google';
    const url = await wayBack(browser, provider, world.person().id);
    url.pathname = `/auth/oauth/${other}/callback`;
    expect(errorOf(await browser.open(url.href))).toBe('expired');
    expect(await userOf(browser)).toBeUndefined();
  });

  it('an answer that names another issuer is not accepted', async () => {
    const browser = world.browser();
    const url = await wayBack(browser, provider, world.person().id);
    url.searchParams.set('iss', 'https://evil.example');
    expect(errorOf(await browser.open(url.href))).toBe('provider-failed');
  });

  it('an answer with neither code nor error does not start over', async () => {
    const browser = world.browser();
    const url = await wayBack(browser, provider, world.person().id);
    url.searchParams.delete('code');
    const page = await browser.open(url.href);
    expect(errorOf(page)).toBe('provider-failed');
    expect(page.way).toHaveLength(2);
  });

  it('a request cannot choose where the browser goes after the sign-in', async () => {
    const evil = 'https://evil.example/';
    const query = ['return', 'returnTo', 'redirect', 'redirect_uri', 'redirect_url', 'next', 'url', 'origin']
      .map((name) => `${name}=${encodeURIComponent(evil)}`)
      .join('&');
    const browser = world.browser();
    const response = await browser.call('GET', `/auth/oauth/${provider}?${query}&code=x&state=y&error=z`);
    const { url } = (await response.json()) as { url: string };
    expect(url).not.toContain('evil');
    const page = await browser.choose(await browser.open(url), world.person().id);
    expect(page.url.href).toBe(`${world.appOrigin}/auth/callback`);
    const back = await wayBack(browser, provider, world.person().id);
    const end = await browser.open(`${back.href}&${query}`);
    expect(end.url.href).toBe(`${world.appOrigin}/auth/callback`);
    expect((await browser.open(`/auth/oauth/${provider}/callback?${query}`)).url.origin).toBe(
      world.appOrigin,
    );
  });

  it('the session is new, and the browser’s previous session ends', async () => {
    const planted = await world.server.register('Planted');
    const browser = world.browser();
    const body = { email: planted.email, password };
    await browser.call('POST', '/auth/login', body);
    const old = browser.setCookies.get('lightfall_session')?.split(';')[0] ?? '';
    const person = world.person();
    await signIn(browser, provider, person.id);
    expect(browser.setCookies.get('lightfall_session')?.split(';')[0]).not.toBe(old);
    expect(await userOf(browser)).toMatchObject({ email: person.email });
    expect((await world.server.client({ cookie: old }).get('/api/auth/user')).status).toBe(401);
  });
});

it('an ID token with another nonce is not accepted', async () => {
  const browser = world.browser();
  const response = await browser.call('GET', '/auth/oauth/google');
  const url = new URL(((await response.json()) as { url: string }).url);
  url.searchParams.set('nonce', 'another');
  const page = await browser.choose(await browser.open(url.href), world.person().id);
  expect(errorOf(page)).toBe('provider-failed');
  expect(await userOf(browser)).toBeUndefined();
});

describe('GET /api/login', () => {
  it('goes to Google and nowhere else', async () => {
    for (const query of [
      '?return=https://evil.example',
      '?next=//evil.example',
      '?x=%0d%0aLocation:%20//evil',
    ]) {
      const response = await world.browser().call('GET', `/api/login${query}`);
      expect(response.status).toBe(302);
      const location = new URL(response.headers.get('Location') ?? '');
      expect(location.origin).toBe(world.identityProvider.origin);
      expect(location.href).not.toContain('evil');
    }
  });
});

it('a Host header does not change where the provider sends the browser', async () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
  const response = await world.server.visitor.get('/auth/oauth/google', { headers });
  expect(response.body.url).not.toContain('evil');
});

describe('over time', () => {
  // The clock is stopped, so that no minute ends in the middle of a test.
  const start = noon(30);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
  afterEach(() => void vi.useRealTimers());

  it('an attempt expires after ten minutes', async () => {
    await using timed = await createWorld();
    const [quick, late] = [timed.browser(), timed.browser()];
    const quickUrl = await wayBack(quick, 'github', timed.person().id);
    const lateUrl = await wayBack(late, 'github', timed.person().id);
    vi.setSystemTime(start + 10 * 60_000 - 1);
    expect(errorOf(await quick.open(quickUrl.href))).toBeNull();
    vi.setSystemTime(start + 10 * 60_000);
    expect(errorOf(await late.open(lateUrl.href))).toBe('expired');
  });

  it('an address can start sign-ins and sign up only a limited number of times', async () => {
    await using limited = await createWorld({ RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '3' });
    const browser = limited.browser();
    for (let number = 0; number < 3; number += 1) await toProvider(browser, 'github');
    const response = await limited.server.visitor.get('/auth/oauth/github');
    expectProblem(response, 429, 'Too many requests. Please wait a moment.');
    expect(errorOf(await browser.open('/api/login'))).toBe('too-many-requests');
    vi.setSystemTime(start + 60_000);
    for (let number = 0; number < 3; number += 1) {
      const body = { email: `full-${number}@example.org`, password, firstName: 'A', lastName: 'B' };
      expect((await limited.server.visitor.post('/auth/register', body)).status).toBe(201);
    }
    expect(errorOf(await signIn(browser, 'github', limited.person().id))).toBe('too-many-requests');
  });
});

it('only the person’s identity is stored of a provider’s data', async () => {
  const person = world.person();
  for (const [provider] of everyProvider) await signIn(world.browser(), provider, person.id);
  const { issued } = world.identityProvider;
  expect(issued.length).toBeGreaterThan(1);
  for (const text of await textsIn(world.server.folder.path)) {
    for (const token of issued) expect(text).not.toContain(token);
  }
});

describe('under https', () => {
  it('the cookies need encryption, and the attempt’s cookie is only for this exact host', async () => {
    await using secure = await createWorld({}, 'https://lightfall.test');
    const browser = secure.browser();
    const person = secure.person();
    await signIn(browser, 'google', person.id);
    expect(await userOf(browser)).toMatchObject({ email: person.email });
    expect(browser.setCookies.get('__Host-lightfall_sign_in')).toMatch(/path=\/;.*secure/i);
    expect(browser.setCookies.get('__Host-lightfall_sign_in')).not.toMatch(/domain/i);
    expect(browser.setCookies.get('__Host-lightfall_session')).toMatch(/secure/i);
  });
});

describe('a provider that does not answer', () => {
  it('is reported as unreachable, and tried again the next time', async () => {
    // A port without a listener: the port of a server that was closed.
    const gone = await createWorld();
    const { origin } = gone.identityProvider;
    await gone[Symbol.asyncDispose]();
    await using lonely = await createWorld({
      GOOGLE_ISSUER: origin,
      GITHUB_ISSUER: `${origin}/login/oauth`,
    });
    expectProblem(await lonely.server.visitor.get('/auth/oauth/google'), 503);
    expectProblem(await lonely.server.visitor.get('/auth/oauth/google'), 503);
    const page = await lonely.browser().open('/api/login');
    expect(page.url.href).toBe('http://lightfall.test/auth/callback?error=unavailable');
    const browser = lonely.browser();
    const response = await browser.call('GET', '/auth/oauth/github');
    const state = new URL(((await response.json()) as { url: string }).url).searchParams.get('state');
    const back = await browser.open(`/auth/oauth/github/callback?code=x&state=${state}`);
    expect(errorOf(back)).toBe('provider-failed');
  });
});
