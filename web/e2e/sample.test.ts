import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp, type App } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { signIn, toastOf, visit } from './people.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('the sample', () => {
  let app: App;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp({ sample: 'on' });
    browser = await openBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it('shows a visitor stars, the featured photo and its position among several', async () => {
    await using visitor = await visit(browser, app);
    const { page } = visitor;
    await page.getByRole('searchbox').fill('Belém Tower');
    await page.getByRole('searchbox').press('Enter');
    const card = page.getByRole('article').filter({ hasText: 'Belém Tower' });
    await card.getByText('2 photos', { exact: true }).waitFor();
    await card.getByRole('link').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 2').waitFor();
    await dialog.getByText('Featured', { exact: true }).waitFor();
    await visitor.checkUnbroken();
  });

  it('is removed by the administrator after a confirmation, and disappears for everybody', async () => {
    await using visitor = await visit(browser, app);
    await visitor.page.getByRole('heading', { name: 'Lisbon' }).waitFor();
    await using admin = await visit(browser, app);
    await signIn(admin.page, app.admin);
    await admin.page.getByRole('link', { name: 'Admin Dashboard' }).click();
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
