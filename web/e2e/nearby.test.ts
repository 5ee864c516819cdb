import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { createWorld, hold, seeAll, type World } from './world.ts';

const chromium = findBrowser();
// The worker's other tests share the server: nothing else is near.
const porto = { latitude: 41.1496, longitude: 20.389 };

describe.skipIf(chromium === null)('the places near a place', () => {
  let world: World;
  let city: City;
  let bridge: Location;
  let cellar: Location;
  let lonely: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    city = await world.admin.city('Porto', { coordinates: porto });
    const at = (name: string, north: number, east: number, values = {}) =>
      world.admin.location(city, name, {
        coordinates: { latitude: porto.latitude + north, longitude: porto.longitude + east },
        ...values,
      });
    bridge = await at('Iron Bridge', 0, 0);
    for (let step = 1; step <= 6; step += 1) await at(`Step ${step}`, step / 1000, 0);
    await at('Tower', 0, -0.0005);
    await at('Twin', 0, 0);
    cellar = await world.admin.location(city, 'Cellar', { category: 'cafe' });
    await world.admin.location(city, 'Tea Room', { category: 'cafe' });
    lonely = await world.admin.location(await world.admin.city('Flores'), 'Waterfall');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Scrolls to where it is listed. */
  const scroll = (page: Page) => page.locator('.min-h-72').scrollIntoViewIfNeeded();
  const listed = (page: Page, title: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      .last()
      .getByRole('listitem')
      .allInnerTexts();

  it('are the five nearest, with distance and direction, and each opens', async () => {
    await using visitor = await world.open(`/location/${bridge.id}`);
    const { page } = visitor;
    await scroll(page);
    await seeAll(page, ['Nearby']);
    await expect
      .poll(async () => (await listed(page, 'Nearby')).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual([
        'Twin Here, too',
        'Tower 42 m west',
        'Step 1 110 m north',
        'Step 2 220 m north',
        'Step 3 330 m north',
      ]);
    await page.getByRole('link', { name: 'Step 1' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Step 1' }).waitFor();
  });

  it('are similar places in its city if it has no coordinates', async () => {
    await using visitor = await world.open(`/location/${cellar.id}`);
    await scroll(visitor.page);
    await seeAll(visitor.page, ['More in Porto']);
    await expect.poll(() => listed(visitor.page, 'More in Porto')).toEqual(['Tea Room']);
    expect(await visitor.page.getByRole('button', { name: 'Show map' }).count()).toBe(0);
  });

  it('keep their space while the list is empty, so that a press does not miss', async () => {
    let code: { readonly release: () => void } | undefined;
    await using visitor = await world.open(`/location/${lonely.id}`, {
      fresh: true,
      prepare: async (page) => {
        code = await hold(page, /\/assets\/surroundings-[^/]*\.js$/);
      },
    });
    const { page } = visitor;
    await scroll(page);
    const upload = page.getByRole('button', { name: 'Sign In to Upload Photos' });
    const before = await upload.boundingBox();
    const arrived = page.waitForResponse(/\/assets\/surroundings-/);
    const asked = page.waitForResponse(/\/api\/locations\?/);
    code?.release();
    await arrived;
    await asked;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await upload.boundingBox()).toEqual(before);
  });

  it('are on the map, which loads on request, with the sun at an hour and a scale', async () => {
    await using visitor = await world.open('/healthz');
    const { page } = visitor;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(`/location/${bridge.id}`);
    await scroll(page);
    await page.getByRole('button', { name: 'Show map' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => /map-canvas|maplibre|countries-50m/.test(url))).toEqual([]);
    await page.getByRole('button', { name: 'Show map' }).click();
    await page.getByRole('button', { name: 'Step 2', exact: true }).waitFor();
    await page.locator('svg[data-sun] line').first().waitFor({ state: 'attached' });
    await page.locator('.maplibregl-ctrl-scale').waitFor();
    const hour = page.getByRole('slider', { name: 'Hour' });
    expect(await hour.getAttribute('aria-valuetext')).toMatch(/^1[123]:\d\d: sun in the S\w*, \d+° high$/);
    await hour.press('Home');
    await seeAll(page, ['00:00: the sun is down']);
    await page.getByRole('button', { name: 'Hide map' }).click();
    await hour.waitFor({ state: 'detached' });
    expect(
      loaded.every(
        (url) =>
          url.startsWith(world.app.origin) ||
          url.startsWith('data:') ||
          url.startsWith('https://pictures.example'),
      ),
    ).toBe(true);
  });

  it.each([
    ['north', 90],
    ['south', -90],
  ])('are on a map that ends with its %s edge, for a place at the pole', async (_, latitude) => {
    const pole = await world.admin.location(await world.admin.city('Ice'), 'Pole', {
      coordinates: { latitude, longitude: 12 },
    });
    await using visitor = await world.open(`/location/${pole.id}`);
    const { page } = visitor;
    await scroll(page);
    await page.getByRole('button', { name: 'Show map' }).click();
    const map = page.getByRole('region', { name: /^Map of Pole/ });
    const middle = async (each: Locator) => {
      const box = await each.boundingBox();
      return box && [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    };
    await map.waitFor();
    await expect
      .poll(async () => middle(page.getByRole('button', { name: 'Pole', exact: true })))
      .toEqual(await middle(map));
  });
});
