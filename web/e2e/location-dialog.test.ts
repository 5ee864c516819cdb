import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { seedAs, type Author } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { hold } from './world.ts';

const chromium = findBrowser();
const nobody = '00000000-0000-4000-8000-000000000000';

describe.skipIf(chromium === null)('a location’s dialog has an address', () => {
  let site: Site;
  let seed: Author;
  let city: City;
  let bridge: Location;
  beforeAll(async () => {
    site = await startSite(chromium);
    seed = await seedAs(site.app);
    city = await seed.city('Lindau');
    bridge = await seed.location(city, 'Old Bridge');
    for (const name of ['Harbour', 'Lighthouse', 'Market', 'Tower', 'Vineyard'])
      await seed.location(city, name);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const open = async (page: Page) => {
    await card(page).click();
    await dialogOf(page).getByText('About this location').waitFor();
  };
  const card = (page: Page) => page.getByRole('link', { name: 'Old Bridge' });
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Old Bridge' });
  const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
  const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

  it('opens over the current page, and Escape returns to that page as it was', async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await card(page).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate('scrollY');
    await open(page);
    expect(pathOf(page)).toBe(`/location/${bridge.id}`);
    expect(await page.getByRole('heading', { name: 'Old Bridge' }).evaluate(isFocused)).toBe(true);

    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe('/');
    expect(await card(page).evaluate(isFocused)).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    await visitor.checkUnbroken();
  });

  it('closes on Escape even if a toast has appeared since', async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await open(page);
    await dialogOf(page).getByRole('button', { name: 'Share Old Bridge' }).click();
    const toast = page.locator('[data-swipe-direction]');
    await toast.getByText(/^(Link copied|This is the link)$/).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe('/');
    await visitor.checkUnbroken();
  });

  it('closes on Back, reopens on Forward, and closes by its button', async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await open(page);
    await page.goBack();
    await closed(page);
    await page.goForward();
    await dialogOf(page).waitFor();
    expect(pathOf(page)).toBe(`/location/${bridge.id}`);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await closed(page);
    expect(pathOf(page)).toBe('/');
    await visitor.checkUnbroken();
  });

  it('keeps the search behind it', async () => {
    await using visitor = await site.visit({ path: '/?q=bridge' });
    const { page } = visitor;
    await open(page);
    expect(pathOf(page)).toBe(`/location/${bridge.id}`);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe('/?q=bridge');
    expect(await page.getByRole('searchbox').inputValue()).toBe('bridge');
  });

  it('is open again after a reload, and Close then goes back to the page it was opened from', async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await open(page);
    await page.reload();
    await dialogOf(page).getByText('About this location').waitFor();
    expect(pathOf(page)).toBe(`/location/${bridge.id}`);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await closed(page);
    expect(pathOf(page)).toBe('/');
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
  });

  it('opens at its address over its city, and Close stays on the site', async () => {
    const codeOfCity: string[] = [];
    const prepare = async (page: Page) => {
      page.on('request', (request) => {
        if (/\/assets\/city-page-/.test(request.url())) codeOfCity.push(request.url());
      });
    };
    await using visitor = await site.visit({ path: `/location/${bridge.id}`, prepare });
    const { page } = visitor;
    await dialogOf(page).getByText('About this location').waitFor();
    // There are no photos above the title, so it is beside the Close button.
    const boxOf = async (role: 'heading' | 'button', name: string) =>
      dialogOf(page).getByRole(role, { name }).boundingBox();
    const close = await boxOf('button', 'Close');
    expect((await boxOf('heading', 'Old Bridge'))?.y).toBeLessThan((close?.y ?? 0) + (close?.height ?? 0));
    expect(await page.title()).toBe('Old Bridge, Lindau · Lightfall');
    // The city is as the server rendered it; its code is loaded when somebody can close the dialog.
    await page.waitForLoadState('networkidle');
    await page.getByText('Harbour', { exact: true }).first().waitFor();
    expect(codeOfCity).toEqual([]);
    await page.keyboard.press('Shift');
    await expect.poll(() => codeOfCity.length).toBe(1);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe(`/city/${city.id}`);
    await page.getByRole('heading', { name: 'Lindau', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Lindau, /);
    await visitor.checkUnbroken();
  });

  it.each([
    ['wide', { viewport: { width: 1280, height: 900 } }],
    ['on a phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
  ])('stays where it is when the code of its upload arrives, %s', async (_, look) => {
    let upload: { readonly release: () => void } | undefined;
    const prepare = async (page: Page) => {
      upload = await hold(page, /\/assets\/photo-upload-[^/]*\.js$/);
    };
    const path = `/location/${bridge.id}`;
    await using visitor = await site.visit({ path, as: seed, look, prepare });
    const { page } = visitor;
    const heading = dialogOf(page).getByRole('heading', { name: 'Share Your Photos' });
    // Not its bounding box, which the dialog's opening animation scales.
    const height = () =>
      heading.locator('..').evaluate((part) => ('offsetHeight' in part ? part.offsetHeight : null));
    const before = await height();
    upload?.release();
    await dialogOf(page).getByRole('button', { name: 'Upload Photos' }).waitFor();
    expect(await height()).toBe(before);
  });

  it('says so when there is no such location', async () => {
    await using visitor = await site.visit({ path: `/location/${nobody}` });
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Location not found', level: 1 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const back = page.getByRole('button', { name: 'Go Back' });
    await back.click();
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  it('leaves the focus on the page if the card of a deleted location leaves later', async () => {
    await seed.location(city, 'Doomed Stairs');
    await using admin = await site.visit({ as: seed });
    const { page } = admin;
    const card = page.getByRole('link', { name: 'Doomed Stairs' });
    await card.click();
    await page.getByRole('dialog', { name: 'Doomed Stairs' }).getByRole('button', { name: 'Delete' }).click();
    const lists = await hold(page, /\/api\/locations\?/);
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await toastOf(page, 'Location deleted successfully').waitFor();
    lists.release();
    await card.waitFor({ state: 'detached' });
    expect(await page.locator('#main').evaluate((main) => main.contains(document.activeElement))).toBe(true);
  });

  it('does not come back after its location was deleted', async () => {
    const doomed = await seed.location(city, 'Doomed Corner');
    await using admin = await site.visit({ as: seed });
    const { page } = admin;
    await page.getByRole('link', { name: 'Doomed Corner' }).click();
    await page.getByRole('dialog', { name: 'Doomed Corner' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await toastOf(page, 'Location deleted successfully').waitFor();
    await page.getByRole('link', { name: 'Doomed Corner' }).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/');
    await page.goForward();
    expect(await page.getByRole('dialog').count(), doomed.id).toBe(0);
    await admin.checkUnbroken();
  });
});

/** Runs in the page. */
const isFocused = (element: unknown): boolean =>
  (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement === element;
