import { describe, expect, it } from 'vitest';

import type { Profile } from '#contracts/account/views';

import { password } from '../api/server.ts';
import type { Browser, Page } from './browser.ts';
import { createWorld, everyProvider, signIn, toProvider, userOf } from './world.ts';
import { untilEndOfFile } from '../harness/for-file.ts';

const world = untilEndOfFile(await createWorld());

const profileOf = async (browser: Browser): Promise<Profile> =>
  (await (await browser.call('GET', '/auth/account')).json()) as Profile;
const register = (email: string | null) =>
  world.server.visitor.post('/auth/register', { email, password, firstName: 'Pia', lastName: 'Password' });
const login = (email: string | null, given = password) =>
  world.server.visitor.post('/auth/login', { email, password: given });

/** Expects that the sign-in has ended at the return page with this query. */
function expectEnding(page: Page, query: string): void {
  expect(page.url.href).toBe(`${world.appOrigin}/auth/callback${query}`);
  expect(page.status).toBe(200);
}
async function expectRefused(browser: Browser, page: Page, error: string): Promise<void> {
  expectEnding(page, `?error=${error}`);
  expect(await userOf(browser)).toBeUndefined();
}

describe.each(everyProvider)('by %s', (provider) => {
  it('a new person gets an account with the provider’s name and picture', async () => {
    const browser = world.browser();
    const person = world.person({ pictureUrl: 'https://pictures.example/asa.png' });
    const page = await signIn(browser, provider, person.id);
    expectEnding(page, '');
    const picture =
      provider === 'discord'
        ? `https://cdn.discordapp.com/avatars/${person.id}/a1b2c3d4.png`
        : 'https://pictures.example/asa.png';
    expect(await profileOf(browser)).toMatchObject({
      email: person.email,
      firstName: 'Åsa',
      lastName: 'von Öberg',
      profileImageUrl: picture,
      role: 'user',
      isAdmin: false,
      hasPassword: false,
      providers: [provider],
    });
    const session = (await (await browser.call('GET', '/auth/session')).json()) as object;
    expect(session).toMatchObject({
      user: { user_metadata: { avatar_url: picture, full_name: 'Åsa von Öberg' } },
    });
  });

  it('the request to the provider asks for the minimum and reveals nothing', async () => {
    const browser = world.browser();
    const page = await toProvider(browser, provider);
    const request = new URL(page.way[0] ?? '').searchParams;
    expect(request.get('redirect_uri')).toBe(`${world.appOrigin}/auth/oauth/${provider}/callback`);
    expect(request.get('response_type')).toBe('code');
    expect(request.get('code_challenge_method')).toBe('S256');
    expect(request.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(request.get('state')).toMatch(/^[\w-]{43}$/);
    const isGoogle = provider === 'google';
    expect(request.has('nonce')).toBe(isGoogle);
    expect(request.get('access_type')).toBe(isGoogle ? 'offline' : null);
    expect(request.get('prompt')).toBe(provider === 'github' ? null : 'consent');
    const secret = browser.setCookies.get('lightfall_sign_in') ?? '';
    expect(secret).toMatch(/httponly/i);
    expect(secret).toMatch(/samesite=lax/i);
    expect(secret).toMatch(/max-age=600|expires=/i);
    expect(page.way.join(' ')).not.toContain(/=([^;]+)/.exec(secret)?.[1]);
  });

  it('the return gives the page no token, and sets a cookie that scripts cannot read', async () => {
    const browser = world.browser();
    const page = await signIn(browser, provider, world.person().id);
    expect(page.url.search + page.url.hash).toBe('');
    const session = browser.setCookies.get('lightfall_session') ?? '';
    expect(session).toMatch(/httponly/i);
    expect(session).toMatch(/samesite=lax/i);
  });

  it('a person who returns has the same account, even with another email', async () => {
    const first = world.browser();
    const person = world.person();
    await signIn(first, provider, person.id);
    const account = await userOf(first);
    for (const changes of [
      {},
      { email: `moved-${person.id}@example.org` },
      { email: `moved-${person.id}@example.org`, emailVerified: false },
      { email: null, emailVerified: false },
    ]) {
      world.person({ ...person, ...changes });
      const again = world.browser();
      expectEnding(await signIn(again, provider, person.id), '');
      expect(await userOf(again)).toMatchObject({ id: account?.id, email: person.email });
    }
  });

  it('a person with a password keeps the account, but not a password set before the email was verified', async () => {
    const person = world.person();
    const before = (await register(person.email)).body;
    const browser = world.browser();
    expectEnding(await signIn(browser, provider, person.id), '?notice=password-removed');
    expect(await profileOf(browser)).toMatchObject({
      id: before.user.id,
      firstName: 'Pia',
      hasPassword: false,
      providers: [provider],
    });
    // An attacker may have registered the address and waited for its owner.
    expect((await login(person.email)).status).toBe(401);
    expect((await world.server.client({ token: before.accessToken }).get('/api/auth/user')).status).toBe(401);
    expect(
      (await world.server.visitor.post('/auth/refresh', { refreshToken: before.refreshToken })).status,
    ).toBe(401);
    expect((await browser.call('PUT', '/auth/account/password', { newPassword: password })).status).toBe(200);
    expect((await login(person.email)).body.user.id).toBe(before.user.id);
    const again = world.browser();
    expectEnding(await signIn(again, provider, person.id), '');
    expect((await login(person.email)).body.user.id).toBe(before.user.id);
  });

  it('a person from the provider can add a password to the same account', async () => {
    const person = world.person();
    const browser = world.browser();
    await signIn(browser, provider, person.id);
    const account = await userOf(browser);
    expect((await register(person.email)).status).toBe(409);
    await browser.call('PUT', '/auth/account/password', { newPassword: 'another password' });
    expect((await login(person.email, 'another password')).body.user.id).toBe(account?.id);
  });

  it('an unverified email gives access to no account, neither a new nor an existing one', async () => {
    const person = world.person({ emailVerified: false });
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, person.id), 'email-unverified');
    const account = (await register(person.email)).body;
    await expectRefused(browser, await signIn(browser, provider, person.id), 'email-unverified');
    expect((await login(person.email)).body.user.id).toBe(account.user.id);
    expect((await world.server.client({ token: account.accessToken }).get('/api/auth/user')).status).toBe(
      200,
    );
  });

  it('without an email there is no account', async () => {
    const person = world.person({ email: null, emailVerified: false });
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, person.id), 'email-missing');
  });

  it('an invalid email counts as none', async () => {
    const person = world.person({ email: 'x@y <script>' });
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, person.id), 'email-missing');
  });

  it('the administrator’s address is accepted only when it is verified', async () => {
    const email = world.server.adminEmail.toUpperCase();
    const stranger = world.person({ email, emailVerified: false });
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, stranger.id), 'email-unverified');
  });

  it('a name that is not allowed here does not prevent signing in', async () => {
    for (const [name, firstName, lastName] of [
      ['A\u202en\u200bna \u{e0041}Berg', 'Anna', 'Berg'],
      ['Site Administrator', null, null],
      ['\u200b', null, null],
    ] as const) {
      const browser = world.browser();
      expectEnding(await signIn(browser, provider, world.person({ name }).id), '');
      // Without another name, Discord and GitHub give the name with which the person signs in there.
      if (name !== '\u200b') expect(await profileOf(browser)).toMatchObject({ firstName, lastName });
    }
  });

  it('an address that only looks like the administrator’s never becomes the administrator', async () => {
    const { adminEmail, admin } = world.server;
    for (const email of [adminEmail.replace('a', '\uff41'), adminEmail.replace('lightf', '\uff4cightf')]) {
      const person = world.person({ email });
      const browser = world.browser();
      expectEnding(await signIn(browser, provider, person.id), '');
      const user = await userOf(browser);
      expect(user).toMatchObject({ email, isAdmin: false, role: 'user' });
      expect(user?.id).not.toBe(admin.id);
      await browser.call('POST', '/auth/account/erasure', {});
    }
  });

  it('an address with non-ASCII characters never joins an existing account, even with the same address', async () => {
    const email = `pia-${provider}@exämple.org`;
    const before = (await register(email)).body;
    const browser = world.browser();
    await expectRefused(
      browser,
      await signIn(browser, provider, world.person({ email }).id),
      'email-ambiguous',
    );
    expect((await login(email)).body.user.id).toBe(before.user.id);
  });

  it('cancelling returns signed out, and the person can start again', async () => {
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, 'cancel'), 'cancelled');
    const person = world.person();
    expectEnding(await signIn(browser, provider, person.id), '');
    expect(await userOf(browser)).toMatchObject({ email: person.email });
  });

  it('an error at the provider returns signed out', async () => {
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, 'fail'), 'provider-failed');
  });

  it('another person with the same verified email gets a separate account', async () => {
    const person = world.person();
    await signIn(world.browser(), provider, person.id);
    const namesake = world.person({ email: person.email });
    const browser = world.browser();
    await expectRefused(browser, await signIn(browser, provider, namesake.id), 'other-account');
  });

  it('a person who signs in twice at once gets one account', async () => {
    const person = world.person();
    const browsers = [world.browser(), world.browser(), world.browser()];
    const pages = await Promise.all(browsers.map((browser) => toProvider(browser, provider)));
    await Promise.all(browsers.map((browser, at) => browser.choose(pages[at] as Page, person.id)));
    const users = await Promise.all(browsers.map(userOf));
    expect(new Set(users.map((user) => user?.id)).size).toBe(1);
    expect(users[0]?.email).toBe(person.email);
  });

  it('two tabs of one browser can sign in at the same time', async () => {
    const browser = world.browser();
    const person = world.person();
    const [first, second] = [await toProvider(browser, provider), await toProvider(browser, provider)];
    expectEnding(await browser.choose(first, person.id), '');
    expectEnding(await browser.choose(second, person.id), '');
  });
});

