import { expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import {
  decisionsOf,
  dialogOf,
  isChosen,
  newcomer,
  next,
  pick,
  detailOf,
  pressUntilAsked,
  type Given,
} from './given.ts';

export function photoSetCases(world: Given): void {
  const colour = () => `#${(0x203040 + next() * 6151).toString(16)}`;

  /** A pending place with `count` photos of one new person, and another place with one of theirs. */
  async function given(count: number): Promise<{
    readonly city: City;
    readonly place: Location;
    readonly other: Location;
    readonly photos: readonly Photo[];
    readonly add: () => Promise<Photo>;
  }> {
    const { admin } = world();
    const sender = await newcomer(world(), 'Pia');
    const city = await admin.city(`Sets ${next()}`);
    const place = await admin.location(city, `Set ${next()}`);
    const other = await admin.location(city, `Alone ${next()}`);
    const add = () => sender.photo(place, colour());
    const photos = [await add()];
    await sender.photo(other, colour());
    while (photos.length < count) photos.push(await add());
    return { city, place, other, photos, add };
  }

  it('photos that were sent together are one row, which a key decides as one batch with one undo; later photos stay', async () => {
    const { mia, open } = world();
    const { city, place, other, photos, add } = await given(3);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    const name = `3 photos of ${place.name}`;
    const queue = page.getByRole('region', { name: 'Review everything' });
    await pick(page, name);
    expect(await page.locator('[data-row]').count()).toBe(2);
    await queue.getByText('4 waiting', { exact: true }).waitFor();
    await expect.poll(() => detailOf(page, name).locator('[data-in-set] img').count()).toBe(3);
    await expectAccessible(page);
    // It joins the set while a moderator views the list.
    await page.locator('[data-row][aria-current] button[id^="row-"]').focus();
    await add();
    await button(page, '1 new').waitFor();
    const { asked, calls } = decisionsOf(page);
    await pressUntilAsked(
      page,
      'a',
      asked,
      photos.map(({ id }) => `approve ${id}`),
    );
    await page.getByText('Fine: 3 photos').first().waitFor();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.items.map(({ revision }) => revision)).toEqual([0, 0, 0]);
    await isChosen(page, other.name);
    await button(page, '1 new').click();
    await rowOf(page, place.name).waitFor();
    await page.keyboard.press('u');
    await rowOf(page, `4 photos of ${place.name}`).waitFor();
    await queue.getByText('5 waiting', { exact: true }).waitFor();
  });

  it('beside the list, which shows all the photos, a narrow row has room for the place’s name', async () => {
    const { mia, open } = world();
    const { city, place } = await given(6);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia, {
      viewport: { width: 1024, height: 768 },
    });
    const { page } = desk;
    const name = `6 photos of ${place.name}`;
    await expect.poll(() => detailOf(page, name).locator('[data-in-set] img').count()).toBe(6);
    const sizes = await button(page, name).evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(sizes[0]).toBe(sizes[1]);
    const [shown = 0] = await rowOf(page, name)
      .locator('button[id^="row-"] [dir="auto"]')
      .evaluateAll((names) => names.map(({ clientWidth }) => clientWidth));
    expect(shown).toBeGreaterThan(20);
  });

  it('the row opens and closes by key and by press; when open, each photo is decided on its own', async () => {
    const { mia, open } = world();
    const { city, place, photos } = await given(3);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    const name = `3 photos of ${place.name}`;
    await pick(page, name);
    await page.keyboard.press('Enter');
    await expect.poll(() => rowOf(page, place.name).count()).toBe(3);
    await expectAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await isChosen(page, name);
    await button(page, `Open ${name}`).click();
    await isChosen(page, place.name);
    await page.keyboard.press('j');
    const { asked } = decisionsOf(page);
    await pressUntilAsked(page, 'a', asked, [`approve ${photos[1]?.id}`]);
    await button(page, `Close 2 photos of ${place.name}`).click();
    await button(page, `Reject 2 photos of ${place.name}`).click();
    await dialogOf(page).getByRole('heading', { name: 'Remove 2 photos?' }).waitFor();
    await dialogOf(page).getByLabel('Reason').fill('They show faces.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Removed: 2 photos').first().waitFor();
    expect(asked.slice(1)).toEqual([`reject ${photos[0]?.id}`, `reject ${photos[2]?.id}`]);
  });

  it('a decision covers only photos that were on the screen; on a phone a press opens the row', async () => {
    const { mia, open } = world();
    const { city, place, other } = await given(8);
    const name = `8 photos of ${place.name}`;
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await pick(page, other.name);
    const { asked } = decisionsOf(page);
    await button(page, `Approve ${name}`).click();
    await page
      .getByText('Not all of these photos are on the screen. Open the row to see them.')
      .first()
      .waitFor();
    expect(asked).toEqual([]);
    await pick(page, name);
    await expect.poll(() => detailOf(page, name).locator('[data-in-set] img').count()).toBe(8);
    await expect
      .poll(async () => {
        if (asked.length === 0) await button(page, `Approve ${name}`).click();
        return asked.length;
      })
      .toBe(8);
    await page.getByText('Fine: 8 photos').first().waitFor();
    await page.keyboard.press('u');
    await rowOf(page, name).waitFor();

    await using phone = await open(`/admin/queue?city=${city.id}`, mia, {
      viewport: { width: 390, height: 844 },
    });
    await button(phone.page, name).click();
    await expect.poll(() => rowOf(phone.page, place.name).count()).toBe(8);
    await expectAccessible(phone.page);
  });
}
