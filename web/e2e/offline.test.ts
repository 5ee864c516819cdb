import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { cookieOf } from './people.ts';
import { authorAs, type Author } from './seed.ts';
import { createWorld, offlineLine, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const look = { serviceWorkers: 'allow' } as const;

describe.skipIf(chromium === null)('the cache for offline use', () => {
  let world: World;
  let people = 0;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Somebody new with one favourite, the painted wall. */
  const admirer = async (): Promise<Author> => {
    people += 1;
    const person = await authorAs(world.app, {
      firstName: 'Mara',
      lastName: `Lind ${people}`,
      email: `mara${people}@example.org`,
      password: 'six-or-more',
    });
    await person.send('PUT', `/api/locations/${world.wall.id}/favorite`);
    return person;
  };
  const placePath = () => `/location/${world.wall.id}`;

  it('shows a viewed page and its time until the network is back', async () => {
    await using visitor = await world.open('/', { look });
    const { page } = visitor;
    await untilKept(page, '/');
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(offlineLine).waitFor();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText(offlineLine).waitFor({ state: 'detached' });
  });

  it('has the pages reached by links, which load fully while offline', async () => {
    await using visitor = await world.open('/', { look });
    const { page } = visitor;
    await untilKept(page, '/');
    await page.getByRole('link', { name: 'Görlitz' }).first().click();
    const city = `/city/${world.city.id}`;
    await page.waitForURL(`**${city}`);
    await untilKept(page, city);
    await page.goto('/');
    await untilFollowed(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Görlitz' }).first().click();
    await page.waitForURL(`**${city}`);
    await page.getByText(offlineLine).waitFor();
    await page.getByRole('heading', { name: 'Görlitz', level: 1 }).waitFor();
  });

  it('shows no such line if the server answers a browser that sees no network', async () => {
    const prepare = async (page: Page) => {
      await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: false })");
    };
    await using visitor = await world.open('/', { fresh: true, prepare });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Görlitz' }).first().click();
    await page.waitForURL(`**/city/${world.city.id}`);
    await page.getByRole('heading', { name: 'Görlitz', level: 1 }).waitFor();
    expect(await page.getByText(offlineLine).count()).toBe(0);
  });

  it('shows the frame for a page that was never viewed, and says so', async () => {
    await using visitor = await world.open('/', { look });
    const { page } = visitor;
    await untilKept(page, '/');
    await page.context().setOffline(true);
    await page.goto(`/city/${world.city.id}`);
    await seeAll(page, ['Offline. This page was not kept.']);
    await page.getByRole('banner').waitFor();
  });

  it('shows favourites with their pictures, and their places', async () => {
    await using person = await world.open('/', { as: await admirer(), look });
    const { page } = person;
    await untilKept(page, `/photos/`);
    await page.context().setOffline(true);
    await page.goto('/favorites');
    await page.getByText(offlineLine).waitFor();
    const card = page.getByRole('article').filter({ hasText: 'Painted Wall' });
    await untilDrawn(card.locator('img'));
    await untilFollowed(page);
    await card.getByRole('link').click();
    await page.waitForURL(`**${placePath()}`);
    await page.getByText(offlineLine).waitFor();
    await seeAll(page, ['About this location']);
  });

  it('shows lists with their places in order, each with its picture, its page and the light of the day', async () => {
    const weir = await world.admin.location(world.city, 'Quiet Weir', {
      coordinates: { latitude: 51.1537, longitude: 14.9871 },
    });
    const owner = await admirer();
    const trip = { name: 'By the Neiße', date: '2026-06-21' };
    const list = await owner.send<{ id: string; revision: number }>('POST', '/api/lists', trip);
    const places = [world.wall.id, weir.id];
    await owner.send('PUT', `/api/lists/${list.id}`, { ...trip, places, revision: list.revision });

    await using person = await world.open('/', { as: owner, look });
    const { page } = person;
    await untilKept(page, `/api/locations/${weir.id}/light?date=${trip.date}`);
    await page.context().setOffline(true);
    await page.goto('/lists');
    await page.getByText(offlineLine).waitFor();
    await untilFollowed(page);
    await page.getByRole('link', { name: trip.name }).click();
    await page.waitForURL(`**/lists/${list.id}`);
    await page.getByText(offlineLine).waitFor();
    await page.getByRole('heading', { name: trip.name, level: 1 }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.nth(0).getByRole('heading', { name: 'Painted Wall' }).waitFor();
    await untilDrawn(rows.nth(0).locator('img'));
    await rows
      .nth(1)
      .getByText(/^Sunrise \d\d:\d\d · golden hour/)
      .waitFor();
    await untilFollowed(page);
    await rows.nth(1).getByRole('link', { name: 'Quiet Weir' }).click();
    await page.waitForURL(`**/location/${weir.id}`);
    await page.getByText(offlineLine).waitFor();
    await seeAll(page, ['About this location']);
  });

  it('follows a list that is changed or deleted', async () => {
    const owner = await admirer();
    await using person = await world.open('/lists', { as: owner, look });
    const { page } = person;
    await untilKept(page, '/api/lists');
    await page.getByLabel('Name of a new list').fill('Sunday');
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByRole('heading', { name: 'Sunday', level: 1 }).waitFor();
    await expect.poll(() => keptNames(page, '/api/lists')).toEqual(['Sunday']);
    await page.getByLabel('Name', { exact: false }).first().fill('Monday');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => keptNames(page, '/api/lists')).toEqual(['Monday']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete list' }).click();
    await expect.poll(() => keptNames(page, '/api/lists')).toEqual([]);
    const lists = async () => (await all(page)).filter(({ path }) => path.startsWith('/api/lists/'));
    await expect.poll(lists).toEqual([]);
  });

  it('follows the places of lists and favourites with the next page', async () => {
    const owner = await admirer();
    const race = await world.admin.location(world.city, 'Mill Race');
    await owner.send('PUT', `/api/locations/${race.id}/favorite`);
    const racePath = `/location/${race.id}`;
    await using person = await world.open('/', { as: owner, look });
    const { page } = person;
    await untilKept(page, racePath);
    await world.admin.send('PUT', `/api/locations/${race.id}`, { name: 'Mill Sluice' });
    await page.goto('/');
    await expect.poll(() => keptShows(page, racePath, 'Mill Sluice')).toBe(true);
  });

  it('follows a heart that is given or taken back', async () => {
    await using person = await world.open(`/location/${world.bridge.id}`, { as: await admirer(), look });
    const { page } = person;
    await untilKept(page, placePath());
    const heart = page.getByRole('dialog').getByRole('button', { name: 'Favourite Old Bridge' }).first();
    await heart.click();
    await expect.poll(() => keptFavorites(page)).toEqual(['Old Bridge', 'Painted Wall']);
    await heart.click();
    await expect.poll(() => keptFavorites(page)).toEqual(['Painted Wall']);
  });

  it('is never used while the server answers, either with a newer page or with an error', async () => {
    const place = await world.admin.location(world.city, 'Harbour Steps');
    await using visitor = await world.open(`/location/${place.id}`, { look });
    const { page } = visitor;
    await untilKept(page, `/location/${place.id}`);
    await world.admin.send('PUT', `/api/locations/${place.id}`, { name: 'Harbour Stairs' });
    await page.reload();
    await page.getByRole('heading', { name: 'Harbour Stairs' }).first().waitFor();
    expect(await page.getByText(offlineLine).count()).toBe(0);

    await world.app.stop();
    const failing = createServer((_, response) => response.writeHead(503).end('Being repaired.'));
    failing.listen(Number(new URL(world.app.origin).port), '127.0.0.1');
    await once(failing, 'listening');
    const response = await page.goto(`/location/${place.id}`);
    expect(response?.status()).toBe(503);
    await seeAll(page, ['Being repaired.']);
    failing.close();
    failing.closeAllConnections();

    // There is a network, but no server.
    await page.goto(`/location/${place.id}`);
    await page.getByText(offlineLine).waitFor();
    await page.getByRole('heading', { name: 'Harbour Stairs' }).first().waitFor();
    await world.app.start();
    await page.getByText(offlineLine).waitFor({ state: 'detached' });
  });

  it('holds no restricted content, except favourites and lists in a cache of their own', async () => {
    const list = await world.admin.send<{ id: string; revision: number }>('POST', '/api/lists', {
      name: 'Trip',
    });
    const shared = await world.admin.send<{ sharedId: string }>('PUT', `/api/lists/${list.id}`, {
      ...{ name: 'Trip', note: null, date: null, shared: true, places: [world.wall.id] },
      revision: list.revision,
    });
    await world.admin.send('PUT', `/api/locations/${world.wall.id}/favorite`);
    await using admin = await world.open('/', { as: world.admin, look });
    const { page } = admin;
    await untilKept(page, '/photos/');
    for (const path of [
      '/admin/queue',
      '/profile',
      '/lists',
      `/list/${shared.sharedId}`,
      '/reset-password?token=secret',
      '/submissions',
    ])
      await page.goto(path);
    await page.goto(placePath());
    await untilKept(page, placePath());
    await untilKept(page, `/api/lists/${list.id}`);
    const kept = await all(page);
    for (const { cache, path, caching } of kept)
      if (!cache.startsWith('personal ')) expect(caching, path).toMatch(/\bpublic\b/);
    const paths = kept.map(({ path }) => path).join('\n');
    for (const secret of ['/api/admin', '/auth', 'token', shared.sharedId, '/profile?'])
      expect(paths).not.toContain(secret);
    const own = kept.filter(({ cache }) => cache.startsWith('personal ')).map(({ path }) => path);
    expect(own.filter((path) => path.startsWith('/api/')).toSorted()).toEqual([
      '/api/favorites?limit=100',
      '/api/lists',
      `/api/lists/${list.id}`,
    ]);
  });

  const leaves = [
    [
      'signs out',
      async (page: Page) => {
        await page.getByRole('button', { name: /^Mara Lind/ }).click();
        const reloaded = page.waitForEvent('load');
        await page.getByRole('menuitem', { name: 'Sign Out' }).click();
        await reloaded;
      },
    ],
    [
      'erases the account',
      async (page: Page) => {
        await page.goto('/profile');
        await page.getByRole('button', { name: 'Erase my account' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Password').fill('six-or-more');
        await dialog.getByRole('button', { name: 'Erase for good' }).click();
      },
    ],
  ] as const;

  it.each(leaves)('is deleted when the person %s', async (_, leave) => {
    const owner = await admirer();
    const list = await owner.send<{ id: string }>('POST', '/api/lists', { name: 'Tomorrow' });
    await using person = await world.open('/', { as: owner, look });
    const { page } = person;
    await untilKept(page, '/photos/');
    await untilKept(page, `/api/lists/${list.id}`);
    await page.goto(`/city/${world.city.id}`);
    await page.goto('/');
    await leave(page);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    const kept = await all(page);
    expect(kept.filter(({ cache }) => cache.startsWith('personal '))).toEqual([]);
    expect(await personal(page)).toEqual([]);
    for (const path of [`/city/${world.city.id}`, placePath(), '/favorites'])
      expect(kept.map((each) => each.path)).not.toContain(path);
  });

  it.each([
    ['is over, which another tab finds out', undefined],
    ["is another person's", admirer],
  ] as const)('goes when the session %s', async (_, next) => {
    await using person = await world.open('/', { as: await admirer(), look });
    const { page } = person;
    await untilKept(page, '/photos/');
    const [before] = await personal(page);
    const context = page.context();
    await context.clearCookies();
    if (next) await context.addCookies([cookieOf(world.app, (await next()).session)]);
    const other = await context.newPage();
    await other.goto('/');
    await expect.poll(() => personal(page)).not.toContain(before);
    expect(await personal(page)).toHaveLength(next ? 1 : 0);
  });

  it('holds at most 50 MB, and evicts the least recently used first', async () => {
    await using visitor = await world.open('/healthz', { look });
    const { page } = visitor;
    const [files, bytes] = [11, 4_900_000];
    await page.evaluate(
      async ([count, size]) => {
        const cache = await caches.open('pictures');
        for (let each = 0; each < count; each += 1) {
          const headers = { 'Kept-Bytes': String(size), 'Kept-Used': String(1000 + each) };
          await cache.put(`/pictures/old-${each}/320.webp`, new Response(new Uint8Array(size), { headers }));
        }
      },
      [files, bytes] as const,
    );
    await page.goto('/');
    await untilKept(page, '/');
    const kept = await all(page);
    expect(kept.reduce((sum, each) => sum + each.bytes, 0)).toBeLessThanOrEqual(50_000_000);
    const paths = kept.map(({ path }) => path);
    expect(paths).not.toContain('/pictures/old-0/320.webp');
    expect(paths).toContain(`/pictures/old-${files - 1}/320.webp`);
  });
});

interface KeptEntry {
  readonly cache: string;
  readonly path: string;
  readonly caching: string;
  readonly bytes: number;
}

/** All cached responses. */
const all = (page: Page): Promise<KeptEntry[]> =>
  page.evaluate(async () => {
    const entries: KeptEntry[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        if (response === undefined) continue;
        const { pathname, search } = new URL(request.url);
        const caching = response.headers.get('Cache-Control') ?? '';
        entries.push({ cache: name, path: pathname + search, caching, bytes: (await response.blob()).size });
      }
    }
    return entries;
  });

const personal = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('personal ')));

