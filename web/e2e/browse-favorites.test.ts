import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, gate, hasFocus, hold, pathOf, seeAll, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('favourites, adding and installing', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
    await world.admin.location(world.city, 'Arcade');
    for (const path of [world.bridge.id, world.wall.id])
      await world.user.send('PUT', `/api/locations/${path}/favorite`);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('favourites: opened from the header, newest first; order and search are kept in the address', async () => {
    await using person = await world.open('/landing', { as: world.user });
    const { page } = person;
    await page.getByRole('banner').getByRole('link', { name: 'Favourites' }).click();
    await page.getByRole('heading', { level: 1, name: 'Favourites' }).waitFor();
    await expect.poll(() => page.title()).toBe('Favourites · Lightfall');
    const shown = () => page.getByRole('article').getByRole('heading').allInnerTexts();
    await expect.poll(shown).toEqual(['Painted Wall', 'Old Bridge']);
    await page.getByLabel('Order').selectOption('By name');
    await expect.poll(shown).toEqual(['Old Bridge', 'Painted Wall']);
    expect(pathOf(page)).toBe('/favorites?sort=name');
    await page.getByLabel('Search your favourites').fill('wall');
    await expect.poll(shown).toEqual(['Painted Wall']);
    await page.reload();
    await expect.poll(shown).toEqual(['Painted Wall']);
    await page.getByLabel('Search your favourites').fill('zzz');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(shown).toHaveLength(2);
  });

  it('favourites: a heart adds and removes a place', async () => {
    await using person = await world.open('/favorites', { as: world.admin });
    const { page } = person;
    await seeAll(page, ['No favourites yet']);
    await page.getByRole('link', { name: 'Look at places' }).click();
    await page.getByRole('button', { name: 'Favourite Arcade' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Favourites' }).click();
    await page.getByRole('link', { name: 'Arcade' }).waitFor();
    await page.getByRole('button', { name: 'Favourite Arcade' }).click();
    await seeAll(page, ['No favourites yet']);
  });

  it('favourites: each press on a heart shows and counts, also before its code is there', async () => {
    await using person = await world.open('/landing', { as: world.admin, fresh: true });
    const { page } = person;
    const code = await hold(page, /\/send-opinion-/);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/favorite')) writes.push(request.method());
    });
    const heart = page.getByRole('button', { name: 'Favourite Arcade' });
    const isGiven = () => heart.getAttribute('aria-pressed');
    await page.waitForLoadState('networkidle');
    await heart.click();
    await expect.poll(isGiven).toBe('true');
    await heart.click();
    await expect.poll(isGiven).toBe('false');
    code.release();
    await expect.poll(() => writes).toEqual(['PUT', 'DELETE']);
    await page.waitForLoadState('networkidle');
    await expect.poll(isGiven).toBe('false');
  });

  it('rating: a press on a star saves it, and no key is asked for', async () => {
    await using person = await world.open(`/location/${world.bridge.id}`, { as: world.user });
    const { page } = person;
    await page.getByRole('radio', { name: /^4 of 5/ }).click();
    await seeAll(page, ['4.0/5']);
    expect(await page.getByText('Press Enter to save.').count()).toBe(0);
  });

  it('rating: the last press counts, however late the first one arrives', async () => {
    await using person = await world.open(`/location/${world.wall.id}`, { as: world.user });
    const { page } = person;
    const first = gate();
    const sent: unknown[] = [];
    await page.route(/\/rating$/, async (route) => {
      sent.push(route.request().postDataJSON());
      if (sent.length === 1) await first.opened;
      await route.fallback();
    });
    await page.getByRole('radio', { name: /^1 of 5/ }).click();
    const last = page.getByRole('radio', { name: /^4 of 5/ });
    await last.click();
    await expect.poll(() => last.isChecked()).toBe(true);
    const saved = page.waitForResponse(/\/rating$/);
    first.open();
    await saved;
    await seeAll(page, ['4.0/5']);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([{ rating: 1 }, { rating: 4 }]);
    await page.reload();
    await seeAll(page, ['4.0/5']);
    await expect.poll(() => last.isChecked()).toBe(true);
  });

  it('an opinion: shows from its response, without reading the place, its photos and its light again', async () => {
    await using person = await world.open(`/location/${world.wall.id}`, {
      as: world.user,
      // Without messages, which cause reads too.
      prepare: (page) => page.routeWebSocket(/./, () => {}),
    });
    const { page } = person;
    const reads: string[] = [];
    await page.waitForLoadState('networkidle');
    page.on('request', (request) => {
      if (request.method() === 'GET') reads.push(new URL(request.url()).pathname);
    });
    const heart = page.getByRole('dialog').getByRole('button', { name: 'Favourite Painted Wall' });
    const given = page.waitForResponse(/\/favorite$/);
    await heart.click();
    await given;
    await page.getByRole('radio', { name: /^2 of 5/ }).click();
    await seeAll(page, ['2.0/5']);
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await page.waitForLoadState('networkidle');
    expect(reads.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  it('favourites: a visitor is asked to sign in', async () => {
    await using visitor = await world.open('/favorites');
    await seeAll(visitor.page, ['Sign In Required', 'Sign in to see the places that you gave a heart.']);
  });

  it.each(['/', '/landing', '/submissions', '/favorites'])('adds from %s, by keyboard', async (path) => {
    await using person = await world.open(path, { as: world.user });
    const { page } = person;
    const add = page.getByRole('banner').getByRole('button', { name: 'Add', exact: true });
    await add.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Add Location' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(add)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Add City' }).click();
    await page.getByRole('dialog', { name: 'Add a city' }).getByLabel('Country').waitFor();
  });

  it('asks a visitor to sign in before adding something', async () => {
    await using visitor = await world.open('/landing');
    const { page } = visitor;
    await page.getByRole('banner').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add Location' }).click();
    await seeAll(page, ['Sign In Required']);
  });

  it('can be installed: the page may load the manifest, and the icons have the sizes it names', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    const devtools = await page.context().newCDPSession(page);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    const response = await page.request.get(url);
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await response.json()) as { icons: { src: string; sizes: string; type: string }[] };
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect(icon.headers()['content-type']).toBe(type);
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // The tests' browser profile is a private window, which cannot install anything.
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter((each) => each !== 'in-incognito'),
    ).toEqual([]);
  });
});
