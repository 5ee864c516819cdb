import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import { choose, detailOf, isChosen } from './desk/given.ts';
import { button, createDeskWorld, type DeskWorld } from './desk-world.ts';

const chromium = findBrowser();
const start = { latitude: 60.3913, longitude: 5.3221 };
const north = (metres: number) => ({
  coordinates: { ...start, latitude: Number((start.latitude + metres / 111_195).toFixed(6)) },
});

describe.skipIf(chromium === null)('the position of an item at the desk', () => {
  let world: DeskWorld;
  let city: City;
  beforeAll(async () => {
    world = await createDeskWorld(chromium);
    const { admin, user } = world;
    city = await admin.city('Bergen', { coordinates: start });
    await admin.location(city, 'Water Tower', north(3000));
    await admin.location(city, 'Water Towers', north(100));
    await admin.location(city, 'The Water Tower');
    await user.location(city, 'Water Tower', north(0));
    await user.location(city, 'Lonely Hut', north(70_000));
    const fort = await admin.location(city, 'Fort', north(1000));
    await user.send('PUT', `/api/locations/${fort.id}`, north(61_000));
    await user.city('Voss', { coordinates: { latitude: 60.6286, longitude: 6.4143 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const pin = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('is shown with its distance from the city, with a warning beyond 60 km', async () => {
    await using desk = await world.open(`/admin/queue?city=${city.id}`, world.mia);
    const { page } = desk;
    await choose(page, 'Lonely Hut');
    await detailOf(page, 'Lonely Hut')
      .getByText('70 km from Bergen. Is it the right point, and the right city?')
      .waitFor();
    await choose(page, 'Water Tower');
    await detailOf(page, 'Water Tower').getByText('0 m from Bergen', { exact: true }).waitFor();
    await choose(page, 'Fort');
    await detailOf(page, 'Fort')
      .getByText('61 km from Bergen. Is it the right point, and the right city?')
      .waitFor();
  });

  it('is shown with the distance of possible duplicates, closest first', async () => {
    await using desk = await world.open(`/admin/queue?city=${city.id}`, world.mia);
    const { page } = desk;
    await choose(page, 'Water Tower');
    await detailOf(page, 'Water Tower')
      .getByText(
        /May repeat Water Towers \(100 m away\), Water Tower \(3,000 m away\), The Water Tower, which is public/,
      )
      .waitFor();
  });

  it('is on a map, which loads on request, and the keys of the desk stay', async () => {
    await using desk = await world.open(`/admin/queue?city=${city.id}&sort=oldest`, world.mia);
    const { page } = desk;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await choose(page, 'Water Tower');
    const detail = detailOf(page, 'Water Tower');
    await button(detail, 'Show map').waitFor();
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => /map-canvas|points-map|countries/.test(url))).toEqual([]);
    await button(detail, 'Show map').focus();
    await page.keyboard.press('Enter');
    for (const name of ['1: Water Towers', '2: Water Tower', 'City: Bergen']) await pin(page, name).waitFor();
    const texts = detail.locator('.maplibregl-marker');
    expect(
      (await texts.allInnerTexts())
        .map((text) => text.trim())
        .filter(Boolean)
        .sort(),
    ).toEqual(['1', '2', 'City']);
    await expectAccessible(page);
    // Inside the map the arrows move the map; every other key still belongs to the desk.
    await page.getByRole('region', { name: 'Map of Water Tower' }).focus();
    await page.keyboard.press('ArrowDown');
    await isChosen(page, 'Water Tower');
    await page.keyboard.press('j');
    await isChosen(page, 'Lonely Hut');
    await button(detailOf(page, 'Lonely Hut'), 'Show map').waitFor();
    await page.keyboard.press('k');
    await isChosen(page, 'Water Tower');
    expect(await button(detail, 'Show map').getAttribute('aria-expanded')).toBe('false');
  });

  it('is on a map for an edit, with its previous position, and for a city', async () => {
    await using desk = await world.open('/admin/queue', world.mia);
    const { page } = desk;
    await choose(page, 'Fort');
    await button(detailOf(page, 'Fort'), 'Show map').click();
    await pin(page, 'Before: Fort').waitFor();
    await choose(page, 'Voss');
    await button(detailOf(page, 'Voss'), 'Show map').click();
    await page.getByRole('region', { name: 'Map of Voss' }).waitFor();
    await pin(page, 'Voss').last().waitFor();
  });
});
