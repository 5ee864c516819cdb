import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location, PendingEdit } from '#contracts/location/views';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import { authorAs, picture, type Author } from './seed.ts';
import { createWorld, pathOf, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const rows = (page: Page) => page.getByRole('list', { name: 'My submissions' }).locator(':scope > li');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

describe.skipIf(chromium === null)('My submissions', () => {
  let world: World;
  let nora: Author;
  let city: City;
  const place = (name: string, cityId = world.city.id) =>
    nora.send<Location>('POST', '/api/locations', {
      name,
      description: 'A corner with steps.',
      cityId,
      category: 'nature',
    });
  beforeAll(async () => {
    world = await createWorld(chromium);
    nora = await authorAs(world.app, {
      firstName: 'Nora',
      lastName: 'Falk',
      email: 'nora@example.org',
      password: 'six-or-more',
    });
    city = await nora.send<City>('POST', '/api/cities', {
      name: 'Zittau',
      country: 'Germany',
      imageUrl: 'https://pictures.example/city.jpg',
    });
    await nora.photo(await place('Waiting Corner', city.id), '#602040');
    const declined = await place('Declined Corner');
    await world.admin.send('POST', `/api/admin/locations/${declined.id}/reject`, { reason: 'Which steps?' });
    await nora.send('PUT', `/api/locations/${world.bridge.id}`, {
      description: 'The mill on the left bank catches the last light. '.repeat(6).trim(),
      bestTimeToVisit: 'Morning (6-11 AM)',
    });
    await nora.photo(world.wall, '#204060');
    await nora.send('POST', '/api/reports', {
      entityType: 'location',
      entityId: world.wall.id,
      reason: 'wrong',
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('shows pictures, also photos and reports, and the changes of an edit word by word', async () => {
    await using person = await world.open('/submissions', { as: nora, picture: await picture('#806040') });
    const { page } = person;
    await row(page, 'Zittau').waitFor();
    expect(await row(page, 'Zittau').locator('img').getAttribute('src')).toBe(
      'https://pictures.example/city.jpg',
    );
    await row(page, 'Photo of Painted Wall').locator('img').waitFor();
    // Listed with its place, because nobody else can see it yet.
    await row(page, 'Photo of Painted Wall').getByText('Approved', { exact: true }).waitFor();
    await row(page, 'Photo of Waiting Corner').getByText('Waiting', { exact: true }).waitFor();
    await row(page, 'Report of Painted Wall').getByText('Waiting', { exact: true }).waitFor();
    const edit = row(page, 'Edit of Old Bridge');
    expect(await edit.locator('del').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/sun\. $/), expect.stringContaining('Evening')]),
    );
    expect(await edit.locator('ins').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/light\. $/), expect.stringContaining('Morning')]),
    );
    // Unchanged words are not marked.
    expect(await edit.locator('del, ins').filter({ hasText: 'The mill' }).count()).toBe(0);
  });

  it('can be filtered by state, which the address keeps', async () => {
    await using person = await world.open('/submissions', { as: nora });
    const { page } = person;
    await row(page, 'Declined Corner').waitFor();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Declined' }).click();
    await row(page, 'Zittau').waitFor({ state: 'detached' });
    expect(await rows(page).count()).toBe(1);
    expect(pathOf(page)).toBe('/submissions?state=declined');
    await page.reload();
    await row(page, 'Declined Corner').waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await row(page, 'Zittau').waitFor();
    expect(pathOf(page)).toBe('/submissions');
  });

  it('counts and shows the places that wait with the viewer’s own city', async () => {
    await using person = await world.open(`/city/${city.id}`, { as: nora });
    const { page } = person;
    await page.getByText('1 location, waiting with it').waitFor();
    await page.getByRole('link', { name: 'Waiting Corner' }).waitFor();
    expect(await page.getByText('0 locations').count()).toBe(0);
  });

  it('counts no places in a waiting city without any, as in a public one', async () => {
    const empty = await nora.send<City>('POST', '/api/cities', {
      name: 'Görlitz',
      country: 'Germany',
      imageUrl: 'https://pictures.example/city.jpg',
    });
    await using person = await world.open(`/city/${empty.id}`, { as: nora });
    await person.page.getByText('0 locations').waitFor();
    await nora.send('POST', `/api/cities/${empty.id}/withdraw`, {});
  });

  it('changes a waiting contribution in place; corrects a declined one and sends it in again', async () => {
    await using person = await world.open('/submissions', { as: nora });
    const { page } = person;
    await row(page, 'Zittau').getByRole('button', { name: 'Edit Zittau' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Zittau an der Neiße');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await row(page, 'Zittau an der Neiße').getByText('Waiting', { exact: true }).waitFor();

    await row(page, 'Declined Corner').getByText('Which steps?').waitFor();
    await row(page, 'Declined Corner')
      .getByRole('button', { name: /^Fix and send again/ })
      .click();
    await page.getByRole('dialog').getByLabel('Description').fill('The forty steps below the mill.');
    await page.getByRole('dialog').getByRole('button', { name: 'Send Again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(page, 'Declined Corner').getByText('Waiting', { exact: true }).waitFor();
    expect(await page.getByText('Which steps?').count()).toBe(0);
    expect(pathOf(page)).toBe('/submissions');
  });

  it('opens a declined edit with its values and sends it again, even unchanged; a declined city too', async () => {
    const edit = await nora.send<PendingEdit>('PUT', `/api/locations/${world.wall.id}`, {
      description: 'Painted anew in spring.',
    });
    await world.admin.send('POST', `/api/admin/locations/${world.wall.id}/edits/${edit.id}/reject`, {
      reason: 'By whom?',
    });
    const town = await nora.city('Ostritz');
    await world.admin.send('POST', `/api/admin/cities/${town.id}/reject`, { reason: 'Too small.' });
    await using person = await world.open('/submissions?state=declined', { as: nora });
    const { page } = person;
    const dialog = page.getByRole('dialog');
    const again = (name: string) =>
      row(page, name)
        .getByRole('button', { name: /^Fix and send again/ })
        .click();

    await again('Edit of Painted Wall');
    await seeAll(dialog, ['Fix and send again: Painted Wall', 'By whom?']);
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Painted anew in spring.');
    await dialog.getByLabel('Description').fill('');
    await dialog.getByLabel('Description').fill('What one sees at Painted Wall.');
    await seeAll(dialog, ['The place says all of this already: there is nothing to send.']);
    expect(await dialog.getByRole('button', { name: 'Send Again' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Description').fill('Painted anew in spring.');
    await dialog.getByRole('button', { name: 'Send Again' }).click();
    await seeAll(page, ['Your location edit has been submitted for admin approval']);
    await dialog.waitFor({ state: 'detached' });
    // The list switches to the filter of the entry that was sent again.
    const state = (name: string, pressed: boolean) =>
      page.getByRole('group', { name: 'State' }).getByRole('button', { name, pressed });
    await state('Waiting', true).waitFor();
    await row(page, 'Edit of Painted Wall').locator('ins').filter({ hasText: 'anew' }).waitFor();
    await state('Declined', false).click();

    await again('Ostritz');
    await seeAll(dialog, ['Fix and send again: Ostritz', 'Too small.']);
    await dialog.getByRole('button', { name: 'Send Again' }).click();
    await seeAll(page, ['City updated successfully']);
    await state('Waiting', true).waitFor();
    await row(page, 'Ostritz').waitFor();
  });

  it('offers no rating of what is not public, and no editing of what was withdrawn', async () => {
    const corner = await place('Withdrawn Corner');
    const town = await nora.city('Withdrawn Town');
    await nora.send('POST', `/api/locations/${corner.id}/withdraw`);
    await nora.send('POST', `/api/cities/${town.id}/withdraw`);
    await using person = await world.open(`/location/${corner.id}`, { as: nora });
    const dialog = person.page.getByRole('dialog');
    await dialog.getByText('Withdrawn', { exact: true }).waitFor();
    await dialog.getByLabel('Choose photos').waitFor();
    expect(await dialog.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await dialog.getByRole('radio').count()).toBe(0);

    await using admin = await world.open(`/city/${town.id}`, { as: world.admin });
    await admin.page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    expect(await admin.page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await admin.page.goto('/admin?tab=manage-cities');
    await admin.page.getByRole('button', { name: 'Delete Withdrawn Town' }).waitFor();
    expect(await admin.page.getByRole('button', { name: 'Edit Withdrawn Town' }).count()).toBe(0);
  });

  it('names the original of a place that was declined as a duplicate', async () => {
    const again = await place('Painted Wall again');
    await world.admin.send('POST', '/api/admin/decisions', {
      items: [
        {
          kind: 'location',
          id: again.id,
          entityType: 'location',
          entityId: again.id,
          decision: 'reject',
          duplicateOf: world.wall.id,
        },
      ],
    });
    await using person = await world.open('/submissions', { as: nora });
    const { page } = person;
    await row(page, 'Painted Wall again').getByText('It repeats').waitFor();
    await row(page, 'Painted Wall again').getByRole('link', { name: 'Painted Wall', exact: true }).click();
    await seeAll(page, ['About this location']);
    expect(pathOf(page)).toBe(`/location/${world.wall.id}`);
  });

  it('deletes a photo that a merging left behind', async () => {
    const [gone, stays] = [
      await world.admin.location(world.city, 'North Steps'),
      await world.admin.location(world.city, 'River Steps'),
    ];
    await nora.photo(gone, '#405060');
    const merging = { into: stays.id, photos: false };
    await world.admin.send('POST', `/api/admin/locations/${gone.id}/merge`, merging);
    await using person = await world.open('/submissions', { as: nora });
    const { page } = person;
    const left = row(page, 'Photo of River Steps');
    await left.getByText('Declined', { exact: true }).waitFor();
    await left.getByText('Its place was merged without this photo.').waitFor();
    await left.locator('img').waitFor();
    await left.getByRole('button', { name: 'Delete Photo of River Steps' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Photo' }).click();
    await seeAll(page, ['Photo deleted successfully']);
    await left.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My submissions');
  });

  it('shows photos of one place that were sent together as one expandable row with their count', async () => {
    const sky = await world.admin.location(world.city, 'Sky Terrace');
    const photos = [];
    for (const colour of ['#112233', '#334455', '#556677']) photos.push(await nora.photo(sky, colour));
    const [removed] = photos;
    await world.admin.send('POST', '/api/admin/decisions', {
      items: [
        {
          ...{ kind: 'photo', id: removed?.id, entityType: 'photo', entityId: removed?.id },
          ...{ decision: 'reject', reason: 'It shows a face.' },
        },
      ],
    });
    await using person = await world.open('/submissions', { as: nora });
    const { page } = person;
    const set = row(page, '3 photos of Sky Terrace');
    await seeAll(set, ['Approved: 2', 'Declined: 1']);
    expect(await row(page, 'Sky Terrace').count()).toBe(1);
    // A photo at another place has its own row.
    await row(page, 'Photo of Painted Wall').waitFor();
    await set.getByRole('button', { name: 'Open 3 photos of Sky Terrace' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => set.getByRole('listitem').count()).toBe(3);
    await set.getByText('It shows a face.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => set.getByRole('listitem').count()).toBe(0);
    // A filter reduces the set to its matching photos.
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Approved' }).click();
    await row(page, '2 photos of Sky Terrace').waitFor();
  });
});
