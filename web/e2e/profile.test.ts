import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SessionEntry, SignedIn } from '#contracts/account/views';

import { startIdentityProvider, type IdentityProvider } from '../../test/identity-provider/start.ts';
import { patience } from '../../test/harness/patience.ts';
import { findBrowser } from './browser.ts';
import { signIn, toastOf, type Visit, type VisitOptions } from './people.ts';
import { authorAs, seedAs, type Author } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { hasFocus, pathOf, refuse } from './world.ts';

const chromium = findBrowser();
const password = 'six-or-more';
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** A person manages their own account, with the real server. */
describe.skipIf(chromium === null)('the profile page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  let people = 0;
  interface Somebody {
    readonly author: Author;
    readonly email: string;
    readonly name: string;
  }
  async function somebody(): Promise<Somebody> {
    const number = (people += 1);
    const email = `profile-${number}@example.org`;
    const names = { firstName: 'Ida', lastName: `Falk${number}` };
    const author = await authorAs(site.app, { ...names, email, password });
    return { author, email, name: `Ida Falk${number}` };
  }
  const open = (as?: { readonly session: SignedIn }, options: VisitOptions = {}): Promise<Visit> =>
    site.visit({ path: '/profile', ...(as ? { as } : {}), ...options });
  /** Signs the same person in again, in another browser. */
  const again = async (email: string): Promise<SignedIn> => {
    const response = await fetch(`${site.app.origin}/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/1',
      },
      body: JSON.stringify({ email, password }),
    });
    return (await response.json()) as SignedIn;
  };
  /** Opens the page and waits until its socket is connected. */
  async function openLive(session: SignedIn, path: string): Promise<Visit> {
    let live: Promise<unknown> = Promise.resolve();
    const prepare = async (page: Page) => {
      live = page.waitForEvent('websocket').then((socket) =>
        // The server's response to the page's connect packet.
        socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40')),
      );
    };
    const opened = await open({ session }, { path, prepare });
    await live;
    return opened;
  }
  const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
  const press = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name }).click();
  const header = (page: Page, name: string) =>
    page.getByRole('banner').getByRole('button', { name, exact: true }).waitFor();

  it('is one step away from every page; a visitor can sign in there', async () => {
    const { email, name } = await somebody();
    await using visitor = await open();
    const { page } = visitor;
    await page.getByText('Sign in to see your profile.').waitFor();
    await signIn(page, { email, password });
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/profile');
    expect(await page.title()).toBe('Profile · Lightfall');
  });

  describe('names', () => {
    it('are changed, at once in the header and permanently', async () => {
      const { author } = await somebody();
      await using person = await open(author);
      const { page } = person;
      const names = part(page, 'Names');
      const save = names.getByRole('button', { name: 'Save names' });
      await names.getByLabel('First name').fill('Åsa');
      await names.getByLabel('Last name').fill('');
      await save.click();
      await toastOf(page, 'Your names are saved').waitFor();
      await header(page, 'Åsa');
      await page.getByRole('heading', { name: 'Åsa', exact: true, level: 1 }).waitFor();
      expect(await save.isDisabled()).toBe(true);
      await page.reload();
      await header(page, 'Åsa');
      expect(await names.getByLabel('First name').inputValue()).toBe('Åsa');
    });

    it('require a first name, and typed text survives a failure', async () => {
      const { author, name } = await somebody();
      await using person = await open(author);
      const { page } = person;
      const names = part(page, 'Names');
      const first = names.getByLabel('First name');
      await first.fill(' ');
      await press(names, 'Save names');
      await names.getByText('First name is required').waitFor();
      expect(await hasFocus(first)).toBe(true);
      await first.fill('Ragnhild');
      await refuse(page, '**/auth/account', { status: 503, message: 'The disk is full.', method: 'PATCH' });
      await press(names, 'Save names');
      await toastOf(page, 'The disk is full.').waitFor();
      expect(await first.inputValue()).toBe('Ragnhild');
      await page.unrouteAll();
      await press(names, 'Save names');
      await header(page, `Ragnhild ${name.split(' ')[1]}`);
    });
  });

  describe('the password', () => {
    it('is changed by a person who knows it: this session stays, all others end at once', async () => {
      const { author, email, name } = await somebody();
      await using person = await open(author);
      await using elsewhere = await openLive(await again(email), '/');
      await header(elsewhere.page, name);
      const { page } = person;
      const form = part(page, 'Password');
      await form.getByLabel('Current password', { exact: true }).fill('not the one');
      await form.getByLabel('New password', { exact: true }).fill('a better one');
      await press(form, 'Change password');
      await form.getByText('The current password is not right.').waitFor();
      expect(await hasFocus(form.getByLabel('Current password', { exact: true }))).toBe(true);
      await form.getByLabel('Current password', { exact: true }).fill(password);
      await press(form, 'Change password');
      await toastOf(page, 'Your password is set. Other devices are signed out.').waitFor();
      await header(elsewhere.page, 'Sign in');
      await page.reload();
      await header(page, name);
      const list = page.getByRole('list', { name: 'Your sessions' });
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
      await using later = await open(undefined, { path: '/' });
      await signIn(later.page, { email, password: 'a better one' });
      await header(later.page, name);
    });

    it('can be shown while it is typed, and has rules', async () => {
      const { author } = await somebody();
      await using person = await open(author);
      const form = part(person.page, 'Password');
      const field = form.getByLabel('New password', { exact: true });
      await field.fill('12345');
      await form.getByRole('button', { name: 'Show what is typed' }).last().click();
      expect(await field.getAttribute('type')).toBe('text');
      await press(form, 'Change password');
      await form.getByText('New password must be at least 6 characters').waitFor();
      await field.fill('123456');
      await press(form, 'Change password');
      await form.getByText('Current password is required').waitFor();
    });
  });

  describe('sessions', () => {
    it('are listed; ending one signs its browser out at once', async () => {
      const { author, email, name } = await somebody();
      const phone = await again(email);
      await using elsewhere = await openLive(phone, '/');
      await header(elsewhere.page, name);
      await using person = await open(author);
      const { page } = person;
      const list = page.getByRole('list', { name: 'Your sessions' });
      await list.getByText('This browser').waitFor();
      expect(await list.getByRole('listitem').count()).toBe(2);
      await press(list, /^End the session of Safari on iPhone/);
      await toastOf(page, 'That session has ended').waitFor();
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
      expect(await hasFocus(list)).toBe(true);
      await header(elsewhere.page, 'Sign in');
      await header(page, name);
      expect(await page.getByRole('button', { name: 'End all other sessions' }).count()).toBe(0);
    });

    it('end on a page without a socket with its next request', async () => {
      const { author, email, name } = await somebody();
      const session = await again(email);
      await using elsewhere = await open(
        { session },
        {
          path: '/',
          prepare: async (page) => {
            // No live connection: neither a socket nor polling.
            await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
            await page.route('**/socket.io/**', (route) => route.abort());
          },
        },
      );
      await header(elsewhere.page, name);
      await author.send('DELETE', `/auth/account/sessions`);
      await elsewhere.page.getByRole('banner').getByRole('link', { name: 'My submissions' }).click();
      await header(elsewhere.page, 'Sign in');
      await elsewhere.checkUnbroken();
    });

    it('all others end together, and a personal page that is open there closes', async () => {
      const { author, email, name } = await somebody();
      const others = [await again(email), await again(email), await again(email)] as const;
      await using elsewhere = await openLive(others[0], '/profile');
      await elsewhere.page.getByRole('heading', { name, level: 1 }).waitFor();
      await using person = await open(author);
      const { page } = person;
      const list = page.getByRole('list', { name: 'Your sessions' });
      await expect.poll(() => list.getByRole('listitem').count()).toBe(4);
      await press(page, 'End all other sessions');
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
      await elsewhere.page.getByText('Sign in to see your profile.').waitFor();
      for (const { accessToken } of others) {
        const response = await fetch(`${site.app.origin}/api/auth/user`, {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        expect(response.status).toBe(401);
      }
      const left = await fetch(`${site.app.origin}/auth/account/sessions`, {
        headers: { authorization: `Bearer ${author.session.accessToken}` },
      });
      expect((await left.json()) as SessionEntry[]).toMatchObject([{ isCurrent: true }]);
    });

    it('if the current one has ended, a write leads to the sign-in', async () => {
      const { author } = await somebody();
      await using person = await open(author, {
        prepare: async (page) => {
          await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
          await page.route('**/socket.io/**', (route) => route.abort());
        },
      });
      const { page } = person;
      // The first key loads the toasts' code.
      const toasts = page.waitForResponse(/toast-view/);
      await part(page, 'Names').getByLabel('First name').press('End');
      await (await toasts).finished();
      await part(page, 'Names').getByLabel('First name').fill('Too Late');
      await author.send('POST', '/auth/logout');
      const told = toastOf(page, 'You are logged out. Logging in again...').waitFor();
      await press(part(page, 'Names'), 'Save names');
      await told;
      await page.getByRole('dialog').getByRole('heading', { name: 'Welcome back' }).waitFor();
    });
  });

  describe('erasing the account', () => {
    it('removes the person and keeps their places without a name; the log still verifies', async () => {
      const admin = await seedAs(site.app);
      const { author, email, name } = await somebody();
      const city = await author.city('Wismar');
      await admin.send('POST', `/api/admin/cities/${city.id}/approve`);
      await author.city('Waiting');
      await using elsewhere = await openLive(await again(email), '/submissions');
      await header(elsewhere.page, name);
      await using person = await open(author);
      const { page } = person;
      await press(part(page, 'Erase account'), 'Erase my account');
      const dialog = page.getByRole('dialog', { name: 'Erase your account?' });
      const field = dialog.getByLabel('Password', { exact: true });
      expect(await hasFocus(field)).toBe(true);
      await press(dialog, 'Erase for good');
      await dialog.getByText('Password is required').waitFor();
      await field.fill('not the one');
      await press(dialog, 'Erase for good');
      await dialog.getByText('The current password is not right.').waitFor();
      await field.fill(password);
      await field.press('Enter');
      await toastOf(page, 'Your account is erased').waitFor();
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
      expect(pathOf(page)).toBe('/');
      await header(page, 'Sign in');
      await header(elsewhere.page, 'Sign in');
      await page.getByRole('link', { name: /^Wismar/ }).waitFor();
      await person.checkUnbroken();

      await using moderator = await open(admin, { path: '/admin' });
      await moderator.page.getByText('former member').first().waitFor();
      expect(await moderator.page.getByText(name).count()).toBe(0);
      const { stdout } = await run(process.execPath, [join(root, 'dist/audit.js')], {
        cwd: root,
        env: { PATH: process.env['PATH'], DATA_DIR: site.app.dataDir, LOG_LEVEL: 'warn' },
      });
      expect(stdout).toMatch(/: 0 differences in/);
      expect(stdout).not.toMatch(/: [1-9]\d* difference/);
    });

    it('can be cancelled by keyboard', async () => {
      const { author, name } = await somebody();
      await using person = await open(author);
      const { page } = person;
      const button = page.getByRole('button', { name: 'Erase my account' });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await hasFocus(button)).toBe(true);
      await page.reload();
      await header(page, name);
    });

    it('is not for the administrator', async () => {
      await using moderator = await open(await seedAs(site.app));
      const { page } = moderator;
      await page.getByText('The administrator’s account cannot be erased.').waitFor();
      expect(await page.getByRole('button', { name: 'Erase my account' }).count()).toBe(0);
    });
  });

  it('says without mail that it is not set up, as the form for a forgotten password does before it asks', async () => {
    await using asking = await site.visit();
    const { page } = asking;
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Password forgotten?' }).click();
    await dialog.getByText('Mail is not set up here. Please ask the administrator.').waitFor();
    expect(await dialog.getByLabel('Email').count()).toBe(0);
    expect(await dialog.getByText('We mail you a link').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Back to sign in' }).click();
    await dialog.getByLabel('Email').waitFor();
    const { author } = await somebody();
    await using own = await open(author);
    await own.page.getByText('Mail is not set up here.').waitFor();
    await own.page.goto('/reset-password');
    await own.page.getByText('Mail is not set up here. Please ask the administrator.').waitFor();
    expect(await own.page.getByText('You can ask for another one').count()).toBe(0);
  });
});

describe.skipIf(chromium === null)('the profile of a person who signed in with a provider', () => {
  let site: Site;
  let identityProvider: IdentityProvider;
  beforeAll(async () => {
    site = await startSite(chromium, {
      environment: async (appOrigin) => {
        const people = [1, 2, 3].map((id) => ({
          id: String(8000 + id),
          email: `by-provider-${id}@example.org`,
          emailVerified: true,
          name: `Noor No${id}`,
        }));
        identityProvider = await startIdentityProvider({ appOrigin, people });
        return identityProvider.environment;
      },
    });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await identityProvider[Symbol.asyncDispose]();
  });

  async function arrive(name: string): Promise<Page> {
    const page = await site.browser.newPage({ baseURL: site.app.origin });
    page.setDefaultTimeout(patience);
    await page.goto('/api/login');
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    return page;
  }

  it('a password can be set, and then used to sign in', async () => {
    const page = await arrive('Noor No1');
    await page.getByText(/signing in with Google\.$/).waitFor();
    const form = page.getByRole('region', { name: 'Password' });
    expect(await form.getByLabel('Current password', { exact: true }).count()).toBe(0);
    await form.getByLabel('New password', { exact: true }).fill('my first one');
    await form.getByRole('button', { name: 'Set password' }).click();
    await toastOf(page, 'Your password is set. Other devices are signed out.').waitFor();
    await page.getByText(/signing in with Google and a password\.$/).waitFor();
    await form.getByLabel('Current password', { exact: true }).waitFor();
    const later = await site.browser.newPage({ baseURL: site.app.origin });
    await later.goto('/?sign-in=open');
    const dialog = later.getByRole('dialog');
    await dialog.getByLabel('Email').fill('by-provider-1@example.org');
    await dialog.getByLabel('Password').fill('my first one');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await later.getByRole('banner').getByRole('button', { name: 'Noor No1' }).waitFor();
    await Promise.all([page.context().close(), later.context().close()]);
  });

  it('an old sign-in is not enough to set a password or erase the account: the page says so and offers a new sign-in', async () => {
    const page = await arrive('Noor No2');
    for (const path of ['**/auth/account/password', '**/auth/account/erasure'])
      await refuse(page, path, {
        status: 403,
        code: 'sign-in-again',
        message: 'Please sign out and in again.',
      });
    await page.getByRole('button', { name: 'Erase my account' }).click();
    const dialog = page.getByRole('dialog');
    expect(await hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await dialog.getByRole('button', { name: 'Sign in again with Google' }).waitFor();
    await page.keyboard.press('Escape');
    const form = page.getByRole('region', { name: 'Password' });
    await form.getByLabel('New password', { exact: true }).fill('my first one');
    await form.getByRole('button', { name: 'Set password' }).click();
    await form.getByRole('button', { name: 'Sign in again with Google' }).click();
    // The page's header has a button of that name too.
    await page.waitForURL(({ origin }) => origin !== site.app.origin);
    await page.getByRole('button', { name: 'Noor No2' }).click();
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Noor No2' }).waitFor();
    expect(pathOf(page)).toBe('/');
    await page.context().close();
  });

  it('the account can be erased, and the next sign-in creates a new one', async () => {
    const page = await arrive('Noor No3');
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
    await toastOf(page, 'Your account is erased').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(pathOf(page)).toBe('/');
    await page.context().close();
    const back = await arrive('Noor No3');
    await back.getByText(/signing in with Google\.$/).waitFor();
    await back.context().close();
  });
});