describe('a name', () => {
  it.each([
    ['Cher', 'Cher', null],
    ['  ', null, null],
    ['x'.repeat(200), 'x'.repeat(60), null],
    ['\u202egpj.exe Smith', 'gpj.exe', 'Smith'],
    ['<b>Bold</b> Move', '<b>Bold</b>', 'Move'],
  ])('%j is kept as %j and %j', async (name, firstName, lastName) => {
    const browser = world.browser();
    await signIn(browser, 'discord', world.person({ name }).id);
    expect(await userOf(browser)).toMatchObject({ firstName, lastName });
  });
  it('changed by the person is not overwritten', async () => {
    const browser = world.browser();
    const person = world.person();
    await signIn(browser, 'github', person.id);
    await browser.call('PATCH', '/auth/account', { firstName: 'Other', lastName: null });
    const again = world.browser();
    await signIn(again, 'github', person.id);
    expect(await userOf(again)).toMatchObject({ firstName: 'Other', lastName: null });
  });
});

describe('a picture', () => {
  it.each(['http://pictures.example/a.png', 'javascript:alert(1)', 'https://user:secret@pictures.example/'])(
    'at %s is ignored',
    async (pictureUrl) => {
      const browser = world.browser();
      await signIn(browser, 'github', world.person({ pictureUrl }).id);
      expect(await userOf(browser)).toMatchObject({ profileImageUrl: null });
    },
  );
  it('is the provider’s newest one', async () => {
    const person = world.person({ pictureUrl: 'https://pictures.example/1.png' });
    await signIn(world.browser(), 'google', person.id);
    world.person({ ...person, pictureUrl: 'https://pictures.example/2.png' });
    const browser = world.browser();
    await signIn(browser, 'google', person.id);
    expect(await userOf(browser)).toMatchObject({ profileImageUrl: 'https://pictures.example/2.png' });
  });
});

