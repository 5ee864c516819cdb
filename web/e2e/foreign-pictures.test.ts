import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';

import { startApp, type App } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { pictureAddress, toastOf, visit } from './people.ts';
import { asFile, fromCamera } from './photo-files.ts';
import { picture, seedAs, type Author } from './seed.ts';

const chromium = findBrowser();

/** Answers for the other site, and records what each request told it. */
async function otherSite(page: Page): Promise<{ readonly referrers: ReadonlyArray<string | undefined> }> {
  const body = await picture('#806040');
  const referrers: Array<string | undefined> = [];
  await page.route(`${new URL(pictureAddress).origin}/**`, async (route) => {
    referrers.push((await route.request().allHeaders())['referer']);
    await route.fulfill({ body, contentType: 'image/jpeg' });
  });
  return { referrers };
}

describe.skipIf(chromium === null)('a city’s picture on another site', () => {
  let app: App;
  let browser: Browser;
  let admin: Author;
  let city: City;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser(chromium ?? '');
    admin = await seedAs(app);
    city = await admin.city('Zittau');
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it('is loaded without saying from where, and the form offers the upload before the address', async () => {
    await using person = await visit(browser, app, { as: admin, path: '/healthz' });
    const { page } = person;
    const site = await otherSite(page);
    await page.goto(`/city/${city.id}`);
    await page.getByRole('heading', { name: 'Zittau' }).waitFor();
    await expect.poll(() => site.referrers).toEqual([undefined]);
    await page.goto('/');
    await page.getByRole('button', { name: 'Add City', exact: true }).last().click();
    const dialog = page.getByRole('dialog');
    const offered = dialog.getByLabel(/(Upload a picture|Image URL)/);
    await dialog.getByLabel('Image URL').waitFor();
    expect(await offered.evaluateAll((fields) => fields.map((field) => field.getAttribute('type')))).toEqual([
      'file',
      'url',
    ]);
  });

  it('is asked for by nobody where the operator forbids them', async () => {
    await app.stop();
    await using strict = await startApp({
      environment: async () => ({ DATA_DIR: app.dataDir, FOREIGN_PICTURES: 'off' }),
    });
    const { session } = await seedAs(strict);
    await using person = await visit(browser, strict, { as: { session }, path: '/healthz' });
    const { page } = person;
    const site = await otherSite(page);
    for (const path of ['/', `/city/${city.id}`, '/landing']) {
      await page.goto(path);
      const named = page.locator('article, main > div').filter({ hasText: 'Zittau' }).first();
      // The placeholder.
      await named.locator('.lucide-image-off').first().waitFor();
    }
    await page.getByRole('link', { name: 'Zittau' }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('Pictures of other sites are not shown here. Please upload the picture.')
      .waitFor();
    expect(await dialog.getByLabel('Image URL').count()).toBe(0);
    await dialog.getByLabel('Upload a picture').setInputFiles(asFile('own.jpg', await fromCamera()));
    await dialog.getByText('Uploaded picture').waitFor();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await toastOf(page, 'City updated successfully').waitFor();
    expect(site.referrers).toEqual([]);
  });
});
