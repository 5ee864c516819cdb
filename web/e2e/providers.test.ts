import type { BrowserContext, Dialog, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { providerLabels, providers, type Provider } from '#contracts/shared/providers';
import type { Profile, User } from '#contracts/account/views';

import type { FakePerson } from '../../test/identity-provider/people.ts';
import { startIdentityProvider, type IdentityProvider } from '../../test/identity-provider/start.ts';
import { patience } from '../../test/harness/patience.ts';
import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { authorAs } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { hold, pathOf } from './world.ts';

const chromium = findBrowser();
const password = 'six-or-more';
const every = providers.map((provider) => [providerLabels[provider], provider] as const);
/** Differences between providers are tested without a browser (test/auth/providers.test.ts), so one is enough here. */
const one = every.slice(0, 1);

/** The whole round trip: the application, three simulated providers, and Chromium. */
describe.skipIf(chromium === null)('signing in with a provider', () => {
  let site: Site;
  let identityProvider: IdentityProvider;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await startSite(chromium, {
      environment: async (appOrigin) => {
        identityProvider = await startIdentityProvider({ appOrigin, people: [] });
        return identityProvider.environment;
      },
    });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await identityProvider[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ({ context, page } = await newProfile());
    return () => context.close();
  });

  async function newProfile() {
    const fresh = await site.browser.newContext({ baseURL: site.app.origin });
    const first = await fresh.newPage();
    first.setDefaultTimeout(patience);
    return { context: fresh, page: first };
  }

  let people = 7000;
  /** Creates a person with an account at the providers. */
  function somebody(changes: Partial<FakePerson> = {}): FakePerson & { readonly email: string } {
    const id = String((people += 1));
    const email = `p${id}@example.org`;
    const person = { id, email, emailVerified: true, name: `Pia No${id}`, ...changes };
    identityProvider.people.set(id, person);
    return { ...person, email };
  }

  const buttonOn: Readonly<Record<'landing' | 'dialog', (provider: Provider) => Locator>> = {
    landing: (provider) =>
      page.getByRole('button', { name: `Sign in with ${providerLabels[provider]}`, exact: true }).first(),
    dialog: (provider) =>
      page.getByRole('dialog').getByRole('button', { name: `Continue with ${providerLabels[provider]}` }),
  };
  /** Goes to the provider's page with a button of the landing page. */
  async function leave(provider: Provider): Promise<void> {
    await page.goto('/landing');
    await buttonOn.landing(provider).click();
    await atProvider(provider);
  }
  const atProvider = (provider: Provider) =>
    page.getByRole('heading', { name: `${providerLabels[provider]}, for development` }).waitFor();
  const choose = (name: string) => page.getByRole('button', { name }).click();

  /** Expects the home page, signed in under this name, without traces of the sign-in in the address. */
  async function expectHomeAs(name: string): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    expect(pathOf(page)).toBe('/');
  }
  async function expectHomeSignedOut(): Promise<void> {
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(pathOf(page)).toBe('/');
    expect((await context.request.get('/api/auth/user')).status()).toBe(401);
  }
  const user = async () => (await (await context.request.get('/api/auth/user')).json()) as User;
  const profile = async () => (await (await context.request.get('/auth/account')).json()) as Profile;
  async function signOut(name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  }

  describe.each(every)('%s', (_, provider) => {
    it('creates an account for a new person, who stays signed in', async () => {
      const person = somebody();
      await leave(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
      expect(await profile()).toMatchObject({
        email: person.email,
        hasPassword: false,
        providers: [provider],
      });
      await page.reload();
      await expectHomeAs(person.name);
      await signOut(person.name);
      expect((await context.request.get('/api/auth/user')).status()).toBe(401);
    });
  });

  describe.each(one)('%s', (label, provider) => {
    it('opens the same account again, from the dialog, in another browser', async () => {
      const person = somebody();
      await leave(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
      const { id } = await user();
      await context.close();
      ({ context, page } = await newProfile());
      await page.goto('/?sign-in=open');
      await buttonOn.dialog(provider).click();
      await atProvider(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
      expect((await user()).id).toBe(id);
    });

    it('opens the account with the same verified address, and removes its unconfirmed password', async () => {
      const person = somebody();
      const before = await authorAs(site.app, {
        firstName: 'Vera',
        lastName: 'Lang',
        email: person.email,
        password,
      });
      await before.city(`Town of ${label}`);
      await leave(provider);
      await choose(person.name);
      // The name that the person chose stays.
      await expectHomeAs('Vera Lang');
      await page
        .getByText(/^Nobody had confirmed this email address before/)
        .first()
        .waitFor();
      expect(await user()).toMatchObject({ id: before.session.user.id });
      await page.getByRole('link', { name: 'My submissions' }).first().click();
      await page.getByRole('link', { name: `Town of ${label}` }).waitFor();
      const login = await context.request.post('/auth/login', { data: { email: person.email, password } });
      expect(login.status()).toBe(401);
    });

    it('returns signed out when the person cancels, and the button can be pressed again', async () => {
      const person = somebody();
      await leave(provider);
      await choose('Cancel');
      await toastOf(page, 'The sign-in was cancelled.').waitFor();
      await expectHomeSignedOut();
      await leave(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
    });

    it('returns signed out when the provider fails', async () => {
      await leave(provider);
      await choose('Fail with an error');
      await toastOf(page, 'Sign In Error').waitFor();
      await toastOf(page, 'Failed to sign in').waitFor();
      await expectHomeSignedOut();
    });

    it('refuses an address that the provider has not verified, and says why', async () => {
      const person = somebody({ emailVerified: false });
      await leave(provider);
      await choose(person.name);
      await page
        .getByText(/^Your email address is not verified there/)
        .first()
        .waitFor();
      await expectHomeSignedOut();
    });

    it('keeps two people with one address apart', async () => {
      const person = somebody();
      await leave(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
      await context.close();
      ({ context, page } = await newProfile());
      const namesake = somebody({ email: person.email });
      await leave(provider);
      await choose(namesake.name);
      await page
        .getByText(/^This email address belongs to an account/)
        .first()
        .waitFor();
      await expectHomeSignedOut();
    });
  });

  it('the header’s button leads to Google', async () => {
    const person = somebody();
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).click();
    await atProvider('google');
    await choose(person.name);
    await expectHomeAs(person.name);
  });

  it('one account for a person with all three providers', async () => {
    const person = somebody();
    const ids: string[] = [];
    for (const provider of providers) {
      await leave(provider);
      await choose(person.name);
      await expectHomeAs(person.name);
      ids.push((await user()).id);
      await signOut(person.name);
    }
    expect(new Set(ids).size).toBe(1);
  });

  it('an ended session: the toast, then through /api/login to Google and back home', async () => {
    const person = somebody();
    // Nothing informs this page that its session has ended.
    await context.route('**/socket.io/**', (route) => route.abort());
    await context.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
    await leave('github');
    await choose(person.name);
    await expectHomeAs(person.name);
    await page.getByRole('button', { name: 'Add City' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Zittau');
    await form.getByLabel('Country').fill('Germany');
    await form.getByLabel('Image URL').fill('https://pictures.example/zittau.jpg');
    const session = (await context.cookies()).find(({ name }) => name === 'lightfall_session');
    await fetch(`${site.app.origin}/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session?.value}` },
    });
    const told = toastOf(page, 'You are logged out. Logging in again...').waitFor();
    await form.getByRole('button', { name: 'Add City' }).click();
    await told;
    await atProvider('google');
    await choose(person.name);
    await expectHomeAs(person.name);
  });

  it('while one button’s sign-in is under way, no other button starts one', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/auth/oauth/')) requests.push(new URL(request.url()).pathname);
    });
    await page.goto('/landing');
    const response = await hold(page, '**/auth/oauth/*');
    await buttonOn.landing('github').dblclick();
    await expect.poll(() => requests.length).toBe(1);
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click({ force: true });
    await page
      .getByRole('button', { name: 'Sign in with Google', exact: true })
      .last()
      .dispatchEvent('click');
    response.release();
    await atProvider('github');
    expect(requests).toEqual(['/auth/oauth/github']);
  });

  it('a failure releases the buttons', async () => {
    const alerts: string[] = [];
    page.on('dialog', (dialog: Dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    await page.route('**/auth/oauth/*', (route) => route.abort());
    await page.goto('/landing');
    await buttonOn.landing('discord').click();
    await expect.poll(() => alerts.length).toBe(1);
    expect(alerts[0]).toBe('Sign in failed: No connection. Please check your network and try again.');
    await page.unroute('**/auth/oauth/*');
    await buttonOn.landing('discord').click();
    await atProvider('discord');
  });

  it('returning with Back releases the buttons', async () => {
    await page.goto('/landing');
    // The browser is about to load an address that leaves the page unchanged.
    await page.route('**/auth/oauth/*', (route) => route.fulfill({ json: { url: '/away' } }));
    await page.route('**/away', (route) => route.fulfill({ status: 204 }));
    const button = buttonOn.landing('github');
    const left = page.waitForRequest('**/away');
    await button.click();
    await left;
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expect.poll(() => button.isDisabled()).toBe(false);
  });

  describe('tokens in the URL’s fragment', () => {
    const tokenOf = async () =>
      (await context.cookies()).find(({ name }) => name === 'lightfall_session')?.value ?? '';

    it('set the session in the browser where the sign-in took place', async () => {
      const person = somebody();
      await leave('google');
      await choose(person.name);
      await expectHomeAs(person.name);
      const token = await tokenOf();
      await context.clearCookies({ name: 'lightfall_session' });
      await page.goto(`/auth/callback#access_token=${token}`);
      await expectHomeAs(person.name);
      expect(await tokenOf()).toBe(token);
      await page.goBack();
      expect(page.url()).not.toContain('access_token');
    });

    it('planted in a link by somebody else do nothing', async () => {
      const attacker = await authorAs(site.app, {
        firstName: 'Mallory',
        lastName: 'Planted',
        email: 'mallory@example.org',
        password,
      });
      const { accessToken, refreshToken } = attacker.session;
      await page.goto(`/auth/callback#access_token=${accessToken}&refresh_token=${refreshToken}`);
      await expectHomeSignedOut();
    });
  });

  it.each(['__proto__', 'constructor', 'toString', '<script>alert(1)</script>'])(
    'the return page shows no text for an error or notice named %s',
    async (name) => {
      const code = encodeURIComponent(name);
      const thrown: Error[] = [];
      page.on('pageerror', (error) => thrown.push(error));
      await page.goto(`/auth/callback?error=${code}&notice=${code}`);
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
      expect(pathOf(page)).toBe('/');
      expect(await page.getByText('Sign In Error').count()).toBe(0);
      expect(await page.getByText(name).count()).toBe(0);
      expect(thrown).toEqual([]);
    },
  );
});
