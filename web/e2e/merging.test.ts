import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { createWorld, hold, type World } from './world.ts';

const chromium = findBrowser();

/** Moves the focus with Tab until it reaches the target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

describe.skipIf(chromium === null)('merging two places', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('compares them, merges by keys alone, redirects visitors to the other, and is undone in the toast', async () => {
    const { app, admin, bridge, wall } = world;
    await using visit = await world.open('/admin', { as: admin });
    const { page } = visit;
    await page.getByRole('tab', { name: 'Manage Locations' }).click();
    const found = await hold(page, /\/api\/locations\?/);
    await page.getByRole('button', { name: 'Compare and merge Painted Wall' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge Painted Wall' });
    await dialog.getByText('Looking…', { exact: true }).waitFor();
    found.release();
    await dialog.getByText('No other place in Görlitz matches. Try another name.', { exact: true }).waitFor();
    await dialog.getByRole('searchbox').fill('Old');
    await dialog.getByRole('button', { name: 'Old Bridge' }).waitFor();
    await tabTo(page, dialog.getByRole('button', { name: 'Old Bridge' }));
    await page.keyboard.press('Enter');

    await dialog.getByRole('region', { name: 'Is merged: Painted Wall' }).waitFor();
    await dialog.getByRole('region', { name: 'Stays: Old Bridge' }).waitFor();
    expect(await dialog.getByRole('img', { name: 'Photo of Painted Wall' }).count()).toBe(1);
    await expectAccessible(page);
    const category = dialog.getByRole('group', { name: 'Category' });
    await category.getByRole('radio', { name: /^Keep/ }).focus();
    await page.keyboard.press('ArrowUp');
    expect(await category.getByRole('radio', { name: /^Take this/ }).isChecked()).toBe(true);
    expect(
      await dialog.getByRole('checkbox', { name: 'Its 2 photos show with Old Bridge' }).isChecked(),
    ).toBe(true);
    await tabTo(page, dialog.getByRole('button', { name: 'Merge', exact: true }));
    await page.keyboard.press('Enter');
    await toastOf(page, 'Painted Wall was merged into Old Bridge').waitFor();

    const moved = await fetch(`${app.origin}/location/${wall.id}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
      301,
      `/location/${bridge.id}`,
      'no-cache',
    ]);
    await using visitor = await world.open(`/location/${wall.id}`);
    await visitor.page.getByRole('heading', { name: 'Old Bridge' }).first().waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe(`/location/${bridge.id}`);
    await visitor.page.getByText('Street Art').first().waitFor();

    await page.getByRole('button', { name: 'Undo' }).click();
    await toastOf(page, 'Parted again').waitFor();
    expect((await fetch(`${app.origin}/location/${wall.id}`, { redirect: 'manual' })).status).toBe(200);
    await visit.checkUnbroken();
  });

  it('starts from the warning in a duplicate’s detail, and the key u undoes it before earlier decisions', async () => {
    const { admin, user, city, bridge } = world;
    const coordinates = { latitude: 51.15, longitude: 14.99 };
    await admin.send('PUT', `/api/locations/${bridge.id}`, { coordinates });
    await user.location(city, 'Quiet Yard');
    await user.location(city, 'Old Bridge', { coordinates: { ...coordinates, latitude: 51.16 } });
    await using visit = await world.open('/admin/queue', { as: admin });
    const { page } = visit;
    await page.getByRole('button', { name: 'Approve Quiet Yard' }).click();
    await toastOf(page, 'Approved: Quiet Yard').waitFor();
    await page.getByRole('button', { name: 'Compare and merge into Old Bridge' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Merge Old Bridge' });
    await dialog.getByRole('region', { name: 'Stays: Old Bridge' }).waitFor();
    const merged = dialog.getByRole('region', { name: 'Is merged: Old Bridge' });
    await merged.getByText('No photos yet').waitFor();
    await merged.getByText(/^Jonas Kern, /).waitFor();
    await dialog.getByRole('button', { name: 'Show map' }).click();
    for (const name of ['Is merged: Old Bridge', 'Stays: Old Bridge'])
      await dialog.getByRole('button', { name, exact: true }).waitFor();
    const taken = dialog.getByRole('group', { name: 'Address' }).getByRole('radio', { name: /^Take this/ });
    await taken.check();
    // A window without room for the detail beside the list keeps the dialog, and what was chosen in it.
    await page.setViewportSize({ width: 900, height: 900 });
    await page.getByRole('complementary', { name: 'About Old Bridge' }).waitFor({ state: 'detached' });
    expect(await taken.isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const detail = page.getByRole('dialog', { name: 'Old Bridge', exact: true });
    await detail.getByRole('button', { name: 'Compare and merge into Old Bridge' }).first().click();
    await dialog.getByRole('region', { name: 'Stays: Old Bridge' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await detail.waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Compare and merge into Old Bridge' }).first().click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await toastOf(page, 'Old Bridge was merged into Old Bridge').waitFor();
    // While it closes, no key decides or undoes.
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await toastOf(page, 'Parted again').waitFor();
    await page.getByRole('button', { name: 'Approve Old Bridge' }).waitFor();
    await page.keyboard.press('u');
    await toastOf(page, 'Waiting again: Quiet Yard').waitFor();
    await visit.checkUnbroken();
  });
});
