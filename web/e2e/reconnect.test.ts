import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { seedAs } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { hasFocus, pathOf } from './world.ts';

const chromium = findBrowser();
const lost = 'Connection to the server lost. Trying again…';

describe.skipIf(chromium === null)('a page survives a restart of the server', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('says that the connection is lost, and shows the missed changes without a reload', async () => {
    const author = await seedAs(site.app);
    await author.city('Before');
    await using visitor = await site.visit();
    await using admin = await site.visit({ as: author, path: '/admin' });
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await visitor.page.getByRole('heading', { name: 'Before' }).waitFor();

    await site.app.stop();
    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor();
    await site.app.start();
    // Written before the pages have reconnected, so that no socket reports it.
    await author.city('Meanwhile');

    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor({ state: 'detached' });
    await visitor.page.getByRole('heading', { name: 'Meanwhile' }).waitFor();
    // The session has survived the restart too: the administrator's socket brings the counts.
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await admin.page.getByRole('tab', { name: 'Manage Cities' }).click();
    await admin.page.getByRole('rowheader', { name: /^Meanwhile/ }).waitFor();
    for (const each of [visitor, admin]) await each.checkUnbroken();
  });

  it('keeps a city’s filters, and applies those chosen by keyboard while it was stopped', async () => {
    const admin = await seedAs(site.app);
    const city = await admin.city('Zadar');
    for (let number = 1; number <= 5; number += 1) {
      const { id } = await admin.location(city, `Pier ${number}`);
      if (number < 3) await admin.send('PUT', `/api/locations/${id}/rating`, { rating: 6 - number });
    }
    await using visitor = await site.visit({ path: `/city/${city.id}` });
    const { page } = visitor;
    const first = page.getByRole('article').first();
    const choose = async (label: string, letters: string) => {
      while (!(await hasFocus(page.getByLabel(label)))) await page.keyboard.press('Tab');
      await page.keyboard.type(letters);
    };
    await first.getByText('Pier 5', { exact: true }).waitFor();
    await choose('Order', 'B');
    await first.getByText('Pier 1', { exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await first.getByText('Pier 5', { exact: true }).waitFor();

    await site.app.stop();
    await page.getByText(lost).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('4');
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch locations' });
    await failed.getByText('No connection. Please check your network and try again.').waitFor();
    await choose('Order', 'B');
    await failed.waitFor();
    expect(await hasFocus(page.getByLabel('Order'))).toBe(true);
    await site.app.start();
    await failed.waitFor({ state: 'detached' });
    await first.getByText('Pier 1', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await hasFocus(page.getByLabel('Order'))).toBe(true);
    expect(pathOf(page)).toBe(`/city/${city.id}?minRating=4&sort=rating`);
    await visitor.checkUnbroken();
  });
});
