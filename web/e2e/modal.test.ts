import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, hasFocus, type World } from './world.ts';

const chromium = findBrowser();
const phone = { viewport: { width: 360, height: 740 } };

describe.skipIf(chromium === null)('a dialog in a browser', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
  const openPlace = async (page: Page) => {
    await page.getByRole('link', { name: 'Old Bridge' }).click();
    await dialog(page).getByText('About this location').waitFor();
  };
  /** A point of the veil, and one in the dialog that takes no input. */
  const points = async (page: Page): Promise<Record<'veil' | 'inside', readonly [number, number]>> => {
    const box = await dialog(page).getByText('About this location').boundingBox();
    return { veil: [10, 300], inside: [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] };
  };

  it('keeps Tab inside, and scrolls to the control that Tab reaches, also from the last back to the first', async () => {
    await using person = await world.open('/', { as: world.user, look: phone });
    const { page } = person;
    await openPlace(page);
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
  });

  it('leaves a toast usable, by key and by pointer', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await openPlace(page);
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
    await dialog(page).waitFor({ state: 'detached' });
    await visitor.checkUnbroken();
  });

  it('closes on a press of its veil, but not on one that began or ended in the dialog', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await openPlace(page);
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
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.getByRole('link', { name: 'Old Bridge' }))).toBe(true);
  });

  it('keeps the page behind where it is', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    const place = () => page.evaluate('[scrollY, document.querySelector("main").clientWidth]');
    await page.getByRole('link', { name: 'Old Bridge' }).scrollIntoViewIfNeeded();
    const before = await place();
    await openPlace(page);
    const { veil, inside } = await points(page);
    for (const point of [veil, inside]) {
      await page.mouse.move(...point);
      await page.mouse.wheel(0, 500);
      await page.mouse.wheel(0, -200);
    }
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await place()).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await place()).toEqual(before);
    await page.mouse.wheel(0, 100);
    await expect.poll(place).not.toEqual(before);
  });

  it('returns the focus at once, is inert while it closes, and can be opened again meanwhile', async () => {
    await using visitor = await world.open('/', { look: { reducedMotion: 'no-preference' } });
    const { page } = visitor;
    await page.addStyleTag({
      content: '[role=dialog][data-state=closed] { animation-duration: 10s !important }',
    });
    const opener = page.getByRole('button', { name: 'Sign in', exact: true, includeHidden: true });
    await opener.click();
    const email = dialog(page).getByLabel('Email');
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
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.locator('[inert]').count()).toBe(0);
  });
});
