import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits } from '#contracts/shared/limits';
import type { SignedIn } from '#contracts/account/views';

import { findBrowser, openBrowser } from './browser.ts';
import { profile, signIn, visitIn } from './people.ts';
import { asFile, fromCamera } from './photo-files.ts';
import { authorAs } from './seed.ts';
import { createWorld, hold, press, seeAll, type World } from './world.ts';

interface Somebody {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly session: SignedIn;
}

const chromium = findBrowser();
const place = (page: Page) => page.getByRole('dialog', { name: 'Add a location' });
const city = (page: Page) => page.getByRole('dialog', { name: 'Add a city' });
const name = (form: Locator) => form.getByLabel('Name', { exact: true });
const rows = (page: Page) => page.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem');
const question = (page: Page) => page.getByRole('dialog', { name: 'Throw away what you typed?' });
const chooser = (page: Page) => city(page).locator('input[type=file]');

describe.skipIf(chromium === null)('the draft of a form', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  let count = 0;
  /** A new account with a session of its own: the tests end sessions. */
  const somebody = async (): Promise<Somebody> => {
    const account = { email: `person${++count}@example.org`, password: 'six-or-more' };
    const author = await authorAs(world.app, { firstName: 'Ada', lastName: `Stone ${count}`, ...account });
    return { ...account, name: `Ada Stone ${count}`, session: author.session };
  };
  /** Opens pages of one browser profile: a device with tabs. */
  const device = async (as: Somebody) => {
    const browser = await openBrowser(chromium ?? '');
    const options = { as };
    const context = await profile(browser, world.app, options);
    return {
      tab: (path = '/') => visitIn(context, { ...options, path }, (page) => page.close()),
      [Symbol.asyncDispose]: () => browser.close(),
    };
  };
  const fillPlace = async (page: Page, called: string) => {
    await press(page, 'Add Location');
    await name(place(page)).fill(called);
    await place(page).getByLabel('City', { exact: true }).selectOption({ label: 'Görlitz, Germany' });
    await place(page).getByLabel('Description').fill('What one sees there.');
    await place(page).getByLabel('Category').selectOption('Nature');
  };
  const signOut = async (page: Page, person: string) => {
    await press(page, person);
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  };
  const signInInside = async (page: Page, account: { email: string; password: string }) => {
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel('Email').fill(account.email);
    await dialog.getByLabel('Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('survives a reload, with its photos, and shows its age and the missing photo', async () => {
    const ada = await somebody();
    await using tabs = await device(ada);
    await using visit = await tabs.tab();
    const { page } = visit;
    await fillPlace(page, 'Weir');
    await place(page)
      .getByLabel('Choose photos')
      .setInputFiles([
        asFile('one.jpg', await fromCamera()),
        asFile('huge.jpg', Buffer.concat([await fromCamera(), Buffer.alloc(limits.photoBytes)])),
        asFile('two.jpg', await fromCamera()),
      ]);
    await place(page).getByLabel('Caption of two.jpg').fill('From the weir.');
    // The browser has to write the photos first.
    await expect.poll(() => keptPhotos(page)).toEqual(['one.jpg', 'two.jpg: From the weir.']);
    await page.reload();
    await press(page, 'Add Location');
    await place(page)
      .getByText(/^Your draft from \d\d:\d\d/)
      .waitFor();
    await seeAll(place(page), ['Not kept here, please choose again: huge.jpg']);
    expect(await name(place(page)).inputValue()).toBe('Weir');
    await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(2);
    expect(await place(page).getByLabel('Caption of two.jpg').inputValue()).toBe('From the weir.');
    await press(place(page), 'Add Location');
    await seeAll(page, ['Sent, waiting for review', '2 photo(s) uploaded successfully!']);
    await press(page, 'Done');
    await press(page, 'Add Location');
    await place(page).waitFor();
    expect(await name(place(page)).inputValue()).toBe('');
    expect(await rows(page).count()).toBe(0);
    expect(await keptPhotos(page)).toEqual([]);
  });

  it('survives a sign-out in another tab; the person signs in inside the form', async () => {
    const ada = await somebody();
    await using tabs = await device(ada);
    await using form = await tabs.tab();
    await using other = await tabs.tab();
    const { page } = form;
    await press(page, 'Add City');
    await name(city(page)).fill('A draft that ends with the session');
    await page.keyboard.press('Escape');
    await seeAll(page, ['Your draft is kept']);
    await fillPlace(page, 'Mill');
    await place(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('mill.jpg', await fromCamera()));
    await expect.poll(() => keptPhotos(page)).toEqual(['mill.jpg']);
    await signOut(other.page, ada.name);
    await place(page)
      .getByText(/^You are signed out/)
      .waitFor();
    // The open form stores everything again, and nothing else is stored.
    await expect.poll(() => keptPhotos(page)).toEqual(['mill.jpg']);
    expect(await drafts(page)).toHaveLength(1);
    await press(place(page), 'Add Location');
    await signInInside(page, ada);
    expect(await name(place(page)).inputValue()).toBe('Mill');
    await press(place(page), 'Add Location');
    // A later toast may replace an earlier one at once.
    await seeAll(page, ['Sent, waiting for review', '1 photo(s) uploaded successfully!']);
    expect(await drafts(page)).toEqual([]);
    await form.checkUnbroken();
  });

  it('is never shown to another account on the same device', async () => {
    const ada = await somebody();
    await using tabs = await device(ada);
    await using form = await tabs.tab();
    await using other = await tabs.tab();
    const { page } = form;
    await fillPlace(page, 'Secret Spot');
    await place(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('secret.jpg', await fromCamera()));
    await rows(page).getByText('secret.jpg').waitFor();
    await signOut(other.page, ada.name);
    await place(page)
      .getByText(/^You are signed out/)
      .waitFor();
    await press(place(page), 'Sign In');
    await signInInside(page, await somebody());
    await place(page)
      .getByText(/^You are signed out/)
      .waitFor({ state: 'detached' });
    await expect.poll(() => name(place(page)).inputValue()).toBe('');
    expect(await rows(page).count()).toBe(0);
    await page.reload();
    await press(page, 'Add Location');
    await place(page).waitFor();
    expect(await name(place(page)).inputValue()).toBe('');
    expect(await rows(page).count()).toBe(0);
    expect(
      await place(page)
        .getByText(/^Your draft/)
        .count(),
    ).toBe(0);
  });

  it('is deleted when its person signs out and no form is open', async () => {
    const ada = await somebody();
    await using tabs = await device(ada);
    await using visit = await tabs.tab();
    const { page } = visit;
    await fillPlace(page, 'Left Behind');
    await place(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('left.jpg', await fromCamera()));
    await expect.poll(() => keptPhotos(page)).toEqual(['left.jpg']);
    await page.keyboard.press('Escape');
    await place(page).waitFor({ state: 'detached' });
    await signOut(page, ada.name);
    expect(await drafts(page)).toEqual([]);
    expect(await keptPhotos(page)).toEqual([]);
    await signIn(page, ada);
    await press(page, 'Add Location');
    await place(page).waitFor();
    expect(await name(place(page)).inputValue()).toBe('');
  });

  it('is discarded by Cancel after a question; Escape, a click outside and Back keep it', async () => {
    await using visit = await world.open('/', { as: await somebody(), fresh: true });
    const { page } = visit;
    await page.getByRole('link', { name: 'Old Bridge' }).first().click();
    await page.getByRole('dialog', { name: 'Old Bridge' }).waitFor();
    const edit = page.getByRole('dialog', { name: 'Edit Old Bridge' });
    const address = edit.getByLabel('Address');
    const reopen = async () => {
      await press(page, 'Edit');
      await edit.getByText(/^Your draft from/).waitFor();
      expect(await address.inputValue()).toBe('Uferstraße 7');
    };
    await press(page, 'Edit');
    await address.fill('Uferstraße 7');
    await address.press('Escape');
    await edit.waitFor({ state: 'detached' });
    await reopen();
    await page.mouse.click(5, 5);
    await edit.waitFor({ state: 'detached' });
    await reopen();
    await page.goBack();
    await edit.waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('dialog', { name: 'Old Bridge' }).waitFor();
    await reopen();
    await press(edit, 'Cancel');
    await press(question(page), 'Keep it');
    expect(await address.inputValue()).toBe('Uferstraße 7');
    await edit.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
    await press(question(page), 'Throw away');
    await edit.waitFor({ state: 'detached' });
    await press(page, 'Edit');
    await expect.poll(() => address.inputValue()).toBe('Uferstraße 1');
    expect(await edit.getByText(/^Your draft/).count()).toBe(0);
    await press(edit, 'Cancel');
    await edit.waitFor({ state: 'detached' });
    await visit.checkUnbroken();
  });

  it('is sent once a city’s picture has arrived, if the person pressed the button before', async () => {
    await using visit = await world.open('/', { as: await somebody(), fresh: true });
    const { page } = visit;
    await press(page, 'Add City');
    await name(city(page)).fill('Bautzen');
    await city(page).getByLabel('Country').fill('Germany');
    const slow = await hold(page, '**/api/pictures');
    await chooser(page).setInputFiles(asFile('city.jpg', await fromCamera()));
    await city(page).getByText('Uploading city.jpg').waitFor();
    await press(city(page), 'Add City');
    await seeAll(city(page), ['It is sent as soon as its picture has arrived.']);
    expect(await city(page).getByText('Image URL is required').count()).toBe(0);
    slow.release();
    await seeAll(page, ['City added successfully']);
    await visit.checkUnbroken();
  });

  it('stays if a city’s picture does not arrive, and the form says that nothing was sent', async () => {
    await using visit = await world.open('/', { as: await somebody(), fresh: true });
    const { page } = visit;
    await press(page, 'Add City');
    await name(city(page)).fill('Kamenz');
    await city(page).getByLabel('Country').fill('Germany');
    const slow = await hold(page, '**/api/pictures');
    await page.route('**/api/pictures', (route) => route.abort(), { times: 1 });
    const late = await hold(page, '**/api/pictures');
    await chooser(page).setInputFiles(asFile('city.jpg', await fromCamera()));
    await city(page).getByText('Uploading city.jpg').waitFor();
    await press(city(page), 'Add City');
    late.release();
    await city(page)
      .getByText(/^Nothing was sent: the picture has not arrived/)
      .waitFor();
    await seeAll(city(page), ['city.jpg: No connection. The picture is still selected.']);
    expect(await name(city(page)).inputValue()).toBe('Kamenz');
    slow.release();
    await press(city(page), 'Retry');
    await city(page).getByText('Uploaded picture').waitFor();
    await press(city(page), 'Add City');
    await seeAll(page, ['City added successfully']);
    await visit.checkUnbroken();
  });
});

/** The keys of the drafts in this browser. */
const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')));

/** The photos in this browser, with their captions. */
const keptPhotos = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const open = indexedDB.open('drafts', 1);
    await new Promise((resolve) => (open.onsuccess = open.onblocked = resolve));
    const all = open.result.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    open.result.close();
    const stored = all.result as Array<{ photo: { file: File; caption: string }; position: number }>;
    return stored
      .sort((one, other) => one.position - other.position)
      .map(({ photo }) => (photo.caption === '' ? photo.file.name : `${photo.file.name}: ${photo.caption}`));
  });
