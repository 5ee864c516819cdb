import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { PendingEdit, Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { asFile, fromCamera, leaksIn, withLargePreview } from './photo-files.ts';
import { picture } from './seed.ts';
import {
  createWorld,
  pathOf,
  press,
  refuse,
  seeAll,
  styleOf,
  topDialog as dialog,
  type World,
} from './world.ts';

const chromium = findBrowser();
const chooser = (page: Page) => dialog(page).getByLabel('Upload a picture');
const preview = (page: Page) => dialog(page).getByRole('img', { name: 'Preview of the picture' });

describe.skipIf(chromium === null)('contributors can correct their own contributions', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const read = async <T>(as: 'user' | 'admin', path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${world[as].session.accessToken}` };
    return (await (await fetch(world.app.origin + path, { headers })).json()) as T;
  };
  const asUser = <T>(path: string) => read<T>('user', path);
  const asAdmin = <T>(path: string) => read<T>('admin', path);

  it('a city’s picture is uploaded, made smaller if needed, and shown without the file’s metadata', async () => {
    await using person = await world.open('/', { as: world.user });
    const { page } = person;
    await press(page, 'Add City');
    await dialog(page).getByLabel('Name').fill('Bautzen');
    await dialog(page).getByLabel('Country').fill('Germany');
    // A picture chosen during the upload of another replaces it, however late that one would arrive.
    await page.route('**/api/pictures', () => undefined, { times: 1 });
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/pictures'),
    );
    await chooser(page).setInputFiles(asFile('first.jpg', await fromCamera()));
    await dialog(page).getByText('Uploading first.jpg').waitFor();
    await chooser(page).setInputFiles(asFile('huge.jpg', await withLargePreview()));
    await cancelled;
    await seeAll(page, ['File Too Large', 'huge.jpg is larger than 5MB.']);
    await press(dialog(page), 'Make it smaller');
    await dialog(page).getByText('Uploaded picture').waitFor();
    const src = (await preview(page).getAttribute('src')) ?? '';
    expect(src).toMatch(/^\/pictures\/[0-9a-f]{64}\/\d+\.webp$/);
    await press(dialog(page), 'Add City');
    await seeAll(page, ['City added successfully']);
    const bytes = Buffer.from(await (await fetch(world.app.origin + src)).arrayBuffer());
    expect(leaksIn(bytes)).toEqual([]);
  });

  it('an unacceptable picture and a link without a picture say so at once, and the typed text stays', async () => {
    const linked = await picture('#806040');
    await using person = await world.open('/', { as: world.user, picture: linked });
    const { page } = person;
    await press(page, 'Add City');
    await dialog(page).getByLabel('Name').fill('Pirna');
    const whole = await fromCamera();
    await chooser(page).setInputFiles(asFile('cut.jpg', whole.subarray(0, whole.length / 2)));
    await dialog(page)
      .getByText(/damaged or incomplete/)
      .waitFor();
    await refuse(page, '**/api/pictures', { status: 503 });
    await chooser(page).setInputFiles(asFile('whole.jpg', whole));
    await dialog(page)
      .getByText(/Failed to upload photos/)
      .waitFor();
    await page.unroute('**/api/pictures');
    await press(dialog(page), 'Retry');
    await dialog(page).getByText('Uploaded picture').waitFor();
    await press(dialog(page), 'Use a link instead');
    await dialog(page).getByLabel('Image URL').fill('https://pictures.example/nothing-here.jpg');
    await dialog(page)
      .getByText(/^This link shows no picture/)
      .waitFor();
    await dialog(page).getByLabel('Image URL').fill('https://pictures.example/city.jpg');
    await preview(page).waitFor();
    expect(
      await dialog(page)
        .getByText(/^This link shows no picture/)
        .count(),
    ).toBe(0);
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Pirna');
  });

  it('a submitter changes a waiting city, and corrects a declined one', async () => {
    const city = await world.user.city('Zitau');
    await using person = await world.open(`/city/${city.id}`, { as: world.user });
    const { page } = person;
    await press(page, 'Edit');
    await dialog(page).getByLabel('Name').fill('Zittau');
    await press(dialog(page), 'Save Changes');
    await seeAll(page, ['City updated successfully']);
    await page.getByRole('heading', { name: 'Zittau', level: 1 }).waitFor();
    await world.admin.send('POST', `/api/admin/cities/${city.id}/reject`, { reason: 'Which country?' });
    await page.reload();
    await press(page, 'Fix and send again');
    await seeAll(dialog(page), ['Fix and send again: Zittau', 'Which country?']);
    await dialog(page).getByLabel('Country').fill('Saxony, Germany');
    await press(dialog(page), 'Send Again');
    await seeAll(page, [
      'City updated successfully',
      'It will be shown to everyone once it has been reviewed.',
    ]);
    expect(await asUser<City>(`/api/cities/${city.id}`)).toMatchObject({
      status: 'pending',
      reason: null,
      country: 'Saxony, Germany',
    });
  });

  it('a declined place says why, and is sent again from its dialog, even unchanged', async () => {
    const place = await world.user.location(world.city, 'Town Baths');
    await world.admin.send('POST', `/api/admin/locations/${place.id}/reject`, {
      reason: 'Say where to stand.',
    });
    await using person = await world.open(`/location/${place.id}`, { as: world.user });
    const { page } = person;
    await seeAll(dialog(page), ['Declined', 'Say where to stand.']);
    await press(page, 'Fix and send again');
    await page.getByRole('dialog', { name: 'Fix and send again: Town Baths' }).waitFor();
    await press(dialog(page), 'Send Again');
    await seeAll(page, ['Location updated successfully']);
    await dialog(page).getByText('Say where to stand.').waitFor({ state: 'detached' });
    expect(await asUser<Location>(`/api/locations/${place.id}`)).toMatchObject({ status: 'pending' });
    expect(pathOf(page)).toBe(`/location/${place.id}`);
  });

  it('a waiting edit is shown on the place, reopened and replaced; later changes are shown word by word', async () => {
    const place = await world.admin.location(world.city, 'Oak Alley', {
      description: 'Stand by the northern gate at noon.',
    });
    await using person = await world.open(`/location/${place.id}`, { as: world.user });
    const { page } = person;
    await press(page, 'Edit');
    await dialog(page).getByLabel('Description').fill('Stand by the southern gate at noon.');
    await press(dialog(page), 'Save Changes');
    await seeAll(page, ['Your location edit has been submitted for admin approval']);
    const mine = page.getByRole('region', { name: 'Your edit' });
    await mine.getByRole('deletion').filter({ hasText: 'northern' }).waitFor();
    await mine.getByRole('insertion').filter({ hasText: 'southern' }).waitFor();
    expect(await mine.getByRole('deletion').filter({ hasText: 'Stand' }).count()).toBe(0);
    expect(await styleOf(mine.getByText('Waiting', { exact: true }), 'font-family')).toContain('Instrument');

    await press(mine, 'Change your edit');
    await page
      .getByText('Your edit that waits is open here again. Saving puts this one in its place.')
      .waitFor();
    expect(await dialog(page).getByLabel('Description').inputValue()).toBe(
      'Stand by the southern gate at noon.',
    );
    await dialog(page).getByLabel('Description').fill('Stand by the western gate at noon.');
    await press(dialog(page), 'Save Changes');
    await mine.getByRole('insertion').filter({ hasText: 'western' }).waitFor();
    const waiting = async () =>
      (await asAdmin<PendingEdit[]>('/api/admin/pending-edits')).filter(
        ({ entityId }) => entityId === place.id,
      );
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect((await waiting())[0]?.data['description']?.to).toBe('Stand by the western gate at noon.');

    await world.admin.send('PUT', `/api/locations/${place.id}`, {
      description: 'Stand by the northern gate at dusk.',
    });
    await mine.getByText('Changed since you wrote it:').waitFor();
    await mine.getByRole('insertion').filter({ hasText: 'dusk' }).waitFor();

    await press(mine, 'Withdraw your edit');
    await seeAll(page, ['Your edit was withdrawn']);
    await mine.waitFor({ state: 'detached' });
    expect(await waiting()).toEqual([]);
  });
});
