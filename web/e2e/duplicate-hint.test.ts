import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { createWorld, hold, type World } from './world.ts';

const chromium = findBrowser();
// The worker's other tests share the server: nothing else is close by.
const start = { latitude: -45.8751, longitude: 170.5034 };
const north = (metres: number) => ({
  ...start,
  latitude: Number((start.latitude + metres / 111_195).toFixed(6)),
});

describe.skipIf(chromium === null)('the hint about a duplicate', () => {
  let world: World;
  let city: City;
  let mill: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    city = await world.admin.city('Dunedin', { coordinates: start });
    mill = await world.admin.location(city, 'Old Mill Bridge', { coordinates: north(0) });
    await world.admin.location(city, 'Harbour', { coordinates: north(140) });
    await world.admin.location(city, 'Quarry', { coordinates: north(170) });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const open = async () => {
    const visit = await world.open(`/city/${city.id}`, { as: world.user, fresh: true });
    await visit.page.locator('main').getByRole('button', { name: 'Add Location' }).first().click();
    const form = visit.page.getByRole('dialog');
    return {
      ...visit,
      form,
      name: form.getByLabel('Name', { exact: true }),
      point: form.getByRole('textbox', { name: 'Coordinates' }),
    };
  };
  const hinted = (page: Page, title: string) =>
    page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: title })
      .getByRole('listitem')
      .allInnerTexts();

  it('names a place of a similar name with its distance, and opens it beside the form', async () => {
    await using person = await open();
    const { page, form, name, point } = person;
    await name.fill('Old Mill Brigde');
    await expect.poll(() => hinted(page, 'Similar names in Dunedin:')).toEqual(['Old Mill Bridge']);
    await point.fill(`${north(20).latitude}, ${start.longitude}`);
    await expect
      .poll(() => hinted(page, 'Similar names in Dunedin:'))
      .toEqual(['Old Mill Bridge (20 m away)']);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      form.getByRole('link', { name: 'Old Mill Bridge' }).click(),
    ]);
    await opened.waitForURL(`**/location/${mill.id}`);
    expect(await name.inputValue()).toBe('Old Mill Brigde');
    await name.fill('OLD mill bridge');
    await form.getByText('Dunedin already has a place called “Old Mill Bridge”.').waitFor();
    await name.fill('Sheepdog Statue');
    await form.getByText(/already has a place called/).waitFor({ state: 'detached' });
  });

  it('names places within 150 m, and sends only a rounded position to the server', async () => {
    await using person = await open();
    const { page, point } = person;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await point.fill(`${north(10).latitude}, ${start.longitude}`);
    await expect
      .poll(() => hinted(page, 'Close to this point:'))
      .toEqual(['Old Mill Bridge (10 m away)', 'Harbour (130 m away)']);
    const near = asked.filter((url) => url.includes('near='));
    expect(near.map((url) => new URL(url).searchParams.get('near'))).toEqual(['-45.88,170.5']);
    expect(asked.filter((url) => /45\.87\d|170\.50\d/.test(url))).toEqual([]);
  });

  it('drops the request for an earlier point, and delays nothing', async () => {
    await using person = await open();
    const { page, form, name, point } = person;
    await hold(page, /near=-45\.88/);
    const first = page.waitForRequest(/near=-45\.88/);
    await point.fill(`${north(10).latitude}, ${start.longitude}`);
    await first;
    const cancelled = page.waitForEvent('requestfailed', (request) => /near=-45\.88/.test(request.url()));
    await point.fill('-44, 170');
    await cancelled;

    await hold(page, /near=-43/);
    const held = page.waitForRequest(/near=-43/);
    await name.fill('Sheepdog on the Ridge');
    await form.getByLabel('Description').fill('What one sees there.');
    await form.getByLabel('Category').selectOption('Nature');
    await point.fill('-43.5, 170.5');
    await held;
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await form.getByRole('button', { name: 'Add Location', exact: true }).click();
    expect((await sent).status()).toBe(201);
  });

  it('never names the place that is being edited', async () => {
    await using person = await world.open(`/location/${mill.id}`, { as: world.admin });
    const { page } = person;
    await page.getByRole('dialog').getByRole('button', { name: /^Edit/ }).first().click();
    const form = page.getByRole('dialog').filter({ has: page.getByLabel('Access') });
    await form.getByText('Close to this point:').waitFor();
    expect(await form.getByRole('status').getByRole('listitem').allInnerTexts()).toEqual([
      'Harbour (140 m away)',
    ]);
  });
});
