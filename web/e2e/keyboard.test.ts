import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { pictureAddress } from './people.ts';
import { picture } from './seed.ts';
import { painted } from './desk-world.ts';
import {
  createWorld,
  hasFocus,
  pathOf,
  seeAll,
  showsFocus,
  topDialog as dialog,
  type World,
} from './world.ts';

const chromium = findBrowser();

/** Presses Tab (or Shift+Tab) until the target has the focus, as a person without a mouse would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  let element = await target.elementHandle();
  for (let presses = 0; presses < 60; presses++) {
    // One check per press, of the element itself: finding it by its role again would take longer than the rest.
    const now = await element.evaluate((wanted) => ({
      isThere: wanted === document.activeElement,
      isAttached: wanted.isConnected,
      on: document.activeElement?.outerHTML.slice(0, 60) ?? '',
    }));
    if (now.isThere) return;
    passed.push(now.on);
    if (now.isAttached) await page.keyboard.press(key);
    else element = await target.elementHandle();
  }
  throw new Error(`${String(target)} cannot be reached by ${key}: ${passed.join('\n')}`);
}

const reach = async (page: Page, target: Locator, key: string) => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
const focusIsOn = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);
const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true }).last();
/** Chooses an option of a native list by typing letters, once the list has it. */
const choose = async (page: Page, list: Locator, letters: string) => {
  await list
    .locator('option', { hasText: new RegExp(`^${letters}`) })
    .first()
    .waitFor({ state: 'attached' });
  await tabTo(page, list);
  await page.keyboard.type(letters);
};

