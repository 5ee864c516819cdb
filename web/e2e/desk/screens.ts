import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';

import type { Desk } from '#contracts/moderation/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import { hold, pathOf } from '../world.ts';
import { choose, isChosen, isGone, next, type Given } from './given.ts';

/** The rows wholly in the window, below the sticky header. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('[data-row]').evaluateAll((rows) => {
    const bar = document.querySelector('.sticky:has([type="checkbox"])')?.getBoundingClientRect();
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= (bar?.bottom ?? 0) - 1 && bottom <= window.innerHeight;
    }).length;
  });

/** How many pixels a select lacks for its chosen text; negative if it fits. */
const lacks = (select: Locator): Promise<number> =>
  select.evaluate((each: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(each);
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('The browser measures no text.');
    context.font = font;
    const { width } = context.measureText(each.selectedOptions[0]?.text ?? '');
    return width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) - each.clientWidth;
  });

/** The page's state in the current entry of the history; null if there is none. */
const entryOf = (page: Page): Promise<unknown> => page.evaluate('history.state.usr ?? null');

export function screenCases(world: Given): void {
  it('a printed queue names its items, and a printed activity says what was done to several at once', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Printed ${next()}`);
    const [one, other, waits] = [
      await user.location(city, `Arch ${next()}`),
      await user.location(city, `Dome ${next()}`),
      await user.location(city, `Gate ${next()}`),
    ];
    const items = [one, other].map(({ id }) => ({
      kind: 'location',
      id,
      entityType: 'location',
      entityId: id,
      decision: 'approve',
    }));
    await mia.send('POST', '/api/admin/decisions', { items });
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await rowOf(page, waits.name).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await button(rowOf(page, waits.name), waits.name).isVisible()).toBe(true);
    expect(await button(page, `Approve ${waits.name}`).isVisible()).toBe(false);
    await page.goto('/admin/activity');
    await button(page, 'approved 2 locations').first().waitFor();
  });

  it('at 1024 x 768 a name stays readable beside its flags and viewers', async () => {
    const { admin, mia, noa, open, user } = world();
    const city = await admin.city(`Narrow ${next()}`);
    const known = await admin.location(city, `Lighthouse ${next()}`);
    const place = await user.location(city, known.name);
    await user.send('POST', '/api/reports', { entityType: 'location', entityId: place.id, reason: 'wrong' });
    const path = `/admin/queue?kind=location&city=${city.id}`;
    await using theirs = await open(path, noa);
    await choose(theirs.page, place.name);
    await using desk = await open(path, mia, { viewport: { width: 1024, height: 768 } });
    const row = rowOf(desk.page, place.name);
    await row.getByText('Duplicate?').waitFor();
    await row.getByTitle('Noa North looks at it').waitFor();
    const name = button(row, place.name);
    const [needs, has] = await name.evaluate((each) => [each.scrollWidth, each.clientWidth] as const);
    expect(needs, 'pixels of the name').toBeLessThanOrEqual(has);
    await expectAccessible(desk.page);
  });

  it('at 1440 no filter is cut off, and the links to the other screens stay, however many items wait', async () => {
    const { mia, open } = world();
    await using desk = await open('/healthz', mia, { viewport: { width: 1440, height: 900 } });
    const { page } = desk;
    let each = 0;
    await page.route('**/api/admin/desk', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Desk;
      const waiting = Object.fromEntries(Object.keys(body.waiting).map((kind) => [kind, each]));
      const waits = { medianWaitSeconds: 90_000, p95WaitSeconds: 900_000 };
      await route.fulfill({ json: { ...body, waiting, ...waits } });
    });
    const title = page.getByRole('heading', { level: 1 });
    const links = page.getByRole('navigation', { name: 'Desk' });
    const topOf = async (part: typeof title) => (await part.boundingBox())?.y ?? NaN;
    for (each of [24, 240, 9200]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/admin/queue?sort=newest');
      const name = new RegExp(`^reports ${each.toLocaleString('en')}$`, 'i');
      await page.getByRole('button', { name }).waitFor();
      for (const width of [1440, 1280, 1024, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const label of ['City', 'Flag', 'Order'])
          expect(
            await lacks(page.getByLabel(label, { exact: true })),
            `${label} at ${width}, ${each} of each kind`,
          ).toBeLessThanOrEqual(0);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
        if (width >= 1024) expect(Math.abs((await topOf(title)) - (await topOf(links)))).toBeLessThan(20);
      }
    }
  });

  it('at 200% of 1280 x 800 three rows fit at once and four while reading; the filters open by keyboard', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Large print ${next()}`);
    const names: string[] = [];
    for (let at = 0; at < 8; at++) names.push((await user.location(city, `Large ${next()}`)).name);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia, {
      viewport: { width: 640, height: 400 },
    });
    const { page } = desk;
    await isChosen(page, names[0] ?? '');
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(3);
    for (let at = 0; at < 5; at++) await page.keyboard.press('j');
    await isChosen(page, names[5] ?? '');
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(4);
    await expectAccessible(page);
    const filters = button(page, 'Filters (1)');
    await filters.focus();
    expect(await page.getByLabel('Order', { exact: true }).isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByLabel('Order', { exact: true }).selectOption('Newest first');
    await isChosen(page, names[7] ?? '');
    await button(page, 'Filters (2)').waitFor();
    await page.goto('/admin?tab=locations');
    await page.locator('[data-row][aria-current]').waitFor();
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(2);
  });

  it('on a phone Back closes an open detail and returns to the list at its place', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Back ${next()}`);
    const names: string[] = [];
    for (let at = 0; at < 12; at++) names.push((await user.location(city, `Back ${next()}`)).name);
    await using desk = await open('/healthz', mia, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = desk;
    await page.clock.install();
    const address = `/admin/queue?city=${city.id}`;
    await page.goto(address);
    const ninth = names[8] ?? '';
    await rowOf(page, names[0] ?? '').waitFor();
    await page.evaluate('scrollTo(0, 1100)');
    await rowOf(page, ninth).waitFor();
    const at = () => page.evaluate<number>('scrollY');
    const before = await at();
    const detail = page.getByRole('dialog', { name: ninth });
    // Closed by Back, again by its own button, and once more by Back: each time the list is there.
    for (const way of ['back', 'button', 'back']) {
      await button(rowOf(page, ninth), ninth).click();
      await detail.waitFor();
      await detail.getByText(`What one sees at ${ninth}.`).waitFor();
      await expect.poll(() => entryOf(page)).toEqual({ isDeskDialog: true });
      await page.clock.fastForward(1000);
      await expect.poll(() => pathOf(page)).toMatch(/&item=location:/);
      if (way === 'back') await page.goBack();
      else await button(detail, 'Close').click();
      await detail.waitFor({ state: 'detached' });
      await expect.poll(() => entryOf(page)).toBe(null);
      // Neither the list nor the address a moment later names the closed item.
      await page.clock.fastForward(1000);
      await expect.poll(() => pathOf(page)).toBe(address);
      expect(await at()).toBe(before);
    }
    // A decided detail leaves no entry behind.
    await button(rowOf(page, ninth), ninth).click();
    await detail.getByText(`What one sees at ${ninth}.`).waitFor();
    await detail.locator('[data-painted]').waitFor({ state: 'attached' });
    await button(detail, 'Approve').click();
    await isGone(page, ninth);
    await expect.poll(() => entryOf(page)).toBe(null);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/healthz');
  });

  it('on a phone a link opens its item, and Back returns to the list', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Linked phone ${next()}`);
    await user.location(city, `Linked ${next()}`);
    const { id, name } = await user.location(city, `Linked ${next()}`);
    const look = { viewport: { width: 360, height: 740 }, hasTouch: true };
    await using desk = await open(`/admin/queue?city=${city.id}&item=location:${id}`, mia, look);
    const { page } = desk;
    const detail = page.getByRole('dialog', { name });
    await detail.getByText(`What one sees at ${name}.`).waitFor();
    await expect.poll(() => entryOf(page)).toEqual({ isDeskDialog: true });
    await page.goBack();
    await detail.waitFor({ state: 'detached' });
    await expect.poll(() => pathOf(page)).toBe(`/admin/queue?city=${city.id}`);
    await isChosen(page, name);
  });

  it('a search that a link or Back has taken out of the address does not return by itself', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Sought ${next()}`);
    const [name, other] = [`Sought ${next()}`, `Beside ${next()}`];
    for (const each of [name, other]) await user.location(city, each);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await rowOf(page, other).waitFor();
    await page.clock.install();
    const field = page.getByLabel('Find in the queue');
    await field.fill(name);
    await page.clock.fastForward(300);
    await isGone(page, other);
    expect(await field.inputValue()).toBe(name);
    await page.getByRole('link', { name: 'Everything', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.clock.fastForward(300);
    await page.locator('[data-row]').nth(2).waitFor();
    expect(pathOf(page)).toBe('/admin/queue');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe(name);
    await page.clock.fastForward(300);
    await isGone(page, other);
  });

  it('writing to the address does not cancel a navigation', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Leaving ${next()}`);
    const { name } = await user.location(city, `Leaving ${next()}`);
    await using desk = await open('/healthz', mia, { viewport: { width: 1440, height: 900 } });
    const { page } = desk;
    await page.clock.install();
    await page.goto(`/admin/queue?city=${city.id}`);
    await rowOf(page, name).waitFor();
    const { release } = await hold(page, /\/activity-page-/);
    const asking = page.waitForRequest(/\/activity-page-/);
    await button(rowOf(page, name), name).click();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await asking;
    await page.clock.fastForward(1000);
    release();
    await expect.poll(() => pathOf(page)).toBe('/admin/activity');
  });
}
