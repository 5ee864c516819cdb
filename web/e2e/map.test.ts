import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { createDataFolder } from '../../test/harness/data-folder.ts';
import { tilesFile, westernHalf } from '../../test/harness/tiles-file.ts';
import { findBrowser } from './browser.ts';
import type { OpenOptions } from './people.ts';
import { seedAs } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { createWorld, hold, pathOf, seeAll, showsFocus, withoutWebGl, type World } from './world.ts';

const chromium = findBrowser();
const porto = { latitude: 41.1496, longitude: -8.611 };
const at = (north: number, east: number) => ({
  coordinates: { latitude: porto.latitude + north, longitude: porto.longitude + east },
});

/** The addresses that a page requests, from now on. */
function asked(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  return addresses;
}
const pin = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, { id }: Location) => page.locator(`[data-location="${id}"]`);
const canvas = (page: Page) => page.getByRole('region', { name: /^Map of the places/ });
/** Waits for the map's first picture. */
const drawn = (page: Page) =>
  page
    .locator('[aria-busy=false]')
    .filter({ has: canvas(page) })
    .waitFor();
/** Records where a pin is drawn in each frame. */
const watchPin = (page: Page, name: string) =>
  page.evaluate(`
    globalThis.drawn = [];
    const marker = document.querySelector('[title="${name}"]').closest('.maplibregl-marker');
    const note = () => drawn.at(-1) === marker.style.transform || drawn.push(marker.style.transform);
    new MutationObserver(note).observe(marker, { attributes: true, attributeFilter: ['style'] });`);
/** Each pixel of a map is drawn without a graphics card: half as many each way, in the same layout. */
const coarse = { deviceScaleFactor: 0.5 };
/** Each frame of a flight is drawn so: a small screen has a quarter of the pixels. */
const small = { width: 480, height: 640 };
const tile = () =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: '#3060c0' } })
    .png()
    .toBuffer();
const framesOf = (page: Page) => page.evaluate<number>('drawn.length');

