import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { objectionsTo, readAxe } from './axe.ts';
import { findBrowser } from './browser.ts';
import { createWorld, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('a history', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('shows a place as it was at any of its events, by the arrow keys, and two moments compared', async () => {
    const { admin, wall } = world;
    await admin.send('PUT', `/api/locations/${wall.id}`, { name: 'Repainted Wall' });
    await using desk = await world.open('/admin', { as: admin });
    const { page } = desk;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('tab', { name: /Manage Locations/ }).click();
    await page.getByRole('button', { name: 'History of Repainted Wall' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('As it was', { exact: true }).waitFor();
    expect(asked.filter((url) => url.includes('as-it-was'))).toEqual([]);
    await dialog.getByText('As it was', { exact: true }).click();
    const value = (text: string) =>
      dialog.getByRole('definition').filter({ hasText: new RegExp(`^${text}$`) });
    const slider = dialog.getByRole('slider', { name: 'Event' });
    await value('Repainted Wall').waitFor();
    await dialog.getByText('Photos then: 2').waitFor();

    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await value('Painted Wall').waitFor();
    await page.keyboard.press('Home');
    await value('pending').waitFor();
    expect(await dialog.getByText('Photos then').count()).toBe(0);
    expect(await slider.getAttribute('aria-valuetext')).toContain('revision 0');

    await page.keyboard.press('End');
    await dialog.getByLabel('Compare with another moment').check();
    const differing = dialog.getByRole('region', { name: 'What differs' });
    await differing.getByText('Name:').waitFor();
    await dialog.getByRole('slider', { name: 'Compared with' }).focus();
    await page.keyboard.press('Home');
    await differing.getByText('Photos that came: 2').waitFor();
    await page.evaluate(await readAxe());
    expect(await objectionsTo(page)).toEqual([]);
  });
});
