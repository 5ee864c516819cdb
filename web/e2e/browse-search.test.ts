import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, hasFocus, hold, pathOf, seeAll, styleOf, type World } from './world.ts';

const chromium = findBrowser();
const phone = { viewport: { width: 360, height: 740 } };
const field = (page: Page) => page.getByRole('banner').getByRole('combobox');
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

describe.skipIf(chromium === null)('search from every page', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
    await world.admin.location(world.city, 'Harbour Night', { bestTimeToVisit: 'Night (9 PM+)' });
    await world.admin.location(world.city, 'Always Good', { bestTimeToVisit: 'Any time' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(['/', '/landing', '/profile', '/no-such-page'])(
    'a slash focuses the header’s search field: %s',
    async (path) => {
      await using visitor = await world.open(path);
      const { page } = visitor;
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await field(page).waitFor();
      // The page is painted before it handles keys.
      await expect
        .poll(async () => {
          if (!(await hasFocus(field(page)))) await page.keyboard.press('/');
          return hasFocus(field(page));
        })
        .toBe(true);
      expect(await field(page).inputValue()).toBe('');
    },
  );

  it('a slash is a letter in a text field, and does nothing while a dialog is open', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await page.getByRole('searchbox').pressSequentially('a/b');
    expect(await page.getByRole('searchbox').inputValue()).toBe('a/b');
    await page.goto(`/location/${world.wall.id}`);
    // The dialog takes the focus after hydration.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await hasFocus(field(page))).toBe(false);
  });

  it('suggests cities and places with pictures, by keyboard alone', async () => {
    await using visitor = await world.open('/landing');
    const { page } = visitor;
    await page.keyboard.press('/');
    const combobox = field(page);
    expect(await combobox.getAttribute('aria-expanded')).toBe('false');
    await combobox.pressSequentially('pain');
    await option(page, /^Painted Wall/).waitFor();
    expect(await combobox.getAttribute('aria-expanded')).toBe('true');
    expect(
      await option(page, /^Painted Wall/)
        .locator('img')
        .getAttribute('src'),
    ).toMatch(/^\/photos\//);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => combobox.getAttribute('aria-activedescendant')).not.toBeNull();
    const active = await combobox.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toContain('Painted Wall');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await combobox.inputValue()).toBe('pain');
    await page.keyboard.press('ArrowDown');
    await option(page, /^Painted Wall/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Painted Wall' }).waitFor();
    // The location opened over the previous page.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/landing');
  });

  it('keeps the suggestions, which can be chosen, until those for the next letter arrive', async () => {
    await using visitor = await world.open('/landing');
    const { page } = visitor;
    await page.keyboard.press('/');
    await field(page).pressSequentially('pai');
    await option(page, /^Painted Wall/).waitFor();
    const next = /\/api\/suggest\?q=pain/;
    const held = await hold(page, next);
    const asked = page.waitForRequest(next);
    await page.keyboard.press('n');
    await asked;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Painted Wall' }).waitFor();
    held.release();
  });

  it('offers the same suggestions on the home page as in the header, even for text typed before its code loaded', async () => {
    await using visitor = await world.open('/healthz');
    const { page } = visitor;
    const scripts = await hold(page, /\/assets\/.*\.js$/);
    await page.goto('/', { waitUntil: 'commit' });
    const box = page.getByRole('searchbox');
    await box.pressSequentially('pain');
    scripts.release();
    await option(page, /^Painted Wall/).waitFor();
    for (const attribute of ['aria-controls', 'aria-autocomplete'])
      expect(await box.getAttribute(attribute), attribute).not.toBeNull();
    await page.keyboard.press('ArrowDown');
    const active = page.locator('[role="option"][aria-selected="true"]');
    await active.waitFor();
    await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Painted Wall' }).waitFor();
    await page.keyboard.press('Escape');
    await box.fill('gorlits');
    await option(page, /^Görlitz/).click();
    await page.getByRole('heading', { level: 1, name: 'Görlitz' }).waitFor();
  });

  it('opens a pressed city, and tolerates a wrong letter', async () => {
    await using visitor = await world.open(`/location/${world.bridge.id}`);
    const { page } = visitor;
    await page.getByText('About this location').waitFor();
    await page.keyboard.press('Escape');
    await field(page).fill('gorlizt');
    await field(page).fill('gorlits');
    await option(page, /^Görlitz/).click();
    await page.getByRole('heading', { level: 1, name: 'Görlitz' }).waitFor();
    expect(pathOf(page)).toBe(`/city/${world.city.id}`);
  });

  it('searches from any page, and keeps the term in a bar that stays and in its field', async () => {
    await using visitor = await world.open('/landing', { look: { viewport: { width: 1280, height: 400 } } });
    const { page } = visitor;
    await field(page).fill('görlitz');
    await field(page).press('Enter');
    await page.getByRole('heading', { name: 'Search Results' }).waitFor();
    expect(pathOf(page)).toBe('/?q=g%C3%B6rlitz');
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.evaluate('scrollTo(0, 700)');
    const bar = page.getByRole('region', { name: 'Search', exact: true });
    expect(await styleOf(bar, 'position')).toBe('sticky');
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeLessThan(80);
    expect(await page.getByRole('searchbox').inputValue()).toBe('görlitz');
    expect(await field(page).inputValue()).toBe('görlitz');
    // The bar never covers the focused element.
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Shift+Tab');
      const below = await bar.evaluate((element) => {
        const focused = document.activeElement?.getBoundingClientRect();
        return focused && focused.top - element.getBoundingClientRect().bottom;
      });
      expect(below).toBeGreaterThan(0);
    }
  });

  it('offers recent searches, and clears them with one press', async () => {
    await using visitor = await world.open('/', { fresh: true });
    const { page } = visitor;
    for (const text of ['bridge', 'wall']) {
      await field(page).fill(text);
      await field(page).press('Enter');
      // The heading comes from the previous search.
      await seeAll(page, [`1 location for “${text}”`]);
    }
    await page.goto('/landing');
    await field(page).focus();
    await option(page, 'wall').waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      'wall',
      'bridge',
      'Clear recent searches',
    ]);
    await option(page, 'Clear recent searches').click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('offers searches over everything below the home page’s picture', async () => {
    const searches = JSON.stringify(['one', 'two', 'three', 'four', 'five']);
    await using visitor = await world.open('/', {
      fresh: true,
      prepare: async (page) =>
        void (await page.addInitScript(`localStorage.setItem('recent-searches', '${searches}')`)),
    });
    const { page } = visitor;
    await page.getByRole('searchbox').focus();
    await option(page, 'five').waitFor();
    const below = page.getByRole('button', { name: 'Tonight’s golden hour near me' });
    const covering = await below.evaluate((button) => {
      const { left, top } = button.getBoundingClientRect();
      return document.elementFromPoint(left + 8, top + 8)?.closest('[role]')?.role;
    });
    expect(covering).toBe('option');
  });

  it('reduces the city section to one line if no city is found, with a way back to all', async () => {
    await using visitor = await world.open('/?q=painted');
    const { page } = visitor;
    await page.getByRole('link', { name: 'Painted Wall' }).waitFor();
    const cities = page.getByRole('region', { name: 'Cities', exact: true });
    await cities.getByRole('button', { name: 'Show All Cities' }).waitFor();
    expect((await cities.boundingBox())?.height).toBeLessThan(60);
  });

  it('shows places that are good at the chosen hour or at any time', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    const shown = () => page.getByRole('article').getByRole('heading').allInnerTexts();
    const places = async () => (await shown()).filter((name) => name !== 'Görlitz').toSorted();
    const night = page.getByRole('button', { name: 'Night (9 PM+)' });
    await night.click();
    await expect.poll(places).toEqual(['Always Good', 'Harbour Night']);
    expect(pathOf(page)).toBe('/?bestTime=night');
    expect(await night.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Evening (6-8 PM)' }).click();
    await expect.poll(places).toEqual(['Always Good', 'Old Bridge']);
    await page.reload();
    await expect.poll(places).toEqual(['Always Good', 'Old Bridge']);
    await page.getByRole('button', { name: 'Evening (6-8 PM)' }).click();
    await page.getByRole('heading', { name: 'Trending Locations' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  it('Good right now goes by the sun at each place, not by the visitor’s clock', async () => {
    const north = await world.admin.city('Tromsø', {
      coordinates: { latitude: 69.6492, longitude: 18.9553 },
    });
    await world.admin.location(north, 'Fjord', { bestTimeToVisit: 'Any time' });
    await world.admin.location(north, 'Fjord without an hour', { bestTimeToVisit: null });
    await using visitor = await world.open('/', { fresh: true });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Good right now' }).click();
    await page.getByRole('heading', { name: 'Fjord', exact: true }).waitFor();
    const shown = () => page.locator('#locations').getByRole('article').getByRole('heading').allInnerTexts();
    // The places of the other city have no coordinates.
    await expect.poll(shown).toEqual(['Fjord']);
    expect(pathOf(page)).toBe('/?light=now');
    await page.getByText('by the sun there').first().waitFor();
  });

  it('is behind a button on a phone', async () => {
    await using visitor = await world.open('/landing', { look: phone });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Open search' }).click();
    await expect.poll(() => hasFocus(field(page))).toBe(true);
    await field(page).fill('bridge');
    await option(page, /^Old Bridge/).waitFor();
    await field(page).press('Enter');
    await page.getByRole('heading', { name: 'Search Results' }).waitFor();
    await seeAll(page, ['Old Bridge']);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The chosen filter is scrolled into view.
    for (const [path, name] of [
      ['/?category=nature', 'Nature'],
      ['/?category=landmark&bestTime=evening', 'Evening (6-8 PM)'],
    ] as const) {
      await page.goto(path);
      const chip = page.getByRole('button', { name, pressed: true });
      const right = async () => {
        const box = await chip.boundingBox();
        return box && box.x + box.width;
      };
      await expect.poll(right, { message: name }).toBeLessThan(phone.viewport.width);
      expect(await page.evaluate('scrollY')).toBe(0);
    }
  });
});