describe.skipIf(chromium === null)('the map', () => {
  let world: World;
  let city: City;
  let cathedral: Location;
  let market: Location;
  let fort: Location;
  beforeAll(async () => {
    world = await createWorld(chromium, { look: coarse });
    city = await world.admin.city('Porto', { coordinates: porto });
    cathedral = await world.admin.location(city, 'Cathedral', { ...at(0, 0), category: 'landmark' });
    market = await world.admin.location(city, 'Bolhão Market', { ...at(0.01, 0.01), category: 'cafe' });
    const coast = await world.admin.city('Suva', { coordinates: { latitude: -18.14, longitude: 178.44 } });
    fort = await world.admin.location(coast, 'Old Fort', {
      coordinates: { latitude: -18.1, longitude: 179.9 },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const openMap = (path = '/map', options?: OpenOptions) => world.open(path, options);

  it('is on a city’s page on request, and choosing a place on the map or in the list selects it in both', async () => {
    await using visitor = await openMap('/healthz');
    const { page } = visitor;
    const addresses = asked(page);
    await page.goto(`/city/${cathedral.cityId}`);
    await page.waitForLoadState('networkidle');
    expect(addresses.filter((address) => /city-map|map-canvas|countries-50m/.test(address))).toEqual([]);
    const toggle = page.getByRole('button', { name: 'Show map' });
    await toggle.click();
    // So close, the outline of the world shows only water.
    await page.locator('.maplibregl-ctrl-scale').waitFor();
    await pin(page, 'Cathedral').click();
    await expect.poll(() => row(page, cathedral).getAttribute('aria-current')).toBe('true');
    await page.getByRole('button', { name: 'Show Bolhão Market on the map' }).click();
    await expect.poll(() => pin(page, 'Bolhão Market').getAttribute('aria-pressed')).toBe('true');
    expect(await row(page, cathedral).getAttribute('aria-current')).toBe('false');
    expect(await pin(page, 'Old Fort').count()).toBe(0);
    expect(pathOf(page)).toBe(`/city/${cathedral.cityId}`);
    await page.getByRole('button', { name: 'Hide map' }).click();
    await pin(page, 'Bolhão Market').waitFor({ state: 'detached' });
    await row(page, market).getByRole('link', { name: 'Bolhão Market' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Bolhão Market' }).waitFor();
  });

  it('offers a filter for places with a point on a city’s page, and its list starts at the heading', async () => {
    const hidden = await world.admin.location(city, 'Quiet Courtyard');
    await using visitor = await openMap(`/city/${city.id}`);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Show map' }).click();
    await page.getByRole('button', { name: 'Show Cathedral on the map' }).waitFor();
    expect(await row(page, hidden).getByRole('button').count()).toBe(0);
    const left = async (each: Locator) => (await each.boundingBox())?.x;
    const thumbnail = row(page, hidden).locator('svg').locator('xpath=..');
    expect(await left(thumbnail)).toBe(await left(page.locator('main h2')));
  });

  it('says that no place of a city has a point', async () => {
    const city = await world.admin.city('Nowhere Town');
    await world.admin.location(city, 'Hidden Yard');
    await using visitor = await openMap(`/city/${city.id}`);
    await visitor.page.getByRole('button', { name: 'Show map' }).click();
    await seeAll(visitor.page, ['No location here has a point on the map yet.']);
  });

  it('is rendered with the list of the places, by name, and with its own head', async () => {
    await using visitor = await openMap('/map', { look: { javaScriptEnabled: false } });
    const { page } = visitor;
    expect(await page.title()).toBe('Map · Lightfall');
    const names = page.locator('article h3');
    expect(await names.allInnerTexts()).toEqual(['Bolhão Market', 'Cathedral', 'Old Fort']);
    // The map may be smaller than the world: it does not show all that are listed.
    await page.getByRole('heading', { name: '3 locations', exact: true }).waitFor();
    const head = async (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await head('link[rel=canonical]', 'href')).toBe(`${world.app.origin}/map`);
    expect(await head('meta[name=description]', 'content')).toMatch(/^Photogenic places on a map/);
    expect(await page.locator('meta[name=robots]').count()).toBe(0);
    await page.goto('/map?bbox=-9,41,-8,42&category=cafe');
    expect(await names.allInnerTexts()).toEqual(['Bolhão Market']);
    await page.getByRole('heading', { name: '1 location in view' }).waitFor();
    expect(await head('meta[name=robots]', 'content')).toBe('noindex');
    for (const bbox of ['1', '0,0,500,1', '%22'])
      expect((await page.goto(`/map?bbox=${bbox}`))?.status(), bbox).toBe(200);
    expect((await page.goto('/map?page=7'))?.status()).toBe(404);
  });

  it('shows places in clusters, which open, and stores its view in the address', async () => {
    await using visitor = await openMap();
    const { page } = visitor;
    const addresses = asked(page);
    await pin(page, '2 locations, zoom in').click();
    await pin(page, 'Cathedral').waitFor();
    await pin(page, 'Bolhão Market').waitFor();
    await expect
      .poll(() => page.locator('article[data-location] h3').allInnerTexts())
      .toEqual(['Bolhão Market', 'Cathedral']);
    await seeAll(page, ['2 locations in view', 'Natural Earth']);
    expect(pathOf(page)).toMatch(/^\/map\?bbox=-8\.\d+%2C41\.\d+%2C-8\.\d+%2C41\.\d+&zoom=1\d$/);
    await page.reload();
    await pin(page, 'Cathedral').waitFor();
    expect(await page.locator('article[data-location] h3').allInnerTexts()).toEqual([
      'Bolhão Market',
      'Cathedral',
    ]);
    await page.getByRole('button', { name: 'Cafes' }).click();
    await pin(page, 'Cathedral').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator('article[data-location] h3').allInnerTexts())
      .toEqual(['Bolhão Market']);
    await page.goBack();
    await pin(page, 'Cathedral').waitFor();
    expect(
      addresses.filter((address) => !/^(blob|data):/.test(address) && !address.startsWith(world.app.origin)),
    ).toEqual([]);
    expect(addresses.some((address) => address.startsWith('blob:'))).toBe(false);
  });

  it('is searched: map and list show the matches, and a misspelt search is corrected', async () => {
    await using visitor = await openMap('/map?bbox=-8.63,41.13,-8.58,41.17');
    const { page } = visitor;
    const field = page.getByRole('searchbox', { name: 'Search cities or locations' });
    await field.fill('fort');
    await field.press('Enter');
    await pin(page, 'Old Fort').waitFor();
    await page.getByRole('heading', { name: '1 location for “fort” in view' }).waitFor();
    expect(await pin(page, 'Cathedral').count()).toBe(0);
    expect(await page.getByText('These are the first 1,000').count()).toBe(0);
    await page.goto('/map?q=cathedrel');
    await seeAll(page, ['No location for “cathedrel”']);
    await page.getByRole('link', { name: 'cathedral' }).click();
    await pin(page, 'Cathedral').waitFor();
    await row(page, cathedral).waitFor();
    await page.goto('/?q=cathedral');
    await page.locator('main').getByRole('link', { name: 'Map', exact: true }).click();
    await pin(page, 'Cathedral').waitFor();
    expect(pathOf(page)).toMatch(/^\/map\?q=cathedral/);
  });

  it.each([
    ['flies', 'no-preference'],
    ['jumps', 'reduce'],
  ] as const)('%s with motion: %s', async (how, reducedMotion) => {
    await using visitor = await openMap('/map', { look: { reducedMotion, viewport: small } });
    const { page } = visitor;
    await drawn(page);
    await pin(page, '2 locations, zoom in').waitFor();
    await watchPin(page, '2 locations, zoom in');
    await pin(page, '2 locations, zoom in').click();
    await pin(page, 'Cathedral').waitFor();
    if (how === 'flies') expect(await framesOf(page)).toBeGreaterThan(2);
    else expect(await framesOf(page)).toBeLessThanOrEqual(2);
  });

  it('selects a place chosen in its list, and the list a place chosen on the map', async () => {
    await using visitor = await openMap('/map?bbox=-8.63,41.13,-8.58,41.17');
    const { page } = visitor;
    await pin(page, 'Cathedral').click();
    expect(await row(page, cathedral).getAttribute('aria-current')).toBe('true');
    const card = page.locator('article').filter({ has: page.getByRole('button', { name: 'Close' }) });
    await card.getByRole('link', { name: 'Cathedral' }).waitFor();
    await page.getByRole('button', { name: 'Show Bolhão Market on the map' }).click();
    await expect.poll(() => pin(page, 'Bolhão Market').getAttribute('aria-pressed')).toBe('true');
    expect(await row(page, cathedral).getAttribute('aria-current')).toBe('false');
    await card.getByRole('link', { name: 'Bolhão Market' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Bolhão Market' }).waitFor();
  });

  it('comes into view on a phone when a place below it is chosen in the list', async () => {
    await using visitor = await openMap('/map?bbox=-8.63,41.13,-8.58,41.17', {
      look: { viewport: { width: 360, height: 560 } },
    });
    const { page } = visitor;
    await drawn(page);
    const choose = page.getByRole('button', { name: 'Show Cathedral on the map' });
    await choose.evaluate((button) => button.scrollIntoView({ block: 'start' }));
    await expect.poll(async () => ((await canvas(page).boundingBox())?.y ?? 0) < 0).toBe(true);
    await choose.press('Enter');
    await expect.poll(async () => ((await canvas(page).boundingBox())?.y ?? -1) >= 0).toBe(true);
  });

  it('does not trap the keyboard: Tab leaves it, and the list opens places', async () => {
    await using visitor = await openMap('/map?bbox=-8.63,41.13,-8.58,41.17');
    const { page } = visitor;
    await pin(page, 'Cathedral').waitFor();
    await row(page, cathedral).getByRole('link').focus();
    expect(await showsFocus(row(page, cathedral).getByRole('link'))).toBe(true);
    const stops: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
    }
    expect(stops).toEqual([
      'Show Cathedral on the map',
      expect.stringMatching(/^Map of the places/),
      'Zoom in',
      'Zoom out',
      expect.anything(),
      expect.anything(),
    ]);
    await canvas(page).focus();
    const before = pathOf(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => pathOf(page)).not.toBe(before);
    await row(page, cathedral).getByRole('link').press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Cathedral' }).waitFor();
  });

  it('crosses the date line', async () => {
    await using visitor = await openMap('/map?bbox=170,-25,-170,-10');
    const { page } = visitor;
    await pin(page, 'Old Fort').waitFor();
    await row(page, fort).waitFor();
    await canvas(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => decodeURIComponent(pathOf(page)))
      .toMatch(/bbox=17\d\.?\d*,-[23]\d\.?\d*,-1[56]\d/);
    await row(page, fort).waitFor();
  });

  it('is replaced by the list and a message without WebGL', async () => {
    await using visitor = await openMap('/healthz', { prepare: withoutWebGl });
    const { page } = visitor;
    const addresses = asked(page);
    await page.goto('/map');
    await page.getByText('This browser cannot draw the map (WebGL is missing).').waitFor();
    await row(page, cathedral).getByRole('link').waitFor();
    await page.waitForLoadState('networkidle');
    expect(addresses.filter((address) => /map-canvas|maplibre|countries/.test(address))).toEqual([]);
    await page.getByRole('button', { name: 'Cafes' }).click();
    await row(page, cathedral).waitFor({ state: 'detached' });
    await row(page, market).waitFor();
  });

  it('lists places near a position rounded to a hundredth of a degree, which is not stored', async () => {
    const look = { geolocation: { latitude: 41.15749, longitude: -8.62951 }, permissions: ['geolocation'] };
    await using visitor = await openMap('/map', { look });
    const { page } = visitor;
    const addresses = asked(page);
    await page.getByRole('button', { name: 'Near me' }).click();
    await seeAll(page, ['2 locations within 100 km of you']);
    expect(await page.locator('article[data-location] h3').allInnerTexts()).toEqual([
      'Cathedral',
      'Bolhão Market',
    ]);
    await row(page, cathedral)
      .getByText(/^[12]\.\d km away$/)
      .waitFor();
    await pin(page, 'Cathedral').waitFor();
    const near = addresses.filter((address) => address.includes('near='));
    expect(near.map((address) => new URL(address).searchParams.get('near'))).toEqual(['41.16,-8.63']);
    expect(pathOf(page)).not.toContain('near');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    );
    expect(kept).not.toMatch(/41\.1[56]/);
    await page.getByRole('button', { name: 'Show what the map shows' }).click();
    await seeAll(page, ['Bolhão Market']);
    await page.getByRole('heading', { name: '2 locations in view' }).waitFor();
  });

  it('starts at the visitor’s position if that was requested before it loaded, and the list shows its view', async () => {
    const look = { geolocation: { latitude: 41.15749, longitude: -8.62951 }, permissions: ['geolocation'] };
    const held: Array<Awaited<ReturnType<typeof hold>>> = [];
    await using visitor = await openMap('/map', {
      look,
      prepare: async (page) => void held.push(await hold(page, /\/map-canvas-/)),
    });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.getByRole('heading', { name: '2 locations within 100 km of you' }).waitFor();
    for (const { release } of held) release();
    await pin(page, 'Cathedral').waitFor();
    await page.getByRole('button', { name: 'Show what the map shows' }).click();
    await page.getByRole('heading', { name: '2 locations in view' }).waitFor();
  });

  it('does not cancel a navigation when it writes to the address', async () => {
    await using visitor = await openMap('/map', { fresh: true });
    const { page } = visitor;
    await pin(page, '2 locations, zoom in').waitFor();
    const { release } = await hold(page, /\/own-page-/);
    const asking = page.waitForRequest(/\/own-page-/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await asking;
    await pin(page, '2 locations, zoom in').click();
    await pin(page, 'Cathedral').waitFor();
    release();
    await expect.poll(() => pathOf(page)).toBe('/privacy');
    await canvas(page).waitFor({ state: 'detached' });
  });

  it('says that the browser refuses its position', async () => {
    await using visitor = await openMap('/map', { look: { permissions: [] } });
    await visitor.page.getByRole('button', { name: 'Near me' }).click();
    await seeAll(visitor.page, ['The browser may not tell your position. Move the map instead.']);
  });

  it('has pins of 44 pixels', async () => {
    await using visitor = await openMap('/map?bbox=-8.63,41.13,-8.58,41.17', {
      look: { viewport: { width: 360, height: 740 }, hasTouch: true },
    });
    const box = await pin(visitor.page, 'Cathedral').boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
  });
});

it.skipIf(chromium === null)('says that it shows the first 1,000 matches of a larger search', async () => {
  await using site = await startSite(chromium, { look: coarse });
  const admin = await seedAs(site.app);
  const city = await admin.city('Lisbon', { coordinates: porto });
  const numbers = Array.from({ length: 1001 }, (_, number) => number);
  for (let from = 0; from < numbers.length; from += 50)
    await Promise.all(
      numbers
        .slice(from, from + 50)
        .map((number) => admin.location(city, `Lantern ${number}`, at(number / 10_000, 0))),
    );
  const first = 'These are the first 1,000 that match. Narrow the search to see others.';
  await using visitor = await site.visit({ path: '/map?q=lantern' });
  const { page } = visitor;
  await seeAll(page, [first, '1,000 locations for “lantern” in view']);
  const shown = async () => {
    const labels = await page
      .locator('.maplibregl-marker button')
      .evaluateAll((pins) => pins.map((each) => each.getAttribute('aria-label') ?? ''));
    return labels.reduce(
      (sum, label) => sum + Number(/^([\d,]+) locations/.exec(label)?.[1]?.replace(',', '') ?? 1),
      0,
    );
  };
  await expect.poll(shown).toBe(1000);
  await page.goto('/map?q=lantern&category=cafe');
  await seeAll(page, ['No location for “lantern”']);
  expect(await page.getByText(first).count()).toBe(0);
  const read = await fetch(`${site.app.origin}/map?q=lantern`);
  expect(await read.text()).toContain(first);
});

describe.skipIf(chromium === null)('the background of the map', () => {
  /** Opens the map with a file of tiles, and checks that it is read in ranges from this server. */
  const withFile = async (
    bytes: Uint8Array,
    see: (page: Page) => Promise<unknown>,
    environment: Readonly<Record<string, string>> = {},
  ) => {
    await using folder = await createDataFolder();
    const file = join(folder.path, 'tiles.pmtiles');
    await writeFile(file, bytes);
    await using site = await startSite(chromium, {
      look: coarse,
      environment: async () => ({ MAP_TILES: file, ...environment }),
    });
    const ranges: Array<string | undefined> = [];
    const prepare = async (page: Page) =>
      void page.on('request', (request) => {
        if (request.url().endsWith('/map/tiles.pmtiles')) ranges.push(request.headers()['range']);
      });
    await using visitor = await site.visit({ path: '/map', prepare });
    await see(visitor.page);
    await expect.poll(() => ranges.length).toBeGreaterThan(1);
    expect(ranges.every((range) => range?.startsWith('bytes='))).toBe(true);
  };

  it('is the file of tiles', async () => {
    await withFile(
      tilesFile(await tile(), { attribution: '<b>Somebody</b>' }),
      async (page) => {
        await page.getByText('Somebody').waitFor();
        await page.getByText('<i>Us</i>').waitFor();
      },
      { MAP_ATTRIBUTION: '<i>Us</i>' },
    );
  });

  it('is vector tiles from such a file, drawn in the colours of the page', async () => {
    const file = tilesFile(westernHalf('earth'), { attribution: 'Mapmaker' }, 'vector');
    await withFile(file, async (page) => {
      await page.getByText('Mapmaker').waitFor();
      const colours = async () => {
        const { data, info } = await sharp(await canvas(page).screenshot())
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const at = (share: number) => {
          const from = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * 3;
          return data.toString('hex', from, from + 3);
        };
        return [at(0.45), at(0.55)];
      };
      // Land in the west, and the water below it in the east.
      await expect.poll(colours).toEqual(['f7f3ea', 'd3dfe2']);
    });
  });
});

describe.skipIf(chromium === null)('a background of another site', () => {
  const headers = { 'Access-Control-Allow-Origin': '*' };
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium, {
      look: coarse,
      environment: async () => ({ MAP_TILES: 'https://tiles.example/style.json' }),
    });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('is a style, and its site the only other one requested', async () => {
    const others = new Set<string>();
    await using visitor = await site.visit({
      path: '/map',
      prepare: async (page) => {
        page.on('request', (request) => {
          const { origin, protocol } = new URL(request.url());
          if (protocol.startsWith('http')) others.add(origin);
        });
        const data = { type: 'FeatureCollection', features: [] };
        const sources = { none: { type: 'geojson', data, attribution: 'Theirs' } };
        const layers = [
          { id: 'ground', type: 'background' },
          { id: 'none', type: 'line', source: 'none' },
        ];
        await page.route('https://tiles.example/**', (route) =>
          route.fulfill({ headers, json: { version: 8, sources, layers } }),
        );
      },
    });
    await visitor.page.getByText('Theirs').waitFor();
    expect([...others].sort()).toEqual([site.app.origin, 'https://tiles.example'].sort());
  });

  it('does not delay the map’s flight while it loads', async () => {
    const admin = await seedAs(site.app);
    await admin.location(await admin.city('Porto'), 'Chapel', at(0, 0));
    const png = await tile();
    let comes = true;
    await using visitor = await site.visit({
      path: '/map?bbox=-60,-30,60,60',
      look: { reducedMotion: 'no-preference', viewport: small },
      prepare: (page) =>
        page.route('https://tiles.example/**', async (route) => {
          if (route.request().url().endsWith('.png')) {
            if (comes) await route.fulfill({ headers, body: png, contentType: 'image/png' });
            return;
          }
          const tiles = { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'] };
          const layers = [{ id: 'tiles', type: 'raster', source: 'tiles' }];
          await route.fulfill({ headers, json: { version: 8, sources: { tiles }, layers } });
        }),
    });
    const { page } = visitor;
    await drawn(page);
    comes = false;
    const before = pathOf(page);
    const asking = page.waitForRequest('https://tiles.example/**');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await asking;
    await expect.poll(() => pathOf(page)).not.toBe(before);
    await pin(page, 'Chapel').waitFor();
    await watchPin(page, 'Chapel');
    await page.getByRole('button', { name: 'Show Chapel on the map' }).click();
    await expect.poll(() => pathOf(page)).toMatch(/&zoom=1\d$/);
    expect(await framesOf(page)).toBeGreaterThan(2);
  });

  it('is replaced by the outline if its style cannot be loaded', async () => {
    await using visitor = await site.visit({
      path: '/map',
      prepare: (page) => page.route('https://tiles.example/**', (route) => route.fulfill({ status: 500 })),
    });
    await visitor.page.getByText('Natural Earth').waitFor();
  });
});
