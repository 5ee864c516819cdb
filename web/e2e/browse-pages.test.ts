import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';

import { findBrowser } from './browser.ts';
import { createWorld, following, hold, seeAll, styleOf, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('pages', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('open a city from anywhere on its tile', async () => {
    await using visitor = await world.open('/');
    const tile = visitor.page.getByRole('article').filter({ hasText: 'Görlitz' }).first();
    await tile.click({ position: { x: 20, y: 20 } });
    await visitor.page.waitForURL(`**/city/${world.city.id}`);
  });

  it('show a city’s filters in two rows on a phone, so that its places start on the first screen', async () => {
    const city = await world.admin.city('Zgorzelec');
    for (let at = 1; at <= 5; at += 1) await world.admin.location(city, `Courtyard ${at}`);
    await using visitor = await world.open(`/city/${city.id}`, {
      look: { viewport: { width: 360, height: 740 } },
    });
    const boxOf = async (name: string) => await visitor.page.getByRole('group', { name }).boundingBox();
    await seeAll(visitor.page, ['Courtyard 1', 'Good right now']);
    expect((await boxOf('Category'))?.height).toBeLessThan(60);
    const [category, light] = [await boxOf('Category'), await boxOf('Light')];
    expect((light?.y ?? 0) - (category?.y ?? 0)).toBeLessThan(80);
    const [rating, first] = await Promise.all(
      [visitor.page.getByLabel('Least rating'), visitor.page.getByRole('article').first()].map((each) =>
        each.boundingBox(),
      ),
    );
    expect(Math.abs((rating?.y ?? 0) - (light?.y ?? 0))).toBeLessThan(20);
    expect(first?.y).toBeLessThan(740);
  });

  it('are printed with the names of cities on their pictures, and without search, map and controls', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await page.emulateMedia({ media: 'print' });
    const name = page.getByRole('article').getByText('Görlitz', { exact: true }).first();
    expect(await styleOf(name, 'print-color-adjust')).toBe('exact');
    const search = page.getByRole('heading', { level: 1, includeHidden: true });
    const controls = page.getByRole('combobox', { includeHidden: true }).filter({ visible: true });
    expect(await search.isVisible()).toBe(false);
    expect(await controls.count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.goto('/map');
    const map = page.locator('[data-map]');
    await map.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await map.isVisible()).toBe(false);
  });

  it('show the actions beside the name in the list of all locations on a phone', async () => {
    await using visitor = await world.open('/admin', {
      as: world.admin,
      look: { viewport: { width: 360, height: 740 } },
    });
    await visitor.page.getByRole('tab', { name: 'Manage Locations' }).click();
    const row = visitor.page.getByRole('row').filter({ hasText: world.wall.name });
    const [remove, category] = await Promise.all(
      [row.getByRole('button', { name: `Delete ${world.wall.name}` }), row.getByText('Street Art')].map(
        (each) => each.boundingBox(),
      ),
    );
    expect((remove?.y ?? 0) + (remove?.height ?? 0)).toBeLessThanOrEqual(category?.y ?? 0);
  });

  it('never scroll sideways on a phone, even with a long name without spaces', async () => {
    const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);
    const city = await world.admin.city(`C${long}`, { country: long.slice(0, 100) });
    const place = await world.admin.location(city, `P${long}`, { address: long });
    const checkWidth = async (page: Page, what: string) => {
      // A row meant to scroll has no scroll bar.
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            const { overflowX, scrollbarWidth } = getComputedStyle(element);
            const scrolls = element === document.documentElement || overflowX === 'auto';
            return scrolls && scrollbarWidth !== 'none' && element.scrollWidth > element.clientWidth;
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
      );
      expect(wide, what).toEqual([]);
    };
    const narrowest = { width: 320, height: 640 };

    await using visitor = await world.open('/healthz');
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/', `/?q=P${long}`, `/city/${city.id}`, `/location/${place.id}`]) {
      await page.goto(path);
      await seeAll(page, [path.startsWith('/location') ? 'About this location' : place.name]);
      await checkWidth(page, path);
    }
    await page.goto('/landing');
    await seeAll(page, [city.name]);
    await page.setViewportSize(narrowest);
    await checkWidth(page, 'the first page and its header');

    await using moderator = await world.open('/admin', { as: world.admin });
    const desk = moderator.page;
    await desk.setViewportSize({ width: 360, height: 740 });
    for (const [tab, name] of [
      ['Manage Cities', city.name],
      ['Manage Locations', place.name],
    ] as const) {
      await desk.getByRole('tab', { name: tab }).click();
      await desk.getByRole('rowheader').filter({ hasText: name }).waitFor();
      await checkWidth(desk, tab);
    }
    await desk.getByRole('button', { name: `Delete ${place.name}` }).click();
    await desk.getByRole('dialog').waitFor();
    await checkWidth(desk, 'the dialog');
    await desk.keyboard.press('Escape');
    await desk.setViewportSize(narrowest);
    await checkWidth(desk, 'the administrator’s header');
  });

  describe('privacy and terms', () => {
    it.each([
      ['Privacy', 'Erasing your account'],
      ['Terms', 'What you send stays yours'],
    ])('%s: linked in the footer, with a title, and in sections', async (name, section) => {
      await using visitor = await world.open('/');
      const { page } = visitor;
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('heading', { level: 2, name: section }).waitFor();
      await expect.poll(() => page.title()).toBe(`${name} · Lightfall`);
      const response = await page.request.get(`/${name.toLowerCase()}`, { headers: { accept: 'text/html' } });
      expect(response.status()).toBe(200);
      await visitor.checkUnbroken();
    });

    it('the terms name the licence of this installation', async () => {
      await using visitor = await world.open('/terms');
      const licence = visitor.page.getByRole('main').getByRole('link', { name: 'CC BY 4.0' });
      expect(await licence.getAttribute('href')).toContain('creativecommons.org');
    });

    it('the operator’s own text replaces the product’s, as plain text', async () => {
      const folder = join(world.app.dataDir, 'pages');
      await mkdir(folder);
      await writeFile(join(folder, 'privacy.md'), '# Who we are\n\nThe <b>town</b> of Görlitz.\n');
      await using visitor = await world.open('/privacy');
      await seeAll(visitor.page, ['Who we are', 'The <b>town</b> of Görlitz.']);
      expect(await visitor.page.getByText('Erasing your account').count()).toBe(0);
      await rm(folder, { recursive: true });
    });
  });

  describe('the status of contributions and ratings', () => {
    it('says that a place is not rated yet', async () => {
      await using visitor = await world.open(`/location/${world.wall.id}`);
      await seeAll(visitor.page, ['Not rated yet', '(2 photos)']);
      expect(await visitor.page.getByText('/5').count()).toBe(0);
    });

    it.each(['Waiting', 'Declined'] as const)(
      'uses the word %s on the city, its place and My submissions',
      async (word) => {
        const { admin, user } = world;
        const city = await user.send<City>('POST', '/api/cities', {
          name: `City that is ${word}`,
          country: 'Germany',
          imageUrl: 'https://pictures.example/city.jpg',
        });
        const place = await user.send<{ id: string }>('POST', '/api/locations', {
          name: `Place that is ${word}`,
          description: 'A place.',
          cityId: city.id,
          category: 'nature',
        });
        if (word === 'Declined') await admin.send('POST', `/api/admin/cities/${city.id}/reject`, {});
        for (const path of [`/city/${city.id}`, `/location/${place.id}`, '/submissions']) {
          await using person = await world.open(path, { as: user });
          const main = person.page.getByRole(path.startsWith('/location') ? 'dialog' : 'main');
          await main.getByText(word, { exact: true }).first().waitFor();
          expect(await main.getByText(/^(pending|rejected)$/i).count()).toBe(0);
        }
      },
    );
  });

  describe('a newly opened page', () => {
    /** Records every API request of the page from now on. */
    const readsOf = (page: Page): string[] => {
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/')) requests.push(pathname + search);
      });
      return requests;
    };

    // rendered.test.ts tests the requests of a visitor's page.
    it.each([
      ['/', 'user'],
      ['/favorites', 'user'],
      ['/submissions', 'user'],
      ['/admin', 'admin'],
    ] as const)('%s requests each list once, even when its socket opens (%s)', async (path, as) => {
      const before: { requests?: string[]; begun?: Promise<void> } = {};
      await using person = await world.open(path, {
        as: world[as],
        prepare: async (page) => {
          before.requests = readsOf(page);
          before.begun = following(page);
        },
      });
      await before.begun;
      // A refetch caused by the socket's first messages would start within this time.
      await person.page.evaluate('new Promise((done) => setTimeout(done, 200))');
      await person.page.waitForLoadState('networkidle');
      const requests = before.requests ?? [];
      expect(requests.length).toBeGreaterThan(0);
      expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
    });

    it('shows content published after its reads but before its socket connected', async () => {
      const gate: { release?: () => void } = {};
      await using visitor = await world.open('/', {
        fresh: true,
        prepare: async (page) => {
          // The code of the socket arrives late.
          gate.release = (await hold(page, /\/assets\/live-[^/]+\.js$/)).release;
        },
      });
      const { page } = visitor;
      await page.getByRole('heading', { name: 'Görlitz' }).waitFor();
      await world.admin.city('Ahead of the socket');
      expect(await page.getByRole('heading', { name: 'Ahead of the socket' }).count()).toBe(0);
      gate.release?.();
      await page.getByRole('heading', { name: 'Ahead of the socket' }).waitFor();
    });
  });
});
