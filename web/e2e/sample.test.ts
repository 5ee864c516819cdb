import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { seedAs } from './seed.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('the sample', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium, { sample: 'on' });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('shows a visitor stars, the featured photo and its position among several', async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await page.getByRole('searchbox').fill('Belém Tower');
    await page.getByRole('searchbox').press('Enter');
    const card = page.getByRole('article').filter({ hasText: 'Belém Tower' });
    await card.getByText('2 photos', { exact: true }).waitFor();
    await card.getByRole('link').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 2').waitFor();
    await dialog.getByRole('group', { name: '1 of 2' }).getByText('Featured', { exact: true }).waitFor();
    await visitor.checkUnbroken();
  });

  it('is removed by the administrator after a confirmation, and disappears for everybody', async () => {
    await using visitor = await site.visit();
    await visitor.page.getByRole('heading', { name: 'Lisbon' }).waitFor();
    await using admin = await site.visit({ as: await seedAs(site.app), path: '/admin' });
    await admin.page.getByText('This guide came with a sample: 13 cities with 72 locations').waitFor();

    const remove = admin.page.getByRole('button', { name: 'Remove the sample', exact: true });
    await remove.click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await admin.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await remove.isVisible()).toBe(true);

    await remove.click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove the Sample' }).click();
    await toastOf(admin.page, 'The sample is removed').waitFor();
    await admin.page.getByRole('dialog').waitFor({ state: 'detached' });
    await remove.waitFor({ state: 'detached' });
    await admin.page.locator('[role=tab]:focus').first().waitFor();

    await visitor.page.getByText('No cities yet').waitFor();
    await Promise.all([admin, visitor].map((each) => each.checkUnbroken()));
  });
});
