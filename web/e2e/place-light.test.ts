import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { createWorld, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const tromso = { latitude: 69.6492, longitude: 18.9553 };

describe.skipIf(chromium === null)('the light of a place', () => {
  let world: World;
  let fjord: Location;
  let quay: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    const north = await world.admin.city('Tromsø', { coordinates: tromso });
    fjord = await world.admin.location(north, 'Fjord', { coordinates: { latitude: 69.65, longitude: 19 } });
    quay = await world.admin.location(north, 'Quay');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const part = (page: Page) => page.locator('section').filter({ hasText: 'The light here' }).last();
  const pick = async (page: Page, date: string) => part(page).getByLabel('On', { exact: true }).fill(date);

  it('is shown as text, also for another day', async () => {
    await using visitor = await world.open(`/location/${fjord.id}`);
    const { page } = visitor;
    await seeAll(part(page), ['Moon']);
    await pick(page, '2026-03-20');
    await seeAll(part(page), ['Friday 20 March 2026', 'Golden evening', 'Blue morning']);
    expect(await part(page).locator('dd').first().innerText()).toMatch(/^05:\d\d, from the E \(\d\d°\)$/);
    expect(await part(page).locator('rect[data-now]').count()).toBe(0);
    await pick(page, '2026-06-21');
    await seeAll(part(page), ['The sun does not set']);
    await pick(page, '2026-12-21');
    await seeAll(part(page), ['The sun does not rise']);
    await part(page).getByRole('button', { name: 'Today' }).click();
    await part(page).locator('rect[data-now]').waitFor({ state: 'attached' });
  });

  it('changes with the slider through the year, by keyboard', async () => {
    await using visitor = await world.open(`/location/${fjord.id}`);
    const { page } = visitor;
    await pick(page, '2026-03-20');
    await seeAll(part(page), ['Friday 20 March 2026']);
    await part(page).getByRole('slider', { name: 'Day of the year' }).press('ArrowRight');
    await seeAll(part(page), ['Saturday 21 March 2026']);
  });

  it('changes with a date whose year is typed, which is incomplete until its last digit', async () => {
    await using visitor = await world.open(`/location/${fjord.id}`);
    const { page } = visitor;
    await pick(page, '2026-03-20');
    await seeAll(part(page), ['Friday 20 March 2026']);
    const field = part(page).getByLabel('On', { exact: true });
    await field.focus();
    // Past the day and the month.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2031');
    await seeAll(part(page), ['Thursday 20 March 2031']);
    await field.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('18');
    expect(await field.inputValue()).toBe('0018-03-20');
    await field.blur();
    expect(await field.inputValue()).toBe('2031-03-20');
  });

  it('is requested again after its day, and shows its date until the new one arrives', async () => {
    await using visitor = await world.open('/healthz', { fresh: true });
    const { page } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/locations/${fjord.id}/light`)) asked.push(request.url());
    });
    await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
    await page.goto(`/location/${fjord.id}`);
    await seeAll(part(page), ['Moon']);
    await expect.poll(() => asked.length).toBe(2);
    expect(await part(page).locator('[data-light=next]').innerText()).toMatch(/^\w+day \d+ \w+ \d{4}$/);
    // This browser's clock is wrong, so no response is for its day: the page must not repeat its request for ever.
    await page.clock.fastForward(120_000);
    await seeAll(part(page), ['Moon']);
    expect(asked.length).toBe(2);
  });

  it('has coordinates to copy and directions, or says that they are the city’s', async () => {
    await using visitor = await world.open(`/location/${fjord.id}`);
    const { page } = visitor;
    await seeAll(page, ['69.65, 19']);
    const way = page.getByRole('link', { name: 'Directions' });
    expect(await way.getAttribute('href')).toBe(
      'https://www.openstreetmap.org/directions?to=69.65%2C19#map=15/69.65/19',
    );
    await using other = await world.open(`/location/${quay.id}`);
    await other.page.getByText('by the coordinates of the city').waitFor();
    expect(await other.page.getByRole('link', { name: 'Directions' }).count()).toBe(0);
  });

  it('opens the map app of a phone', async () => {
    await using visitor = await world.open(`/location/${fjord.id}`, {
      look: { viewport: { width: 360, height: 740 }, hasTouch: true },
    });
    const way = visitor.page.getByRole('link', { name: 'Directions' });
    // The server does not know the device.
    await expect.poll(() => way.getAttribute('href')).toBe('geo:69.65,19?q=69.65,19(Fjord)');
  });

  it('is one line on a city’s page, and absent without coordinates', async () => {
    await using visitor = await world.open(`/city/${fjord.cityId}`);
    await visitor.page.locator('[data-light=city]').filter({ hasText: /sun/i }).waitFor();
    await using other = await world.open(`/location/${world.wall.id}`);
    await seeAll(other.page, ['About this location']);
    expect(await other.page.getByText('The light here').count()).toBe(0);
  });
});
