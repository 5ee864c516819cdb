import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { pictureAddress, signIn, signUp, toastOf } from './people.ts';
import { authorAs, picture, seedAs } from './seed.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();
const jonas = { firstName: 'Jonas', lastName: 'Kern', email: 'jonas@example.org', password: 'six-or-more' };

describe.skipIf(chromium === null)('from a submission to everyone’s screen, without a reload', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('goes through the administrator’s open dashboard to a visitor’s open home page', async () => {
    const image = await picture('#3a5a8a');
    await using admin = await site.visit();
    await signIn(admin.page, site.app.admin);
    await admin.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await admin.page.getByText('No pending cities to review').waitFor();

    await using visitor = await site.visit({ picture: image });
    await visitor.page.getByText('No cities yet').waitFor();

    await using contributor = await site.visit({ picture: image });
    await signUp(contributor.page, jonas);
    await addCity(contributor.page, 'Görlitz');
    await tabWith(admin.page, 'Pending Cities', 1);

    await addLocation(contributor.page, 'Altstadtbrücke', 'Görlitz (waiting for review)');
    await tabWith(admin.page, 'Pending Locations', 1);
    await uploadPhoto(contributor.page, 'Altstadtbrücke', await picture('#a8502c'));

    await admin.page.getByRole('button', { name: 'Approve Görlitz', exact: true }).click();
    await toastOf(admin.page, 'Approved: Görlitz').waitFor();
    await toastOf(contributor.page, 'Your city was approved').waitFor();
    await admin.page.getByRole('tab', { name: /^Pending Locations/ }).click();
    await admin.page.getByRole('button', { name: 'Approve Altstadtbrücke', exact: true }).click();
    await toastOf(contributor.page, 'Your location was approved').waitFor();
    await admin.page.getByText('No pending locations to review').waitFor();

    await visitor.page.getByRole('heading', { name: 'Görlitz' }).waitFor();
    const card = visitor.page.getByRole('article').filter({ hasText: 'Altstadtbrücke' });
    await card.getByText('1 photo', { exact: true }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await seesPhoto(visitor.page);

    await Promise.all([admin, visitor, contributor].map((each) => each.checkUnbroken()));
  });

  it('tells the contributor why something was declined', async () => {
    const author = await seedAs(site.app);
    await author.city('Zittau', { country: 'Germany' });
    const ida = await authorAs(site.app, { ...jonas, email: 'ida@example.org', firstName: 'Ida' });
    await using contributor = await site.visit({ as: ida });
    await addLocation(contributor.page, 'Obermarkt', 'Zittau, Germany');

    await using admin = await site.visit({ as: author, path: '/admin?tab=locations' });
    await admin.page.getByRole('button', { name: 'Reject Obermarkt', exact: true }).click();
    await admin.page.getByLabel('Reason').fill('Please say where to stand.');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();

    await toastOf(contributor.page, 'Your location was declined').waitFor();
    await openSubmissions(contributor.page);
    const row = contributor.page.getByRole('listitem').filter({ hasText: 'Obermarkt' });
    await row.getByText('Declined', { exact: true }).waitFor();
    await row.getByText('Please say where to stand.').waitFor();
    await Promise.all([admin, contributor].map((each) => each.checkUnbroken()));
  });
});

async function addCity(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add City' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Country').fill('Germany');
  await dialog.getByLabel('Image URL').fill(pictureAddress);
  await dialog.getByRole('button', { name: 'Add City' }).click();
  await toastOf(page, 'City added successfully').waitFor();
}

async function addLocation(page: Page, name: string, city: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Location' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('City', { exact: true }).selectOption({ label: city });
  await dialog.getByLabel('Description').fill('The footbridge; the mill catches the last sun.');
  await dialog.getByLabel('Category').selectOption('Landmark');
  await dialog.getByLabel('Best Time to Visit').selectOption('Evening (6-8 PM)');
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  await toastOf(page, 'Location added successfully').waitFor();
  await page
    .getByRole('dialog', { name: 'Sent, waiting for review' })
    .getByRole('button', { name: 'Done' })
    .click();
}

async function openSubmissions(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'My submissions' }).click();
  await page.getByRole('heading', { name: 'My submissions' }).waitFor();
}

async function uploadPhoto(page: Page, location: string, buffer: Buffer): Promise<void> {
  await openSubmissions(page);
  await page.getByRole('link', { name: location }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('(0 photos)').waitFor();
  await dialog
    .getByLabel('Choose photos')
    .setInputFiles({ name: 'bridge.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByRole('button', { name: 'Upload 1 Photo' }).click();
  await toastOf(page, '1 photo(s) uploaded successfully!').waitFor();
  await dialog.getByText('(1 photo)').waitFor();
  await page.keyboard.press('Escape');
}

async function tabWith(page: Page, name: string, count: number): Promise<void> {
  await page.getByRole('tab', { name: `${name} (${count})`, exact: true }).waitFor();
}

/** Waits for a photo of the location that is decoded, not only requested. */
async function seesPhoto(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.querySelectorAll('article img[src^="/photos/"]')].some((image) => image.naturalWidth > 0)`,
      ),
    )
    .toBe(true);
}