/** Waits until the response for a path with this prefix is cached; for a page, everything it needs too. */
async function untilKept(page: Page, path: string): Promise<void> {
  const isThere =
    path.endsWith('/') && path !== '/' ? (at: string) => at.startsWith(path) : (at: string) => at === path;
  await expect.poll(async () => (await all(page)).some((each) => isThere(each.path))).toBe(true);
  await untilFollowed(page);
}

/** Waits until the page's code for offline use is cached. */
async function untilFollowed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/kept-pages-')),
  );
}

const keptFavorites = (page: Page): Promise<string[]> => keptNames(page, '/api/favorites?limit=100');

const keptNames = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(async (asked) => {
    const response = await caches.match(asked, { ignoreVary: true });
    const named = ((await response?.json()) ?? []) as ReadonlyArray<{ readonly name: string }>;
    return named.map(({ name }) => name);
  }, path);

/** Whether the cached response for a path contains a text. */
const keptShows = (page: Page, path: string, text: string): Promise<boolean> =>
  page.evaluate(
    async ([at, part]) =>
      (await (await caches.match(at, { ignoreVary: true }))?.text())?.includes(part) === true,
    [path, text] as const,
  );

const untilDrawn = (image: Locator): Promise<void> =>
  expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0))
    .toBe(true);
