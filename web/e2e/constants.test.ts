import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import type { OpenOptions } from './people.ts';
import { authorAs } from './seed.ts';
import {
  createWorld,
  follow,
  following,
  hasFocus,
  hold,
  pathOf,
  refuse,
  seeAll,
  styleOf,
  type World,
} from './world.ts';

const chromium = findBrowser();

const noon = new Date('2026-11-21T12:00:00Z');

const withClock = async (page: Page) => page.clock.install({ time: noon });
// From here on the page's clock advances only when a test advances it.
const pause = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
const atRest = async (page: Page) => {
  await withClock(page);
  await page.clock.pauseAt(noon.getTime() + 60_000);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

describe.skipIf(chromium === null)('the numbers that people notice', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  // A fresh profile, because a clock applies to a whole profile.
  const open = (path: string, options: OpenOptions = {}) => world.open(path, { fresh: true, ...options });
  const failLogin = async (page: Page) => {
    await page.getByRole('dialog').getByLabel('Email').fill('a@example.org');
    await page.getByRole('dialog').getByLabel('Password').fill('not-right');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click();
    await seeAll(page, ['Login Failed']);
  };
  const toasts = (page: Page) => page.locator('li[data-swipe-direction]');

  it('toast: one visible, 5000 ms, at most 420 px', async () => {
    await using visitor = await open('/', { prepare: withClock });
    const { page } = visitor;
    await press(page, 'Sign in');
    await failLogin(page);
    await page.mouse.move(5, 5);
    await pause(page);
    const responded = page.waitForResponse('**/auth/login');
    await page.getByRole('dialog').getByLabel('Password').press('Enter');
    await responded;
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Sign In', exact: true, disabled: false })
      .waitFor();
    expect(await toasts(page).count()).toBe(1);
    expect(await styleOf(toasts(page).locator('..'), 'max-width')).toBe('420px');
    await page.clock.runFor(4900);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(200);
    await toasts(page).waitFor({ state: 'detached' });
  });

  it('toast: closes when swiped 50 px to the right, and stays for a shorter swipe', async () => {
    await using visitor = await open('/');
    const { page } = visitor;
    await press(page, 'Sign in');
    await failLogin(page);
    const swipe = async (by: number) => {
      const box = await toasts(page).boundingBox();
      if (box === null) throw new Error('There is no toast.');
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 30, box.y + 20);
      await page.mouse.move(box.x + 20 + by, box.y + 20, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(45);
    expect(await toasts(page).getAttribute('data-swipe')).toBe('cancel');
    await swipe(60);
    await toasts(page).waitFor({ state: 'detached' });
  });

  it('tooltip: opens after 700 ms', async () => {
    await using moderator = await open('/admin', { as: world.admin, prepare: withClock });
    const { page } = moderator;
    await page.getByRole('tab', { name: 'Manage Cities' }).click();
    const edit = page.getByRole('button', { name: `Edit ${world.city.name}` });
    await edit.waitFor();
    await pause(page);
    await edit.hover();
    await page.clock.runFor(690);
    const tooltip = page.getByRole('tooltip');
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(20);
    await tooltip.filter({ hasText: 'Edit' }).waitFor();
  });

  it('session: checked every 30 s, and renewed when it is about to expire', async () => {
    const requests: string[] = [];
    await using person = await open('/', {
      as: world.user,
      prepare: async (page) => {
        await withClock(page);
        await page.route('**/auth/session', async (route) => {
          requests.push(route.request().url());
          const response = await route.fetch();
          const json = (await response.json()) as object;
          // By the page's clock the session expires in a minute.
          await route.fulfill({ json: { ...json, expiresAt: '2026-11-21T12:01:00Z' } });
        });
      },
    });
    const { page } = person;
    await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
    expect(requests).toHaveLength(1);
    await pause(page);
    for (const count of [2, 3, 4, 5]) {
      const responded = page.waitForResponse('**/auth/session').then((response) => response.finished());
      await page.clock.runFor(30_000);
      await responded;
      expect(requests).toHaveLength(count);
    }
  });

  it('a write without a session: a toast, then after 500 ms the sign-in; typed text is kept', async () => {
    const target = /\/api\/login$/;
    const arrived: string[] = [];
    await using person = await open('/', {
      as: world.user,
      prepare: async (page) => {
        await withClock(page);
        await refuse(page, '**/api/cities', {
          status: 401,
          message: 'Unauthorized',
          code: 'unauthorized',
          method: 'POST',
        });
        await page.route(target, async (route) => {
          arrived.push(route.request().url());
          await route.fulfill({ status: 302, headers: { location: '/' } });
        });
      },
    });
    const { page } = person;
    await press(page, 'Add City');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Zittau');
    await form.getByLabel('Country').fill('Germany');
    await form.getByLabel('Image URL').fill('https://pictures.example/zittau.jpg');
    await pause(page);
    await form.getByRole('button', { name: 'Add City' }).click();
    await seeAll(page, ['Unauthorized', 'You are logged out. Logging in again...']);
    await page.clock.runFor(490);
    expect(arrived).toEqual([]);
    await page.clock.runFor(20);
    await expect.poll(() => arrived.length).toBe(1);
    await page.unroute('**/api/cities');
    await page.clock.resume();
    await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
    await press(page, 'Add City');
    await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Zittau');
    expect(await page.getByRole('dialog').getByLabel('Country').inputValue()).toBe('Germany');
  });

  it.each([
    ['with a session', 'user', '', 0],
    ['with tokens in the fragment', null, '#access_token=abc&refresh_token=def', 1],
    ['with an access token alone', null, '#access_token=abc', 1],
    ['with nothing', null, '', 0],
  ] as const)('sign-in return page: home after 100 ms, %s', async (_, as, fragment, sets) => {
    const set: unknown[] = [];
    await using visitor = await open(`/auth/callback${fragment}`, {
      ...(as ? { as: world[as] } : {}),
      prepare: async (page) => {
        await atRest(page);
        await page.route('**/auth/session', async (route) => {
          if (route.request().method() !== 'POST') return route.fallback();
          set.push(route.request().postDataJSON());
          await route.fulfill({ status: 401, json: { status: 401, message: 'Unauthorized' } });
        });
      },
    });
    const { page } = visitor;
    await seeAll(page, ['Completing sign in...']);
    await page.clock.runFor(90);
    expect(pathOf(page)).toBe(`/auth/callback${fragment}`);
    await page.clock.runFor(30);
    await page.clock.resume();
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    expect(pathOf(page)).toBe('/');
    expect(set).toHaveLength(sets);
    if (fragment === '#access_token=abc') expect(set).toEqual([{ accessToken: 'abc', refreshToken: '' }]);
  });

  it('sign-in return page: an error leads home and is reported', async () => {
    await using visitor = await open('/auth/callback?error=cancelled');
    const { page } = visitor;
    await seeAll(page, ['Sign In Error', 'The sign-in was cancelled.', 'Popular Cities']);
    expect(pathOf(page)).toBe('/');
  });

  it('Sign Out reloads the page, and nobody is signed in', async () => {
    await using person = await open('/', { as: await freshUser(world), fresh: true });
    const { page } = person;
    await press(page, 'Vera Lang');
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.evaluate('globalThis.sinceOpened')).toBeUndefined();
  });

  it.each([
    [{ firstName: 'Ada', lastName: 'Stone' }, 'Ada Stone'],
    [{ firstName: null, lastName: null }, 'jonas@example.org'],
    [{ firstName: null, lastName: null, email: '' }, 'User'],
  ])('the profile button: %o is called %s', async (names, shown) => {
    await using person = await open('/', {
      as: world.user,
      prepare: async (page) => {
        await page.route('**/api/auth/user', async (route) => {
          const user = (await (await route.fetch()).json()) as object;
          await route.fulfill({ json: { ...user, ...names } });
        });
      },
    });
    await person.page.getByRole('button', { name: shown, exact: true }).waitFor();
  });

  it('neither a timer nor the window’s focus causes a refetch', async () => {
    const requests: string[] = [];
    const live: { begun?: Promise<unknown> } = {};
    await using person = await open('/', {
      as: world.user,
      prepare: async (page) => {
        await withClock(page);
        let connections = 0;
        // In ten minutes of the page's clock the server's pings do not arrive, so the page connects anew, which is a
        // reason to refetch. Those connections stay unanswered.
        await page.routeWebSocket(/socket/, (socket) => {
          connections += 1;
          if (connections === 1) socket.connectToServer();
        });
        live.begun = following(page);
      },
    });
    const { page } = person;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await live.begun;
    await page.waitForLoadState('networkidle');
    page.on('request', (request) => {
      if (/\/(api|auth)\//.test(request.url())) requests.push(request.url());
    });
    await page.clock.runFor(600_000);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.clock.runFor(1000);
    expect(requests).toEqual([]);
  });

  it('a location that failed to load can be requested again', async () => {
    const location = /\/api\/locations\/[^/]+$/;
    await using visitor = await open('/privacy', {
      prepare: async (page) => {
        // Once the socket is open, the page would refetch by itself.
        await page.routeWebSocket(/socket/, () => undefined);
        await refuse(page, location, { status: 500 });
      },
    });
    const { page } = visitor;
    // A page opened by its address contains its location.
    await follow(page, `/location/${world.bridge.id}`);
    await page.getByRole('heading', { name: 'The location could not be loaded' }).waitFor();
    await page.unroute(location);
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await seeAll(page, ['About this location']);
  });

  it('a sign-in in progress is not started twice', async () => {
    await using visitor = await open('/landing');
    const { page } = visitor;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/auth/oauth/')) requests.push(request.url());
    });
    const response = await hold(page, '**/auth/oauth/*');
    await page.getByRole('button', { name: 'Sign in with GitHub' }).first().dblclick();
    await expect.poll(() => requests.length).toBe(1);
    response.release();
    await seeAll(page, ['Sign In Error']);
    expect(requests).toHaveLength(1);
    expect(await hasFocus(page.locator('body'))).toBe(false);
  });
});

async function freshUser({ app }: World) {
  return authorAs(app, {
    firstName: 'Vera',
    lastName: 'Lang',
    email: 'vera@example.org',
    password: 'six-or-more',
  });
}
