import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { createWorld, hasFocus, hold, nextPaint, pathOf, type World } from './world.ts';

const chromium = findBrowser();
const phone = { viewport: { width: 360, height: 740 } };

describe.skipIf(chromium === null)('a location’s dialog', () => {
  let world: World;
  let address: string;
  beforeAll(async () => {
    world = await createWorld(chromium);
    address = `/location/${world.bridge.id}`;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const open = async (page: Page) => {
    await card(page).click();
    await dialogOf(page).getByText('About this location').waitFor();
  };
  const card = (page: Page) => page.getByRole('link', { name: 'Old Bridge' });
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Old Bridge' });
  const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
  const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });
  /** A point of the veil, and one in the dialog that takes no input. */
  const points = async (page: Page): Promise<Record<'veil' | 'inside', readonly [number, number]>> => {
    const box = await dialogOf(page).getByText('About this location').boundingBox();
    return { veil: [10, 300], inside: [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] };
  };

  it('opens over the current page, and Escape returns to that page as it was', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await card(page).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate('scrollY');
    await open(page);
    expect(pathOf(page)).toBe(address);
    expect(await hasFocus(page.getByRole('heading', { name: 'Old Bridge' }))).toBe(true);

    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe('/');
    expect(await hasFocus(card(page))).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    await visitor.checkUnbroken();
  });

  it('closes on Escape even if a toast has appeared since', async () => {
    await using visitor = await world.open('/');
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
    await using visitor = await world.open('/');
    const { page } = visitor;
    await open(page);
    await page.goBack();
    await closed(page);
    await page.goForward();
    await dialogOf(page).waitFor();
    expect(pathOf(page)).toBe(address);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await closed(page);
    expect(pathOf(page)).toBe('/');
    await visitor.checkUnbroken();
  });

  it('is open again after a reload, and Close then goes back to the page it was opened from', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await open(page);
    await page.reload();
    await dialogOf(page).getByText('About this location').waitFor();
    expect(pathOf(page)).toBe(address);
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
    await using visitor = await world.open(address, { fresh: true, prepare });
    const { page } = visitor;
    await dialogOf(page).getByText('About this location').waitFor();
    // There are no photos above the title, so it is beside the Close button.
    const boxOf = async (role: 'heading' | 'button', name: string) =>
      dialogOf(page).getByRole(role, { name }).boundingBox();
    const close = await boxOf('button', 'Close');
    expect((await boxOf('heading', 'Old Bridge'))?.y).toBeLessThan((close?.y ?? 0) + (close?.height ?? 0));
    expect(await page.title()).toBe('Old Bridge, Görlitz · Lightfall');
    // The city is as the server rendered it; its code is loaded when somebody can close the dialog.
    await page.waitForLoadState('networkidle');
    await page.getByText('Painted Wall', { exact: true }).first().waitFor();
    expect(codeOfCity).toEqual([]);
    await page.keyboard.press('Shift');
    await expect.poll(() => codeOfCity.length).toBe(1);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(pathOf(page)).toBe(`/city/${world.city.id}`);
    await page.getByRole('heading', { name: 'Görlitz', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Görlitz, /);
    await visitor.checkUnbroken();
  });

  it.each([
    ['wide', {}],
    ['on a phone', { ...phone, hasTouch: true }],
  ])('stays where it is when the code of its upload arrives, %s', async (_, look) => {
    let upload: { readonly release: () => void } | undefined;
    const prepare = async (page: Page) => {
      upload = await hold(page, /\/assets\/photo-upload-[^/]*\.js$/);
    };
    await using visitor = await world.open(address, { as: world.admin, look, prepare });
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

  it('of a deleted location does not come back, and the focus stays on the page when its card leaves later', async () => {
    await world.admin.location(world.city, 'Doomed Stairs');
    await using admin = await world.open('/', { as: world.admin });
    const { page } = admin;
    const doomed = page.getByRole('link', { name: 'Doomed Stairs' });
    await doomed.click();
    await page.getByRole('dialog', { name: 'Doomed Stairs' }).getByRole('button', { name: 'Delete' }).click();
    const lists = await hold(page, /\/api\/locations\?/);
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await toastOf(page, 'Location deleted successfully').waitFor();
    lists.release();
    await doomed.waitFor({ state: 'detached' });
    expect(await page.locator('#main').evaluate((main) => main.contains(document.activeElement))).toBe(true);
    expect(pathOf(page)).toBe('/');
    await page.goForward();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await admin.checkUnbroken();
  });

  it('keeps Tab inside, and scrolls to the control that Tab reaches, also from the last back to the first', async () => {
    await using person = await world.open('/', { as: world.user, look: phone });
    const { page } = person;
    await open(page);
    const stops: string[] = [];
    const isUsable = () =>
      page.evaluate(() => {
        const { activeElement: now } = document;
        const box = now?.getBoundingClientRect();
        const isSeen = box !== undefined && box.top > -1 && box.bottom < innerHeight + 1;
        return isSeen && now?.closest('[role="dialog"]') ? now.outerHTML : `elsewhere: ${now?.outerHTML}`;
      });
    while (stops.length < 40 && !(stops.length > 1 && stops.at(-1) === stops[0])) {
      await page.keyboard.press('Tab');
      stops.push(await isUsable());
    }
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.length).toBeLessThan(40);
    expect(stops.filter((stop) => stop.startsWith('elsewhere'))).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    expect(await isUsable()).toBe(stops.at(-2));
    expect(await hasFocus(button(page, 'Close'))).toBe(true);
    // The next stop of a browser with a toolbar would be in it.
    await page.evaluate(
      `addEventListener('keydown', (event) => (globalThis.isTaken = event.defaultPrevented))`,
    );
    await page.keyboard.press('Tab');
    expect(await page.evaluate('isTaken')).toBe(true);
  });

  it('leaves a toast usable, by key and by pointer', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await open(page);
    const share = button(page, 'Share Old Bridge');
    const toast = page.locator('[data-swipe-direction]');
    await share.click();
    await toast.waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    expect(await hasFocus(toast)).toBe(true);
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(share)).toBe(true);

    await share.click();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(share)).toBe(true);
    await page.keyboard.press('Escape');
    await closed(page);
    await visitor.checkUnbroken();
  });

  it('closes on a press of its veil, but not on one that began or ended in the dialog', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await open(page);
    const { veil, inside } = await points(page);
    for (const [from, to] of [
      [inside, veil],
      [veil, inside],
    ] as const) {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to);
      await page.mouse.up();
    }
    await page.mouse.click(...veil, { button: 'right' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    await page.mouse.click(...veil);
    await closed(page);
    await expect.poll(() => hasFocus(card(page))).toBe(true);
  });

  it('keeps the page behind where it is', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    const place = () => page.evaluate('[scrollY, document.querySelector("main").clientWidth]');
    await card(page).scrollIntoViewIfNeeded();
    const before = await place();
    await open(page);
    const { veil, inside } = await points(page);
    for (const point of [veil, inside]) {
      await page.mouse.move(...point);
      await page.mouse.wheel(0, 500);
      await page.mouse.wheel(0, -200);
    }
    await nextPaint(page);
    expect(await place()).toEqual(before);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await place()).toEqual(before);
    await page.mouse.wheel(0, 100);
    await expect.poll(place).not.toEqual(before);
  });

  it('returns the focus at once, is inert while it closes, and can be opened again meanwhile', async () => {
    await using visitor = await world.open('/', { look: { reducedMotion: 'no-preference' } });
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.addStyleTag({
      content: '[role=dialog][data-state=closed] { animation-duration: 10s !important }',
    });
    const opener = page.getByRole('button', { name: 'Sign in', exact: true, includeHidden: true });
    await opener.click();
    const email = dialog.getByLabel('Email');
    await expect.poll(() => hasFocus(email)).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog][data-state=closed][inert]').waitFor();
    expect(await hasFocus(opener)).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog][data-state=open]:not([inert])').waitFor();
    await page.keyboard.type('a');
    expect(await email.inputValue()).toBe('a');
    await page.addStyleTag({
      content: '[role=dialog][data-state=closed] { animation-duration: 50ms !important }',
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('[inert]').count()).toBe(0);
  });
});
