import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Light } from '#contracts/light/views';
import type { Location } from '#contracts/location/views';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import type { OpenOptions } from './people.ts';
import { createWorld, seeAll, type World } from './world.ts';

const chromium = findBrowser();
// The worker's other tests share the server: nothing else is near.
const here = { latitude: -42.88214, longitude: 147.32721 };
const rounded = { latitude: -42.88, longitude: 147.33 };

describe.skipIf(chromium === null)('tonight’s golden hour on the home page', () => {
  let world: World;
  let wharf: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    const city = await world.admin.city('Hobart', { coordinates: rounded });
    const north = (degrees: number) => ({
      coordinates: { ...rounded, latitude: rounded.latitude + degrees },
    });
    await world.admin.location(city, 'Summit', north(0.1));
    wharf = await world.admin.location(city, 'Wharf', north(0));
    await world.admin.location(city, 'Far Cape', north(0.6));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Opens home at a time, in a browser that counts requests for its position. */
  const open = (time: string, look: NonNullable<OpenOptions['look']>) =>
    world.open('/', {
      look,
      prepare: async (page) => {
        await page.clock.setFixedTime(new Date(time));
        await page.addInitScript(`
          globalThis.positions = 0;
          const ask = Geolocation.prototype.getCurrentPosition;
          Geolocation.prototype.getCurrentPosition = function (...rest) {
            globalThis.positions += 1;
            return ask.apply(this, rest);
          };`);
      },
    });
  const positions = (page: Page) => page.evaluate<number>('globalThis.positions');
  const section = (page: Page) => page.getByRole('region', { name: 'Tonight' });
  const press = (page: Page) =>
    section(page).getByRole('button', { name: 'Tonight’s golden hour near me' }).click();
  const at = (geolocation: { latitude: number; longitude: number }, timezoneId: string) => ({
    geolocation,
    timezoneId,
    permissions: ['geolocation'],
  });

  it('says that it is finding the position, as the map does', async () => {
    const prepare = async (page: Page): Promise<void> => {
      await page.addInitScript('Geolocation.prototype.getCurrentPosition = () => undefined;');
    };
    for (const [path, name] of [
      ['/', 'Tonight’s golden hour near me'],
      ['/map', 'Near me'],
    ] as const) {
      await using visitor = await world.open(path, { fresh: true, prepare });
      await visitor.page.getByRole('button', { name }).click();
      await seeAll(visitor.page, ['Looking for your position...']);
    }
  });

  it('is computed on request, from a position rounded before it is sent, with the places near it', async () => {
    await using visitor = await open('2026-03-21T02:00:00Z', at(here, 'Australia/Hobart'));
    const { page } = visitor;
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await positions(page)).toBe(0);
    expect(addresses.filter((url) => /tonight-|near=/.test(url))).toEqual([]);
    await press(page);
    const response = await fetch(`${world.app.origin}/api/locations/${wharf.id}/light?date=2026-03-21`);
    const { goldenEvening } = (await response.json()) as Light;
    const [from, to] = [goldenEvening.from?.slice(11, 16), goldenEvening.to?.slice(11, 16)];
    await seeAll(section(page), [`Golden light tonight ${from} to ${to}`]);
    await expect
      .poll(async () =>
        (await section(page).getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      )
      .toEqual(['Wharf Hobart 0 m away', 'Summit Hobart 11 km away']);
    const near = addresses.filter((url) => url.includes('near='));
    expect(near.map((url) => new URL(url).searchParams.get('near'))).toEqual(['-42.88,147.33']);
    expect(addresses.filter((url) => /42\.882|147\.327/.test(url))).toEqual([]);
    expect(await positions(page)).toBe(1);
    await expectAccessible(page);
    await section(page).getByRole('link', { name: 'Summit' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Summit' }).waitFor();
  });

  it.each([
    ['2026-12-21T12:00:00Z', 'No golden light tonight. The sun does not rise: it is polar night'],
    ['2026-06-21T12:00:00Z', 'No golden light tonight. The sun does not set: it is polar day'],
  ])('says at %s in the Arctic that it is not', async (time, text) => {
    const arctic = { latitude: 82.5, longitude: -62.3 };
    await using visitor = await open(time, at(arctic, 'America/Toronto'));
    await press(visitor.page);
    await seeAll(section(visitor.page), [
      text,
      'No place within 50 km of you yet. These cities have golden light next:',
    ]);
  });

  it('uses cities if the browser refuses the position', async () => {
    await using visitor = await open('2026-03-21T02:00:00Z', {
      permissions: [],
      viewport: { width: 360, height: 740 },
    });
    const { page } = visitor;
    await press(page);
    await seeAll(section(page), [
      'The browser may not tell your position. These cities have golden light next:',
    ]);
    const rows = section(page).getByRole('listitem');
    await rows.first().waitFor();
    for (const text of await rows.allInnerTexts())
      expect(text).toMatch(/\sGolden light (tonight|tomorrow) \d\d:\d\d to \d\d:\d\d$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await rows.first().getByRole('link').click();
    await page.waitForURL(/\/city\//);
  });
});
