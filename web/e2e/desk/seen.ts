import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { expectAccessible } from '../axe.ts';
import { button, painted, rowOf } from '../desk-world.ts';
import { hold, refuse } from '../world.ts';
import { decisionsOf, dialogOf, isGone, next, pick, detailOf, type Given } from './given.ts';

const notDecided = (page: Page, name: string, why: string) =>
  Promise.all([
    page.getByText(`Not decided: ${name}`, { exact: true }).first().waitFor(),
    page.getByText(why, { exact: true }).first().waitFor(),
  ]);

/** Items are decided only after they were on the screen: on a slow line, and if content cannot be loaded. */
export function seenCases(world: Given): void {
  it('while a detail is loading no key or button decides it, and each says why', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Slow ${next()}`);
    const place = await user.location(city, `Held ${next()}`);
    await using desk = await open('/healthz', mia);
    const { page } = desk;
    const text = await hold(page, `**/api/locations/${place.id}`);
    await page.goto(`/admin/queue?city=${city.id}`);
    await pick(page, place.name);
    const { asked } = decisionsOf(page);
    const why = 'Its story is still loading.';
    for (const key of ['a', 'r', '1']) {
      await page.keyboard.press(key);
      await notDecided(page, place.name, why);
      await button(page, 'Dismiss').click();
      await expect.poll(() => page.getByText(why).count()).toBe(0);
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(asked).toEqual([]);
    text.release();
    await painted(page, place.name);
    await page.keyboard.press('a');
    await isGone(page, place.name);
    await expect.poll(() => asked).toEqual([`approve ${place.id}`]);
  });

  it('a detail that failed to load decides nothing until it is loaded again', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Failing ${next()}`);
    const place = await user.location(city, `Failed ${next()}`);
    await using desk = await open('/healthz', mia);
    const { page } = desk;
    const path = `**/api/locations/${place.id}`;
    await refuse(page, path, { status: 503 });
    await page.goto(`/admin/queue?city=${city.id}`);
    await pick(page, place.name);
    const detail = detailOf(page, place.name);
    await detail.getByText('Its story could not be loaded').waitFor();
    await expectAccessible(page);
    const { asked } = decisionsOf(page);
    await page.keyboard.press('a');
    await notDecided(page, place.name, 'Its story could not be loaded.');
    await page.unroute(path);
    await button(detail, 'Load again').click();
    await painted(page, place.name);
    expect(asked).toEqual([]);
    await page.keyboard.press('a');
    await expect.poll(() => asked).toEqual([`approve ${place.id}`]);
  });

  it('a missing picture must be loaded before its place is approved; without it, the place can be declined', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Pictured ${next()}`);
    const place = await user.location(city, `Seen ${next()}`);
    for (const colour of ['#5a3a1a', '#1a3a5a']) await user.photo(place, colour);
    await using desk = await open('/healthz', mia);
    const { page } = desk;
    const pictures = /\/photos\/[^/]+\/\d+\.webp$/;
    await page.route(pictures, (route) => route.abort());
    const gate = await hold(page, pictures);
    await page.goto(`/admin/queue?kind=location&city=${city.id}`);
    await pick(page, place.name);
    const detail = detailOf(page, place.name);
    await detail.getByText(`What one sees at ${place.name}.`).waitFor();
    await expect.poll(() => detail.locator('img').count()).toBe(2);
    await expect.poll(() => detail.locator('[data-loading]').count()).toBe(0);
    const { asked } = decisionsOf(page);
    await page.keyboard.press('a');
    await notDecided(page, place.name, 'Its pictures are still loading.');
    gate.release();
    await detail.getByText('2 pictures could not be loaded, so nobody has seen them.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('a');
    await notDecided(page, place.name, 'One of its pictures could not be loaded, so nobody has seen it.');
    await page.keyboard.press('r');
    await button(dialogOf(page), 'Cancel').click();
    expect(asked).toEqual([]);
    await page.unroute(pictures);
    await button(detail, 'Load again').click();
    await painted(page, place.name);
    await page.keyboard.press('a');
    await isGone(page, place.name);
    await expect.poll(() => asked).toEqual([`approve ${place.id}`]);
  });

  it('F and the buttons of the grid approve no photo whose picture did not load', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Unseen ${next()}`);
    const place = await admin.location(city, `Dark ${next()}`);
    const photo = await user.photo(place, '#123123');
    await using desk = await open('/healthz', mia);
    const { page } = desk;
    await page.route(new RegExp(photo.thumbnailUrl.replaceAll('/', '\\/')), (route) => route.abort());
    await page.goto(`/admin/queue?kind=photo&city=${city.id}`);
    await rowOf(page, place.name).locator('[data-broken]').waitFor();
    const { asked } = decisionsOf(page);
    await page.keyboard.press('f');
    await button(page, `Approve ${place.name}`).click();
    await notDecided(page, place.name, 'The picture could not be loaded. Open it to try again.');
    expect(asked).toEqual([]);
  });
}
