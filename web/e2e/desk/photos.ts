import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { expectAccessible } from '../axe.ts';
import { button, painted } from '../desk-world.ts';
import { hasFocus } from '../world.ts';
import {
  responseTo,
  decisionsOf,
  dialogOf,
  next,
  pick,
  detailOf,
  pressUntilAsked,
  type Given,
} from './given.ts';

/** For each picture of the grid: how many of its own corners are visible and uncovered. */
const cornersSeen = (page: Page): Promise<number[]> =>
  page.locator('[data-row] img').evaluateAll((all) =>
    all.map((each) => {
      const picture = each as HTMLImageElement;
      const box = picture.getBoundingClientRect();
      const scales = [box.width / picture.naturalWidth, box.height / picture.naturalHeight];
      const fit = getComputedStyle(picture).objectFit;
      const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
      const half = [(picture.naturalWidth * scale) / 2 - 1, (picture.naturalHeight * scale) / 2 - 1] as const;
      const corners = [-1, 1].flatMap((x) =>
        [-1, 1].map(
          (y) => [box.x + box.width / 2 + x * half[0], box.y + box.height / 2 + y * half[1]] as const,
        ),
      );
      const isSeen = ([x, y]: readonly [number, number]) => {
        const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        return (
          inside &&
          document.elementFromPoint(x, y)?.closest('[data-row]') === picture.closest('[data-row]') &&
          document.elementFromPoint(x, y)?.closest('label') === null
        );
      };
      return corners.filter(isSeen).length;
    }),
  );

export function photoCases(world: Given): void {
  /** Creates three places with a photo each; the first photo is also at a fourth place in another city. */
  async function given(): Promise<{
    readonly city: City;
    readonly places: readonly Location[];
    readonly photos: readonly Photo[];
  }> {
    const { admin, user } = world();
    const [city, elsewhere] = [await admin.city(`Photos ${next()}`), await admin.city(`Elsewhere ${next()}`)];
    const colour = (0x405060 + next() * 4097).toString(16);
    const places = [];
    const photos = [];
    for (const name of ['First', 'Second', 'Third']) {
      const place = await admin.location(city, `${name} ${next()}`);
      places.push(place);
      photos.push(
        await user.photo(
          place,
          name === 'First' ? `#${colour}` : `#${(0x102030 + next() * 8191).toString(16)}`,
        ),
      );
    }
    await user.photo(await admin.location(elsewhere, `Copied ${next()}`), `#${colour}`);
    return { city, places, photos };
  }

  it('a grid: arrows choose, x selects, r removes with a reason, F approves all on the screen', async () => {
    const { mia, open, user } = world();
    const { city, places, photos } = await given();
    const [first, second, third] = places.map(({ name }) => name);
    await using desk = await open(`/admin/queue?kind=photo&city=${city.id}`, mia);
    const { page } = desk;
    const chosen = (name = '') =>
      expect.poll(() => page.locator('[data-row][aria-current] button[id^="row-"]').textContent()).toBe(name);
    await chosen(first);
    await expectAccessible(page);
    await expect.poll(() => cornersSeen(page)).toEqual([4, 4, 4]);
    await page.keyboard.press('ArrowRight');
    await chosen(second);
    await page.keyboard.press('ArrowRight');
    await chosen(third);
    await page.keyboard.press('ArrowLeft');
    await painted(page, second ?? '');
    await page.keyboard.press('x');
    expect(await page.getByLabel(`Select ${second}`).isChecked()).toBe(true);
    const { asked } = decisionsOf(page);
    await page.keyboard.press('r');
    await dialogOf(page).getByLabel('Reason').fill('It shows a face.');
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Removed: ${second}`).first().waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    const { body } = await responseTo(world(), user, '/api/submissions');
    expect(body).toContainEqual(
      expect.objectContaining({ entityType: 'photo', entityId: photos[1]?.id, reason: 'It shows a face.' }),
    );
    // F does not approve pictures that are not loaded yet.
    await expect
      .poll(() =>
        page
          .locator('[data-row] img')
          .evaluateAll((all) => all.every((each) => (each as HTMLImageElement).complete)),
      )
      .toBe(true);
    await page.keyboard.press('f');
    await page.getByText('Nothing to look at').waitFor();
    await expect
      .poll(() => asked)
      .toEqual([`reject ${photos[1]?.id}`, `approve ${photos[0]?.id}`, `approve ${photos[2]?.id}`]);
  });

  it('a photo opens large over the desk, with its place and the same picture elsewhere; arrows navigate, Escape returns', async () => {
    const { mia, open } = world();
    const { city, places, photos } = await given();
    const [first, second, third] = places.map(({ name }) => name);
    await using desk = await open(`/admin/queue?kind=photo&city=${city.id}`, mia);
    const { page } = desk;
    const pages = () => page.context().pages().length;
    const before = pages();
    await pick(page, first ?? '');
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    const shows = (at: number) => page.locator(`[data-large="${photos[at]?.id}"] img`).waitFor();
    await shows(0);
    await dialog.getByText('1 of 3').waitFor();
    await dialog.getByText('The same picture is also at').waitFor();
    await dialog.getByRole('heading', { name: 'The same picture elsewhere' }).waitFor();
    await dialog.getByRole('heading', { name: 'Others of this person' }).waitFor();
    await dialog.getByRole('link', { name: 'Jonas Kern' }).waitFor();
    await expectAccessible(page);
    // Shows the copy instead, and returns.
    await dialog
      .getByRole('button', { name: /^Photo of Copied/ })
      .first()
      .click();
    await dialog.getByRole('heading', { level: 2, name: /^Copied/ }).waitFor();
    expect(await button(dialog, 'Fine A').count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await shows(0);
    await page.keyboard.press('ArrowRight');
    await shows(1);
    const { asked } = decisionsOf(page);
    await pressUntilAsked(page, 'a', asked, [`approve ${photos[1]?.id}`]);
    await shows(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(button(page, third ?? ''))).toBe(true);
    expect(second).not.toBe(third);
    // Also from a photo's detail, and from the detail of a place with all of its photos.
    await detailOf(page, third ?? '')
      .getByRole('button', { name: /^Photo of Third/ })
      .first()
      .click();
    await shows(2);
    await page.keyboard.press('Escape');
    expect(pages()).toBe(before);
  });

  it('the large view stays with its photo when somebody else decides it', async () => {
    const { mia, noa, open } = world();
    const { city, places, photos } = await given();
    await using desk = await open(`/admin/queue?kind=photo&city=${city.id}`, mia);
    const { page } = desk;
    await pick(page, places[0]?.name ?? '');
    await page.keyboard.press('Enter');
    await page.locator(`[data-large="${photos[0]?.id}"] img`).waitFor();
    const { asked } = decisionsOf(page);
    const id = photos[0]?.id;
    const item = { kind: 'photo', id, entityType: 'photo', entityId: id, decision: 'approve' };
    await noa.send('POST', '/api/admin/decisions', { items: [item] });
    await dialogOf(page)
      .getByText(/by Noa North/)
      .waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    expect(await button(dialogOf(page), 'Fine A').count()).toBe(0);
    expect(asked).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.locator(`[data-large="${photos[1]?.id}"] img`).waitFor();
    await button(dialogOf(page), 'Fine A').waitFor();
  });
}