it('all providers that vouch for one email open one account', async () => {
  const person = world.person();
  const ids = new Set<string | undefined>();
  for (const [provider] of everyProvider) {
    const browser = world.browser();
    await signIn(browser, provider, person.id);
    ids.add((await userOf(browser))?.id);
    if (ids.size > 1 || provider === 'discord') {
      expect((await profileOf(browser)).providers).toEqual(['discord', 'github', 'google']);
    }
  }
  expect(ids.size).toBe(1);
});

it('the administrator can use a provider that verified the address, and keeps the password', async () => {
  const person = world.person({ email: world.server.adminEmail.toUpperCase() });
  const browser = world.browser();
  expectEnding(await signIn(browser, 'google', person.id), '');
  expect(await userOf(browser)).toMatchObject({ id: world.server.admin.id, isAdmin: true, role: 'admin' });
  expect((await login(world.server.adminEmail, world.server.adminPassword)).status).toBe(200);
});

describe('GET /api/login', () => {
  it('starts Google sign-in', async () => {
    const browser = world.browser();
    const person = world.person();
    const page = await browser.open('/api/login');
    expect(page.url.href).toContain(`${world.identityProvider.origin}/interaction/`);
    expectEnding(await browser.choose(page, person.id), '');
    expect(await userOf(browser)).toMatchObject({ email: person.email });
  });
});