describe.skipIf(chromium === null)('every task, by keyboard alone', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('searches, opens a place, and comes back to its card', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.keyboard.press('Tab');
    await focusIsOn(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await reach(page, page.getByRole('searchbox'), 'b');
    await page.keyboard.type('ridge');
    await page.keyboard.press('Enter');
    await seeAll(page, ['Search Results', '1 location for “bridge”']);
    await focusIsOn(page.getByRole('searchbox'));
    await reach(page, page.getByRole('link', { name: 'Old Bridge' }), 'Enter');
    await focusIsOn(page.getByRole('heading', { name: 'Old Bridge', level: 2 }));
    await page.keyboard.press('Escape');
    await focusIsOn(page.getByRole('link', { name: 'Old Bridge' }));
    await reach(page, button(page, 'Favourite Old Bridge'), 'Enter');
    await dialog(page).getByRole('tab', { name: 'Sign In' }).waitFor();
    await page.keyboard.press('Escape');
    await focusIsOn(button(page, 'Favourite Old Bridge'));
    expect(pathOf(page)).toBe('/?q=bridge');
    await visitor.checkUnbroken();
  });

  it('turns the photos, and rates without saving the ratings passed on the way', async () => {
    await using person = await world.open(`/location/${world.wall.id}`, { as: world.user });
    const { page } = person;
    const saved: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saved.push(request.postDataJSON());
    });
    await seeAll(page, ['1 of 2']);
    await reach(page, button(page, 'Next photo'), 'Enter');
    await seeAll(page, ['2 of 2']);
    await page.keyboard.press('ArrowRight');
    await seeAll(page, ['1 of 2']);

    const star = (rating: number) => page.getByRole('radio', { name: new RegExp(`^${rating} of 5`) });
    await tabTo(page, button(page, /^Share/));
    await page.keyboard.press('Tab');
    await focusIsOn(star(1));
    for (const rating of [1, 2, 3]) {
      await page.keyboard.press(rating === 1 ? 'Space' : 'ArrowRight');
      await focusIsOn(star(rating));
    }
    // Space has saved the first rating; the arrow keys have saved nothing.
    await seeAll(page, ['Press Enter to save.']);
    await expect.poll(() => saved).toEqual([{ rating: 1 }]);
    await page.keyboard.press('Enter');
    await expect.poll(() => saved).toEqual([{ rating: 1 }, { rating: 3 }]);
    await seeAll(page, ['3.0/5']);
    await focusIsOn(star(3));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await expect.poll(() => saved).toEqual([{ rating: 1 }, { rating: 3 }, { rating: 4 }]);
  });

  it('stops at the stars only once, even if the place changes meanwhile', async () => {
    const place = await world.admin.location(world.city, 'Rated Meanwhile');
    await using person = await world.open(`/location/${place.id}`, { as: world.user });
    const { page } = person;
    const first = page.getByRole('radio', { name: /^1 of 5/ });
    await tabTo(page, first);
    await world.admin.send('PUT', `/api/locations/${place.id}/rating`, { rating: 5 });
    await seeAll(page, ['5.0/5']);
    await page.keyboard.press('Tab');
    await focusIsOn(button(dialog(page), 'Edit'));
    await page.keyboard.press('Shift+Tab');
    await focusIsOn(first);
  });

  it('adds a city, then a location in it, edits the location, and withdraws the city', async () => {
    await using person = await world.open('/', { as: world.user, fresh: true });
    const { page } = person;
    await reach(page, button(page, 'Add City'), 'Enter');
    await focusIsOn(dialog(page).getByLabel('Name'));
    // In an empty form, the first field with an error gets the focus.
    await page.keyboard.press('Enter');
    await seeAll(page, ['Name is required']);
    await focusIsOn(dialog(page).getByLabel('Name'));
    await page.keyboard.type('Zittau');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Germany');
    await tabTo(page, dialog(page).getByLabel('Image URL'));
    await page.keyboard.type(pictureAddress);
    await page.keyboard.press('Enter');
    await seeAll(page, ['City added successfully']);
    await focusIsOn(button(page, 'Add City'));

    await page.keyboard.press('Shift+Tab');
    await focusIsOn(button(page, 'Add Location'));
    await page.keyboard.press('Enter');
    const form = dialog(page);
    await focusIsOn(form.getByLabel('Name'));
    await page.keyboard.type('Town Baths');
    await choose(page, form.getByLabel('City', { exact: true }), 'Zit');
    await tabTo(page, form.getByLabel('Description'));
    await page.keyboard.type('Tiles and steam.');
    await choose(page, form.getByLabel('Category'), 'Arch');
    await reach(page, form.getByRole('button', { name: 'Add Location' }), 'Enter');
    await seeAll(page, ['Location added successfully', 'Sent, waiting for review']);
    await reach(page, button(dialog(page), 'Done'), 'Enter');
    await focusIsOn(button(page, 'Add Location'));

    await page.goto('/submissions');
    await reach(page, page.getByRole('link', { name: 'Town Baths' }), 'Enter');
    await focusIsOn(page.getByRole('heading', { name: 'Town Baths', level: 2 }));
    await reach(page, button(dialog(page), 'Edit'), 'Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Town Baths' });
    await tabTo(page, edit.getByLabel('Address'));
    await page.keyboard.type('Theaterring 1');
    await page.keyboard.press('Enter');
    await seeAll(page, ['Location updated successfully', 'Theaterring 1']);
    await focusIsOn(button(dialog(page), 'Edit'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('heading', { name: 'My submissions' }).waitFor();
    await reach(page, button(page, 'Withdraw Zittau'), 'Enter');
    await focusIsOn(button(dialog(page), 'Cancel'));
    await page.keyboard.press('Escape');
    await focusIsOn(button(page, 'Withdraw Zittau'));
    await page.keyboard.press('Enter');
    await reach(page, button(dialog(page), 'Withdraw'), 'Enter');
    await seeAll(page, ['Zittau was withdrawn']);
    await focusIsOn(page.locator('#submissions'));
  });

  it('uploads photos, features one, and deletes one', async () => {
    await using person = await world.open(`/location/${world.bridge.id}`, { as: world.user });
    const { page } = person;
    const choosing = dialog(page).getByLabel('Choose photos');
    // Registered before tabbing there: the browser must know of the file dialog before the key arrives.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, choosing);
    await page.keyboard.press('Space');
    const colours = ['#225533', '#773311'];
    await (
      await chooser
    ).setFiles(
      await Promise.all(
        colours.map(async (colour) => ({
          name: `${colour.slice(1)}.jpg`,
          mimeType: 'image/jpeg',
          buffer: await picture(colour),
        })),
      ),
    );
    await reach(page, button(dialog(page), 'Upload 2 Photos'), 'Enter');
    await seeAll(page, ['2 photo(s) uploaded successfully!', '(2 photos)']);
    await focusIsOn(choosing);

    await reach(page, button(dialog(page), 'Edit'), 'Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Old Bridge' });
    await reach(page, button(edit, 'Feature photo 2 of 2'), 'Enter');
    await seeAll(page, ['Featured photo updated!']);
    // The photo moves to the first position, and the focus moves with it.
    await focusIsOn(edit.getByRole('button', { name: 'Featured photo 1 of 2' }));
    await reach(page, button(edit, 'Delete photo 2 of 2'), 'Enter');
    const confirm = page.getByRole('dialog', { name: 'Delete this photo?' });
    await focusIsOn(button(confirm, 'Cancel'));
    await reach(page, button(confirm, 'Delete Photo'), 'Enter');
    await seeAll(page, ['Photo deleted successfully']);
    await focusIsOn(edit.getByRole('heading', { name: 'Photos' }));
    await page.keyboard.press('Escape');
    await focusIsOn(button(page.getByRole('dialog', { name: 'Old Bridge' }), 'Edit'));
  });

  it('reviews: the focus goes to the next item, Undo returns it, and arrivals are only announced', async () => {
    for (const name of ['Aue', 'Bautzen', 'Coswig']) await world.user.city(name);
    await using person = await world.open('/admin', { as: world.admin });
    const { page } = person;
    const row = (name: string) =>
      page.getByRole('list', { name: 'Pending cities' }).getByRole('listitem').filter({ hasText: name });
    const nameOf = (name: string) => row(name).getByRole('button', { name, exact: true });
    await reach(page, button(page, 'Approve Aue'), 'Enter');
    await seeAll(page, ['Approved: Aue']);
    await focusIsOn(nameOf('Bautzen'));
    expect(await showsFocus(nameOf('Bautzen'))).toBe(true);
    await page.keyboard.press('u');
    await focusIsOn(nameOf('Aue'));
    await page.keyboard.press('j');
    await focusIsOn(nameOf('Bautzen'));
    await page.keyboard.press('j');
    await focusIsOn(nameOf('Coswig'));
    await page.keyboard.press('k');
    await focusIsOn(nameOf('Bautzen'));
    await painted(page, 'Bautzen');
    await page.keyboard.press('r');
    await focusIsOn(dialog(page).getByLabel('Reason'));
    await page.keyboard.type('Already here.');
    await reach(page, button(dialog(page), 'Reject'), 'Enter');
    await seeAll(page, ['Declined: Bautzen']);
    await focusIsOn(nameOf('Coswig'));

    const place = await row('Coswig').boundingBox();
    await world.user.city('Dohna');
    await button(page, '1 new').waitFor();
    expect(await row('Coswig').boundingBox()).toEqual(place);
    await page
      .getByRole('status')
      .getByText('Waiting for review: 3 cities')
      .first()
      .waitFor({ state: 'attached' });
    await focusIsOn(nameOf('Coswig'));
    await tabTo(page, button(page, '1 new'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await focusIsOn(nameOf('Dohna'));
    for (const name of ['Dohna', 'Coswig', 'Aue']) {
      await focusIsOn(nameOf(name));
      await painted(page, name);
      await page.keyboard.press('a');
    }
    await seeAll(page, ['No pending cities to review']);
    await focusIsOn(page.getByRole('region', { name: 'Review cities' }));
  });

  it('goes through the tabs, and edits, deletes and restores in the table', async () => {
    const doomed = await world.admin.city('Ebersbach');
    await using person = await world.open('/admin', { as: world.admin });
    const { page } = person;
    await tabTo(page, page.getByRole('tab', { name: /^Pending Cities/ }));
    for (const name of [/^Pending Locations/, /^Pending Edits/, 'Manage Cities']) {
      await page.keyboard.press('ArrowRight');
      await focusIsOn(page.getByRole('tab', { name, selected: true }));
    }
    await reach(page, page.getByLabel('Search cities'), 'e');
    // On a busy machine the first letters are searched for, too, and each search has a table of its own.
    const found = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('search') === 'ebers',
    );
    await page.keyboard.type('bers');
    await found;
    await page.getByRole('rowheader', { name: /^Görlitz/ }).waitFor({ state: 'detached' });
    await reach(page, button(page, 'Edit Ebersbach'), 'Enter');
    await focusIsOn(dialog(page).getByLabel('Name'));
    await tabTo(page, dialog(page).getByLabel('Country'));
    await page.keyboard.type('Saxony');
    await page.keyboard.press('Enter');
    await seeAll(page, ['City updated successfully', 'Saxony']);
    await focusIsOn(button(page, 'Edit Ebersbach'));
    await reach(page, button(page, 'Delete Ebersbach'), 'Enter');
    await reach(page, button(dialog(page), 'Delete City'), 'Enter');
    await seeAll(page, ['City and all its locations deleted successfully']);
    // Its buttons are gone; the button to restore it has the focus.
    await focusIsOn(button(page, 'Restore Ebersbach'));
    await page.keyboard.press('Enter');
    await reach(page, button(dialog(page), 'Restore'), 'Enter');
    await seeAll(page, ['Ebersbach is back']);
    await focusIsOn(button(page, 'History of Ebersbach'));
    expect(doomed.name).toBe('Ebersbach');
  });

  it('deletes a location: the focus moves to the page, which confirms the deletion', async () => {
    const doomed = await world.admin.location(world.city, 'Doomed Corner');
    await using visitor = await world.open(`/location/${doomed.id}`);
    await visitor.page.getByText('About this location').waitFor();
    await using person = await world.open('/', { as: world.admin });
    const { page } = person;
    await reach(page, page.getByRole('link', { name: 'Doomed Corner' }), 'Enter');
    await reach(page, button(dialog(page), 'Delete'), 'Enter');
    await focusIsOn(button(dialog(page), 'Cancel'));
    await reach(page, button(dialog(page), 'Delete Location'), 'Enter');
    await seeAll(page, ['Location deleted successfully']);
    await expect
      .poll(() => page.evaluate('document.querySelector("#main").contains(document.activeElement)'))
      .toBe(true);

    await visitor.page.getByRole('heading', { name: 'Location not found' }).waitFor();
    await expect
      .poll(() => visitor.page.evaluate('document.querySelector("#main").contains(document.activeElement)'))
      .toBe(true);
  });

  it('opens and closes the menu of a small screen', async () => {
    await using visitor = await world.open('/', { look: { viewport: { width: 360, height: 740 } } });
    const { page } = visitor;
    await reach(page, button(page, 'Open menu'), 'Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await focusIsOn(button(page, 'Open menu'));
  });
});
