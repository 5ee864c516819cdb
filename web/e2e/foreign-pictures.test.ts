import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';

import { findBrowser } from './browser.ts';
import { pictureAddress, toastOf } from './people.ts';
import { asFile, fromCamera } from './photo-files.ts';
import { picture, seedAs, type Author } from './seed.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();

/** Answers for the other site, and records the headers of each request. */
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
  let site: Site;
  let admin: Author;
  let city: City;
  beforeAll(async () => {
    site = await startSite(chromium);
    admin = await seedAs(site.app);
    city = await admin.city('Zittau');
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('is loaded without a referrer, and the form offers the upload before the address', async () => {
    await using person = await site.visit({ as: admin, path: '/healthz' });
    const { page } = person;
    const other = await otherSite(page);
    await page.goto(`/city/${city.id}`);
    await page.getByRole('heading', { name: 'Zittau' }).waitFor();
    await expect.poll(() => other.referrers).toEqual([undefined]);
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

  it('is never requested if the operator forbids such pictures', async () => {
    await site.app.stop();
    await using strict = await startSite(chromium, {
      environment: async () => ({ DATA_DIR: site.app.dataDir, FOREIGN_PICTURES: 'off' }),
    });
    const { session } = await seedAs(strict.app);
    await using person = await strict.visit({ as: { session }, path: '/healthz' });
    const { page } = person;
    const other = await otherSite(page);
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
    expect(other.referrers).toEqual([]);
  });
});
