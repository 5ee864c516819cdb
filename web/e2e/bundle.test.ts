import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { createWorld, hold, type World } from './world.ts';

const dist = join(import.meta.dirname, '../../dist/web');
const kilobyte = 1000;
const chromium = findBrowser();
const phone = { width: 360, height: 740 };
/** Two lines at the top of home and of a search just fit this width, so a fallback that is wider or narrower shows. */
const largePhone = { width: 412, height: 915 };
const wide = { width: 1280, height: 900 };

/** Records the sum of all layout shifts of a page, an upper bound of the metric in Core Web Vitals. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(`
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
};

interface Chunk {
  readonly name?: string;
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const gzipped = (code: Buffer): number => gzipSync(code, { level: 9 }).length;

/**
 * Counts scripts and styles, which a browser must read before it can render. Fonts are swapped in and pictures come
 * later.
 */
describe('the size of a first visit, gzipped', () => {
  it('is at most 130.7 kB of scripts and 16.9 kB of styles: the entry, the home screen and their static imports', async () => {
    const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
    const html = await readFile(join(dist, 'index.html'), 'utf8');
    const files = filesOfHome(manifest);
    for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g))
      if (file !== undefined) files.add(file);
    const sizeOf = async (kind: string) => {
      const named = [...files].filter((file) => file.endsWith(kind));
      expect(named.length, kind).toBeGreaterThan(0);
      return sum(await Promise.all(named.map(async (file) => gzipped(await readFile(join(dist, file))))));
    };
    expect((await sizeOf('.js')) / kilobyte).toBeLessThanOrEqual(130.7);
    expect((await sizeOf('.css')) / kilobyte).toBeLessThanOrEqual(16.9);
  });
});

describe.skipIf(chromium === null)('a first visit, in a browser', () => {
  let world: World;
  let lit: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    // So that favourites and submissions are not empty.
    await world.user.send('PUT', `/api/locations/${world.bridge.id}/favorite`);
    await world.user.send('PUT', `/api/locations/${world.bridge.id}`, { address: 'Uferstraße 2' });
    lit = await world.admin.location(world.city, 'Lit Weir', {
      coordinates: { latitude: -3.4561, longitude: -54.7789 },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  // The budget of each page, the socket included; with half a kilobyte of room, so that growth shows.
  const budgets = [
    ['home', () => '/', 144.5],
    ['a city', () => `/city/${world.city.id}`, 143.2],
    ['a location', () => `/location/${world.wall.id}`, 151.4],
    ['a location and its light', () => `/location/${lit.id}`, 155],
  ] as const;

  it.each(budgets)('%s: loads at most its budget of scripts in kB, gzipped', async (_, path, most) => {
    const scripts = new Map<string, Response>();
    const live: { seen?: Promise<unknown> } = {};
    await using visitor = await world.open(path(), {
      fresh: true,
      prepare: (page) => {
        page.on('response', (response) => {
          const name = new URL(response.url()).pathname;
          // Registering the worker comes 1.5 s later; only on a slow machine that is before the network is idle.
          if (/\.js$/.test(name) && !name.startsWith('/assets/offline-')) scripts.set(name, response);
        });
        // The socket is the last request of a visit.
        live.seen = page.waitForEvent('websocket');
        return Promise.resolve();
      },
    });
    await visitor.page.getByText('Old Bridge', { exact: true }).first().waitFor({ state: 'attached' });
    await live.seen;
    await visitor.page.waitForLoadState('networkidle');
    const bodies = await Promise.all([...scripts.values()].map((response) => response.body()));
    const sizes = bodies.map(gzipped);
    expect(sum(sizes) / kilobyte).toBeLessThanOrEqual(most);
  });

  const pictured = [
    ['home', () => '/', /\/light\/|\.svg$/],
    ['a location, not for its city’s picture', () => `/location/${world.wall.id}`, /\/photos\//],
    ['a search', () => '/?q=wall', /\/photos\//],
  ] as const;
  it.each(pictured)('%s: loads its code once the first picture is there', async (_, path, ofPicture) => {
    await using visitor = await world.open(path(), { fresh: true });
    await visitor.page.waitForLoadState('networkidle');
    const loaded = await visitor.page.evaluate(() =>
      // The cast: entries of this type are these.
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }),
      ),
    );
    const picture = loaded.find(({ name }) => ofPicture.test(name));
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const { name, startTime } of scripts)
      expect(startTime, name).toBeGreaterThanOrEqual(picture?.responseEnd ?? Infinity);
  });

  it('loads letters for a name far below the window only once it comes near', async () => {
    const { admin } = world;
    const city = await admin.city('Praha');
    await admin.location(city, 'Žižkov Tower');
    for (const number of Array.from({ length: 11 }).keys()) await admin.location(city, `Bridge ${number}`);
    await using visitor = await world.open('/healthz', {
      look: { viewport: phone, javaScriptEnabled: false },
    });
    const { page } = visitor;
    const furtherLetters: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('latin-ext')) furtherLetters.push(request.url());
    });
    await page.goto(`/city/${city.id}`);
    await page.waitForLoadState('networkidle');
    expect(furtherLetters).toEqual([]);
    await page.getByRole('link', { name: 'Žižkov Tower' }).scrollIntoViewIfNeeded();
    await expect.poll(() => furtherLetters).not.toEqual([]);
  });

  it('does not wait long for a picture that does not arrive', async () => {
    await using visitor = await world.open('/healthz', { fresh: true });
    const { page } = visitor;
    const picture = await hold(page, /\/photos\//);
    const asked = page.waitForRequest(/\/assets\/.*\.js$/);
    await page.goto(`/location/${world.wall.id}`, { waitUntil: 'commit' });
    await asked;
    picture.release();
  });

  const pages = [
    ['home', () => '/'],
    ['a city', () => `/city/${world.city.id}`],
    ['the landing page', () => '/landing'],
    ['a location', () => `/location/${world.wall.id}`],
    ['a search', () => '/?q=bridge'],
  ] as const;
  it.each(pages)('%s: moves no visible content, however late the fonts load', async (_, path) => {
    for (const viewport of [phone, largePhone, wide]) {
      await using visitor = await world.open('/healthz', { look: { viewport }, prepare: watchShifts });
      const { page } = visitor;
      const letters = await hold(page, /\.woff2$/);
      await page.goto(path(), { waitUntil: 'commit' });
      await page.getByText('Old Bridge', { exact: true }).first().waitFor({ state: 'attached' });
      letters.release();
      await page.waitForLoadState('networkidle');
      expect(
        await page.evaluate("document.fonts.ready.then(() => document.fonts.check('600 1em Fraunces'))"),
      ).toBe(true);
      const shifted = await page.evaluate<number>('globalThis.shifted');
      expect(shifted, `at ${viewport.width}`).toBeLessThanOrEqual(0.02);
    }
  });
});

/** The files named in the server's page of home: see `template.ts` of the query service. */
function filesOfHome(manifest: Manifest): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach((name) => add(manifest[name]));
  };
  Object.values(manifest)
    .filter(({ isEntry, name }) => isEntry === true || name === 'home-page')
    .forEach(add);
  return files;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
