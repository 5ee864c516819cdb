import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PlaceList } from '#contracts/list/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { createWorld, hasFocus, hold, type World } from './world.ts';

const chromium = findBrowser();
const coordinates = { latitude: 51.15, longitude: 14.99 };

/** Lists of places, with the real server. */
describe.skipIf(chromium === null)('a list of places', () => {
  let world: World;
  let tower: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    tower = await world.admin.location(world.city, 'Tower', { coordinates });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const made = async (name: string, places: readonly Location[] = [], shared = false): Promise<PlaceList> => {
    const list = await world.user.send<PlaceList>('POST', '/api/lists', { name, date: '2026-06-21' });
    const ids = places.map(({ id }) => id);
    return world.user.send<PlaceList>('PUT', `/api/lists/${list.id}`, { places: ids, shared });
  };
  const read = async (path: string) => {
    const { status, headers, ...rest } = await fetch(world.app.origin + path, {
      headers: { Accept: 'text/html' },
    }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      html: await response.text(),
    }));
    return { status, headers, ...rest };
  };

  it('starts at the button beside a place’s heart, which adds and removes places', async () => {
    await using visit = await world.open(`/location/${world.bridge.id}`, { as: world.user });
    const { page } = visit;
    await page.getByRole('button', { name: 'Add Old Bridge to a list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to list' });
    await dialog.getByLabel('Name of a new list').fill('Bridges');
    await dialog.getByRole('button', { name: 'New list' }).click();
    await toastOf(page, 'Added to Bridges').waitFor();
    const box = dialog.getByRole('checkbox', { name: 'Bridges' });
    await expect.poll(() => box.isChecked()).toBe(true);
    await box.click();
    await toastOf(page, 'Removed from Bridges').waitFor();
    await box.click();
    await expect.poll(() => box.isChecked()).toBe(true);
    await dialog.getByRole('link', { name: 'All my lists' }).click();
    await page.getByRole('heading', { name: 'My lists' }).waitFor();
    await page.getByRole('link', { name: 'Bridges' }).click();
    await page.getByRole('heading', { name: 'Bridges', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
  });

  it('offers visitors no such button', async () => {
    await using visit = await world.open(`/location/${world.bridge.id}`);
    await visit.page.getByRole('button', { name: 'Share Old Bridge' }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    expect(await visit.page.getByRole('button', { name: /to a list$/ }).count()).toBe(0);
  });

  it('is ordered by keyboard, saved, downloaded, and deleted after a confirmation', async () => {
    const list = await made('Evening walk', [world.bridge, world.wall, tower]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    const { page } = visit;
    const names = () => page.getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents();
    await expect.poll(names).toEqual(['Old Bridge', 'Painted Wall', 'Tower']);
    const down = page.getByRole('button', { name: 'Move Old Bridge down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['Painted Wall', 'Old Bridge', 'Tower']);
    await expect.poll(() => hasFocus(down)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['Painted Wall', 'Tower', 'Old Bridge']);
    await page.getByRole('button', { name: 'Remove Painted Wall' }).click();
    await page.getByLabel('Note').fill('After the rain');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastOf(page, 'List saved').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await toastOf(page, 'List saved').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.reload();
    await expect.poll(names).toEqual(['Tower', 'Old Bridge']);
    expect(await page.getByLabel('Note').inputValue()).toBe('After the rain');
    // A dot between the parts would hang at the end of a phone's line.
    const place = page.getByRole('listitem').filter({ hasText: 'Old Bridge' }).locator('p').first();
    expect(await place.innerText()).toMatch(/^Görlitz, Germany\n[^·]+$/);
    // The longest day of the year at that place.
    await page
      .getByText(/^Sunrise 0[45]:\d\d · golden hour \d\d:\d\d to \d\d:\d\d · sunset 2[01]:\d\d$/)
      .waitFor();
    const refused: string[] = [];
    page.on('response', (response) => void (response.status() === 400 && refused.push(response.url())));
    const day = page.getByLabel('Day');
    await day.fill('0202-12-21');
    await day.fill('2026-12-21');
    await page.getByText(/^Sunrise 0[78]:\d\d .* sunset 1[56]:\d\d$/).waitFor();
    expect(refused).toEqual([]);
    await day.fill('2026-06-21');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'GPX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Evening-walk.gpx');
    expect(await readFile(await download.path(), 'utf8')).toContain('<wpt lat="51.15" lon="14.99">');
    await page.emulateMedia({ media: 'print' });
    expect(await names()).toEqual(['Tower', 'Old Bridge']);
    const printed = page.getByText(/^(Evening walk|After the rain|Old Bridge)$/).filter({ visible: true });
    expect(await printed.allInnerTexts()).toEqual(['Evening walk', 'After the rain', 'Old Bridge']);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click();
    await toastOf(page, 'List deleted').waitFor();
    await page.getByRole('heading', { name: 'My lists' }).waitFor();
    expect(await page.getByRole('link', { name: 'Evening walk' }).count()).toBe(0);
  });

  it('is on a map that loads on request, numbered in its order, with the sun of its day at the chosen place', async () => {
    const mill = await world.admin.location(world.city, 'Mill', {
      coordinates: { latitude: 51.155, longitude: 14.995 },
    });
    const list = await made('On a map', [tower, world.wall, mill], true);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    await using friend = await world.open(`/list/${list.sharedId}`);
    for (const { page } of [visit, friend]) {
      const row = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
      const pin = (name: string) => page.getByRole('button', { name, exact: true });
      const onMap = page.getByRole('button', { name: /^Show .+ on the map$/ });
      await row('Mill').waitFor();
      expect(await onMap.count()).toBe(0);
      await page.getByRole('button', { name: 'Show map' }).click();
      await expect.poll(() => onMap.count()).toBe(2);
      expect([await pin('1. Tower').innerText(), await pin('3. Mill').innerText()]).toEqual(['1', '3']);
      expect(await page.locator('[data-sun]').count()).toBe(0);
      await pin('1. Tower').click();
      await expect.poll(() => row('Tower').getAttribute('aria-current')).toBe('true');
      await page.locator('[data-sun] line').nth(1).waitFor({ state: 'attached' });
      await expect.poll(() => page.getByText(/^Sunrise .* sunset 2[01]:\d\d$/).count()).toBe(3);
      const other = page.getByRole('button', { name: 'Show Mill on the map' });
      await other.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => pin('3. Mill').getAttribute('aria-pressed')).toBe('true');
      expect(await row('Tower').getAttribute('aria-current')).toBe('false');
      expect(await hasFocus(other)).toBe(true);
      await page.getByRole('button', { name: 'Hide map' }).click();
      await pin('3. Mill').waitFor({ state: 'detached' });
    }
    await friend.checkUnbroken();
    await visit.page.getByRole('button', { name: 'Remove Mill' }).click();
    await visit.page.getByRole('button', { name: 'Remove Tower' }).click();
    await visit.page.getByRole('button', { name: 'Show map' }).waitFor({ state: 'detached' });
  });

  it('says where the sun does not rise or set that day', async () => {
    const island = await world.admin.location(world.city, 'Island', {
      coordinates: { latitude: 78.22, longitude: 15.65 },
    });
    const list = await made('Far north', [island]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    await visit.page.getByText('The sun does not set', { exact: true }).waitFor();
    await visit.page.getByLabel('Day').fill('2026-12-21');
    await visit.page.getByText('The sun does not rise', { exact: true }).waitFor();
  });

  it('keeps text typed while a save is in progress', async () => {
    const list = await made('Slow', [world.bridge]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    const { page } = visit;
    await page.getByLabel('Name').fill('Slower');
    const saving = await hold(page, `**/api/lists/${list.id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Note').fill('Bring a tripod');
    saving.release();
    await page.getByRole('heading', { name: 'Slower', level: 1 }).waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Bring a tripod');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await page.reload();
    expect(await page.getByLabel('Note').inputValue()).toBe('Bring a tripod');
    expect(await page.getByLabel('Name').inputValue()).toBe('Slower');
  });

  it('stays within a phone’s width if its note is one long word', async () => {
    const list = await world.user.send<PlaceList>('POST', '/api/lists', {
      name: 'Long',
      note: 'o'.repeat(1000),
    });
    await using visit = await world.open(`/lists/${list.id}`, {
      as: world.user,
      look: { viewport: { width: 360, height: 740 } },
    });
    await visit.page.getByLabel('Note').waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('lets the first of two windows win; the other shows the conflict and loads the saved version', async () => {
    const list = await made('Contested', [world.bridge]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    const { page } = visit;
    await page.getByLabel('Name').fill('Mine');
    await world.user.send('PUT', `/api/lists/${list.id}`, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('This list was changed in another window.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Load theirs' }).press('Enter');
    const title = page.getByRole('heading', { name: 'Theirs', level: 1 });
    await expect.poll(() => hasFocus(title)).toBe(true);
    expect(await page.getByLabel('Name').inputValue()).toBe('Theirs');
    await page.getByLabel('Name').fill('Mine after all');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Mine after all', level: 1 }).waitFor();
  });

  it('keeps what is not saved through a reload, until it is thrown away or saved', async () => {
    const list = await made('Unsaved', [world.bridge, world.wall, tower]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    const { page } = visit;
    const names = () => page.getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents();
    const note = page.getByLabel('Note');
    await note.fill('Bring a tripod');
    await page.getByRole('button', { name: 'Move Tower up' }).click();
    await page.getByRole('button', { name: 'Remove Old Bridge' }).click();
    await page.reload();
    await page.getByText(/^Your draft from /).waitFor();
    expect(await names()).toEqual(['Tower', 'Painted Wall']);
    expect(await note.inputValue()).toBe('Bring a tripod');
    await page.getByRole('button', { name: 'Throw away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
    await expect.poll(names).toEqual(['Old Bridge', 'Painted Wall', 'Tower']);
    expect(await note.inputValue()).toBe('');
    await page.reload();
    await expect.poll(names).toEqual(['Old Bridge', 'Painted Wall', 'Tower']);
    expect(await page.getByText(/^Your draft from /).count()).toBe(0);
    await note.fill('Bring two');
    await page.reload();
    await page.getByText(/^Your draft from /).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await toastOf(page, 'List saved').waitFor();
    expect(await page.getByText(/^Your draft from /).count()).toBe(0);
    await page.reload();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    expect(await note.inputValue()).toBe('Bring two');
    expect(await page.getByText(/^Your draft from /).count()).toBe(0);
  });

  it('is shared at an address that is rendered, not indexed and not stored, until sharing stops', async () => {
    const list = await made('For friends <b>', [tower, world.wall]);
    await using visit = await world.open(`/lists/${list.id}`, { as: world.user });
    const { page } = visit;
    await page.getByRole('button', { name: 'Share this list' }).click();
    const address = await page.getByLabel('Address of the list').inputValue();
    const path = new URL(address).pathname;
    expect(path).toMatch(/^\/list\/[0-9a-f-]{36}$/);
    const shared = await read(path);
    expect(shared.status).toBe(200);
    for (const text of ['For friends &lt;b&gt;', 'Sunday 21 June 2026', 'Tower', 'Painted Wall'])
      expect(shared.html).toContain(text);
    expect(shared.html).toContain('<meta name="robots" content="noindex">');
    expect(shared.headers.get('Cache-Control')).toContain('no-store');
    expect(shared.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(shared.html).not.toContain(list.id);
    await using friend = await world.open(path);
    await friend.page.getByRole('heading', { name: 'For friends <b>', level: 1 }).waitFor();
    await friend.page.getByText(/^Sunrise /).waitFor();
    await friend.checkUnbroken();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('button', { name: 'Share this list' }).waitFor();
    expect((await read(path)).status).toBe(404);
  });

  it('can be downloaded from a city’s places too', async () => {
    await using visit = await world.open(`/city/${world.city.id}`);
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('button', { name: 'GPX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Görlitz.gpx');
    expect(await readFile(await download.path(), 'utf8')).toContain('<name>Tower</name>');
  });
});
