import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import { createWorld, hasFocus, withoutWebGl, type World } from './world.ts';

const chromium = findBrowser();
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];
const middle = { latitude: -33.0472, longitude: -71.6127 };

const pointIn = async (field: Locator) => {
  const [latitude = NaN, longitude = NaN] = (await field.inputValue()).split(', ').map(Number);
  return { latitude, longitude };
};
const pin = (page: Page) => page.getByRole('button', { name: /^Pin at / });
const canvas = (page: Page) => page.getByRole('region', { name: 'Map for the coordinates' });

/** Shows the form's map, and waits until pins can be placed on it. The page behind the form has a map too. */
async function showMap(page: Page): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Coordinates' }).waitFor();
  await page.getByRole('button', { name: 'Show map' }).click();
  const put = page.getByRole('button', { name: 'Put the pin in the middle' });
  await put.waitFor();
  await canvas(page).scrollIntoViewIfNeeded();
  return put;
}

const middleOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};

describe.skipIf(chromium === null)('the map of a form', () => {
  let world: World;
  let city: City;
  beforeAll(async () => {
    world = await createWorld(chromium);
    city = await world.admin.city('Valparaíso', { coordinates: middle });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const open = async (viewport = { width: 1280, height: 900 }, prepare?: (page: Page) => Promise<void>) => {
    const visit = await world.open(`/city/${city.id}`, {
      as: world.user,
      // The shared profile would contain their draft of the form.
      fresh: true,
      look: { viewport },
      ...(prepare ? { prepare } : {}),
    });
    await visit.page.locator('main').getByRole('button', { name: 'Add Location' }).first().click();
    return { ...visit, field: visit.page.getByRole('textbox', { name: 'Coordinates' }) };
  };

  it('loads on request, starts at the city, and sets the pin and the field on a press', async () => {
    await using person = await open();
    const { page, field } = person;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await field.waitFor();
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => /map-canvas|point-map|countries/.test(url))).toEqual([]);
    await showMap(page);
    expect(await pin(page).count()).toBe(0);
    const { x, y } = await middleOf(canvas(page));
    await page.mouse.click(x, y);
    await pin(page).waitFor();
    const at = await pointIn(field);
    expect(at.latitude).toBeCloseTo(middle.latitude, 2);
    expect(at.longitude).toBeCloseTo(middle.longitude, 2);
    expect(await field.inputValue()).toMatch(/^-33\.\d{1,5}, -71\.\d{1,5}$/);
    await page.getByText(`The pin is at ${await field.inputValue()}.`).waitFor();
    await page.getByRole('button', { name: 'Hide map' }).click();
    expect(await pointIn(field)).toEqual(at);
  });

  it('follows the typed text, and keeps the pin while the text is not a point', async () => {
    await using person = await open();
    const { page, field } = person;
    await showMap(page);
    await field.fill('48.2, 16.37');
    await page.getByRole('button', { name: 'Pin at 48.2, 16.37' }).waitFor();
    await expect
      .poll(async () => {
        const [one, other] = [await middleOf(pin(page)), await middleOf(canvas(page))];
        return Math.hypot(one.x - other.x, one.y - other.y);
      })
      .toBeLessThan(12);
    await field.fill('48.2, ');
    await pin(page).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('48.2, ');
    await field.fill('geo:48.3,16.4');
    await page.getByRole('button', { name: 'Pin at 48.3, 16.4' }).waitFor();
    expect(await field.inputValue()).toBe('geo:48.3,16.4');
  });

  it.each(sizes)(
    'at $width px: lets people drag the pin, and move it by keyboard alone',
    async (viewport) => {
      await using person = await open(viewport);
      const { page, field } = person;
      const put = await showMap(page);
      await put.focus();
      await page.keyboard.press('Enter');
      await pin(page).waitFor();
      const start = await pointIn(field);
      expect(start.latitude).toBeCloseTo(middle.latitude, 3);
      expect(start.longitude).toBeCloseTo(middle.longitude, 3);

      const from = await middleOf(pin(page));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 20, { steps: 4 });
      await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => (await pointIn(field)).longitude).toBeGreaterThan(start.longitude);
      const dragged = await pointIn(field);
      expect(dragged.latitude).toBeLessThan(start.latitude);

      await pin(page).focus();
      await page.keyboard.press('ArrowUp');
      await expect.poll(async () => (await pointIn(field)).latitude).toBeGreaterThan(dragged.latitude);
      const up = await pointIn(field);
      await page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(async () => (await pointIn(field)).longitude).toBeLessThan(up.longitude);
      const left = await pointIn(field);
      expect(up.longitude - left.longitude).toBeGreaterThan(4 * (up.latitude - dragged.latitude));
      expect(await hasFocus(pin(page))).toBe(true);
      // Far enough to leave the map's view, which then follows.
      for (let at = 0; at < 12; at += 1) await page.keyboard.press('Shift+ArrowLeft');
      await expect
        .poll(async () => {
          const [box, frame] = [await middleOf(pin(page)), await canvas(page).boundingBox()];
          return frame !== null && box.x > frame.x && box.x < frame.x + frame.width;
        })
        .toBe(true);
      expect(await hasFocus(pin(page))).toBe(true);
      const size = await pin(page).boundingBox();
      expect([size?.width, size?.height]).toEqual([44, 44]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    },
  );

  it('sends the pin’s point', async () => {
    await using person = await open();
    const { page, field } = person;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Stairs by the pin');
    await dialog.getByLabel('Description').fill('What one sees there.');
    await dialog.getByLabel('Category').selectOption('Nature');
    const put = await showMap(page);
    await put.click();
    const at = await pointIn(field);
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await dialog.getByRole('button', { name: 'Add Location', exact: true }).click();
    expect(((await (await sent).json()) as { coordinates: unknown }).coordinates).toEqual(at);
  });

  it('is replaced by a sentence without WebGL, and nothing is lost', async () => {
    await using person = await open(undefined, withoutWebGl);
    const { page, field } = person;
    await field.fill('10.5, 20.25');
    await page.getByRole('button', { name: 'Show map' }).click();
    await page
      .getByText(
        'This browser cannot draw the map (WebGL is missing). The field takes the coordinates as text.',
      )
      .waitFor();
    expect(await field.inputValue()).toBe('10.5, 20.25');
  });

  it('is in the form of a city too, and in the edit forms', async () => {
    await using person = await world.open(`/city/${city.id}`, { as: world.admin });
    const { page } = person;
    await page.locator('main').getByRole('button', { name: 'Edit', exact: true }).first().click();
    await showMap(page);
    await page.getByRole('button', { name: `Pin at ${middle.latitude}, ${middle.longitude}` }).waitFor();
  });

  it('starts at the place in its edit form, and saves the moved point', async () => {
    const at = { latitude: -33.0419, longitude: -71.6285 };
    const place = await world.admin.location(city, 'Upper Funicular', { coordinates: at });
    await using person = await world.open(`/location/${place.id}`, { as: world.admin });
    const { page } = person;
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Description') });
    await showMap(page);
    await page.getByRole('button', { name: `Pin at ${at.latitude}, ${at.longitude}` }).focus();
    await page.keyboard.press('ArrowUp');
    const field = dialog.getByRole('textbox', { name: 'Coordinates' });
    await expect.poll(async () => (await pointIn(field)).latitude).toBeGreaterThan(at.latitude);
    const moved = await pointIn(field);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    expect((await saved).request().postDataJSON()).toMatchObject({ coordinates: moved });
    expect((await saved).status()).toBe(200);
  });

  it('has no axe violation, light and dark', async () => {
    await using person = await open();
    const put = await showMap(person.page);
    await put.click();
    await pin(person.page).waitFor();
    await expectAccessible(person.page);
  });
});
