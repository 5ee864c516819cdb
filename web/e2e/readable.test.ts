import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { misfits, twiceTheText } from './fitting.ts';
import { file } from '../../scripts/screens/steps.mjs';
import { authorAs } from './seed.ts';
import { createWorld, hold, nextPaint, offlineLine, styleOf, type World } from './world.ts';

const chromium = findBrowser();
const phone = { viewport: { width: 360, height: 740 } };

/** The luminance of a colour channel, 0 to 255. */
const linear = (channel: number) =>
  channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

/** The contrast of white text with nearly all pixels behind this element. */
async function contrastWithWhite(element: Locator): Promise<number> {
  const { data } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const contrasts: number[] = [];
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    contrasts.push(1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05));
  }
  return contrasts.sort((one, other) => one - other)[Math.floor(contrasts.length / 20)] ?? 0;
}

/** Checks a page that was opened in a phone's window there and in a wide one. */
async function fits(page: Page, what: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await nextPaint(page);
    expect(await misfits(page), `${what}, ${width} px wide`).toEqual([]);
  }
  await page.setViewportSize(phone.viewport);
}

describe.skipIf(chromium === null)('readable screens', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('mark the selection and draw edges of buttons and dialogs in the reader’s own colours', async () => {
    await using visitor = await world.open('/?category=landmark');
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: 'active' });
    const ground = (where: Locator) => styleOf(where, 'background-color');
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await expect.poll(() => chip('Landmarks').getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(async () => (await ground(chip('Landmarks'))) !== (await ground(chip('Cafes'))))
      .toBe(true);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    const tab = (name: string) => dialog.getByRole('tab', { name });
    await tab('Sign In').waitFor();
    expect(await ground(tab('Sign In'))).not.toBe(await ground(tab('Sign Up')));
    expect(await styleOf(tab('Sign Up'), 'border-bottom-color')).toBe(await ground(dialog));
    expect(await styleOf(dialog, 'border-top-width')).toBe('1px');
    const submit = dialog.getByRole('button', { name: 'Sign In', exact: true });
    expect(await styleOf(submit, 'border-top-width')).toBe('1px');
  });

  it('show a password on request, at sign-in and sign-up', async () => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    for (const tab of ['Sign In', 'Sign Up']) {
      await page.getByRole('tab', { name: tab }).click();
      const field = page.getByLabel('Password', { exact: true });
      await field.fill('six-or-more');
      expect(await field.getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: 'Show what is typed' }).click();
      expect(await field.getAttribute('type')).toBe('text');
    }
  });

  it('run Arabic texts from the right, on the page and in the form, and leave the words around them in order', async () => {
    const { admin } = world;
    const city = await admin.city('القاهرة', { country: 'مصر' });
    const description = 'قف عند الباب الشمالي (Bab) وقت الغروب.';
    const place = await admin.location(city, 'باب زويلة', { description });
    await using person = await world.open(`/location/${place.id}`, {
      as: admin,
    });
    const { page } = person;
    const dialog = page.getByRole('dialog').last();
    const direction = (where: Locator) => styleOf(where, 'direction');
    expect(await direction(dialog.getByText(description))).toBe('rtl');
    const where = dialog.getByRole('link', { name: 'القاهرة, مصر' });
    expect(await where.locator('bdi').allInnerTexts()).toEqual(['القاهرة, مصر']);
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await direction(page.getByLabel('Description'))).toBe('rtl');
    expect(await direction(page.getByLabel('Address'))).toBe('ltr');
  });

  it('keep the first words on a phone legible over the picture of each hour', async () => {
    await using visitor = await world.open('/healthz', {
      look: { viewport: { width: 360, height: 740 } },
    });
    const { page } = visitor;
    for (const path of ['/', '/landing']) {
      await page.goto(path);
      const title = page.locator('main h1');
      const text = page.locator('main h1 + p');
      await text.waitFor();
      await page.addStyleTag({
        content: 'main * { color: transparent !important }',
      });
      for (const hour of ['morning', 'afternoon', 'evening', 'night']) {
        await page.evaluate((light) => {
          document.documentElement.dataset['light'] = light;
        }, hour);
        await page.waitForLoadState('networkidle');
        expect(await contrastWithWhite(title), `title, ${path}, ${hour}`).toBeGreaterThan(3.2);
        expect(await contrastWithWhite(text), `text, ${path}, ${hour}`).toBeGreaterThan(5.1);
      }
    }
  });

  it('let no text of twice its size overlap or be cut off, on a phone and on a wide screen', async () => {
    const { admin, user, city, wall } = world;
    await user.location(city, 'Lantern Steps of the Upper Market');
    await using moderator = await world.open('/lists', {
      as: admin,
      look: phone,
      prepare: twiceTheText,
    });
    await using visitor = await world.open('/', {
      look: phone,
      prepare: twiceTheText,
    });
    const screens = [
      [visitor, '/'],
      [visitor, `/city/${city.id}`],
      [visitor, `/location/${wall.id}`],
      [visitor, '/?q=wall'],
      [visitor, '/map'],
      [moderator, '/'],
      [moderator, `/location/${wall.id}`],
      [moderator, '/lists'],
      [moderator, '/admin/queue'],
      [moderator, '/admin'],
    ] as const;
    for (const [{ page }, path] of screens) {
      await page.goto(path);
      await fits(page, path);
    }
  });

  it('let no text of twice its size overlap or be cut off in dialogs and forms, on a phone and on a wide screen', async () => {
    const { admin, user, city, wall } = world;
    const place = await admin.location(city, 'Lamp Court');
    const { name } = place;
    await user.location(city, name, { address: 'Uferstraße 1' });
    await user.photo(place, '#3a5a2a');
    const dialogOf = (page: Page) => page.getByRole('dialog').last();
    const press = (where: Locator | Page, name: string | RegExp) =>
      where.getByRole('button', { name, exact: true }).first().click();
    const close = async (page: Page) => {
      const dialogs = page.getByRole('dialog', { includeHidden: true });
      const before = await dialogs.count();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogs.count()).toBeLessThan(before);
    };

    await using visitor = await world.open('/', {
      look: phone,
      prepare: twiceTheText,
    });
    await press(visitor.page, 'Sign in');
    await press(dialogOf(visitor.page), 'Sign In');
    await fits(visitor.page, 'sign-in');
    await visitor.page.getByRole('tab', { name: 'Sign Up' }).click();
    await press(dialogOf(visitor.page), 'Sign Up');
    await fits(visitor.page, 'sign-up');

    await using person = await world.open('/', {
      as: user,
      look: phone,
      prepare: twiceTheText,
    });
    const { page } = person;
    for (const form of ['Add City', 'Add Location']) {
      await press(page.getByRole('main'), form);
      await press(dialogOf(page), form);
      await dialogOf(page).getByText('Name is required').waitFor();
      await fits(page, form);
      await close(page);
    }
    await page.goto(`/location/${wall.id}`);
    await dialogOf(page)
      .getByLabel('Choose photos')
      .setInputFiles(['a first file.png', 'a second file of a longer name.png'].map(file));
    await dialogOf(page).getByText('Upload 2 Photos').waitFor();
    await fits(page, 'photos');
    for (const [opens, within] of [
      [/^Edit/, 'Description'],
      [/^Report/, 'What should we know?'],
      [/ to a list$/, 'Name of a new list'],
    ] as const) {
      await press(dialogOf(page), opens);
      await dialogOf(page).getByLabel(within).waitFor();
      await fits(page, within);
      await close(page);
    }
    for (const [path, heading] of [
      ['/profile', 'Sessions'],
      ['/submissions', 'My submissions'],
      ['/favorites', 'Favourites'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await fits(page, path);
    }

    await using moderator = await world.open(`/admin/queue?search=${name}`, {
      as: admin,
      look: phone,
      prepare: twiceTheText,
    });
    const desk = moderator.page;
    await press(desk, `Reject ${name}`);
    await dialogOf(desk).waitFor();
    await fits(desk, 'reject');
    await close(desk);
    await press(desk, name);
    await dialogOf(desk).getByText(`What one sees at ${name}.`).waitFor();
    await fits(desk, 'detail');
    await press(dialogOf(desk), /^Compare and merge/);
    await desk.getByRole('dialog', { name: `Merge ${name}` }).waitFor();
    await dialogOf(desk).getByRole('button', { name: 'Merge', exact: true }).waitFor();
    await fits(desk, 'merge');
    for (const path of ['/admin/queue?kind=photo', `/admin/people/${user.session.user.id}`]) {
      await desk.goto(path);
      await desk.locator('[data-row]').first().waitFor();
      await fits(desk, path);
    }
  });

  it('align the numbers of the guide on a phone, whatever their words', async () => {
    await using visitor = await world.open('/', { look: { viewport: { width: 320, height: 640 } } });
    const numbers = visitor.page.locator('dl dd');
    await numbers.last().waitFor();
    const tops = await numbers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(tops[2]).toBe(tops[3]);
  });

  it.each(['/', '/map'])('show the chosen filter whole and not faded on a phone: %s', async (path) => {
    await using visitor = await world.open(path, { look: phone });
    const { page } = visitor;
    /** How far the chosen chip lies within the row's edges, which fade over 40 px unless the row ends there. */
    const room = () =>
      page.locator('[aria-label=Category] [aria-pressed=true]').evaluate((chip) => {
        const row = chip.closest('.scroll-fade');
        if (row === null) return -1;
        const [box, edges] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
        const isFirst = row.scrollLeft <= 0;
        const isLast = row.scrollLeft + row.clientWidth >= row.scrollWidth - 1;
        return Math.round(
          Math.min(box.left - edges.left + (isFirst ? 40 : 0), edges.right - box.right + (isLast ? 40 : 0)),
        );
      });
    for (const category of ['viewpoint', 'street-art', 'nature', 'cafe', 'landmark']) {
      await page.goto(`${path}?category=${category}`);
      await expect.poll(room, { message: category }).toBeGreaterThanOrEqual(39);
    }
    await page.goto(`${path}?category=nature&bestTime=evening`);
    await page.getByRole('button', { name: /^Viewpoints?$/ }).click();
    await expect.poll(room).toBeGreaterThanOrEqual(39);
  });

  it('say above a place’s dialog that the network is lost, in windows of all sizes', async () => {
    await using visitor = await world.open(`/location/${world.wall.id}`);
    const { page } = visitor;
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    const bar = page.locator('[data-connection-bar]');
    for (const [width, height] of [
      [360, 740],
      [560, 360],
      [768, 600],
      [844, 390],
      [1280, 720],
    ] as const) {
      const size = `${width} × ${height} px`;
      await page.setViewportSize({ width, height });
      await page.context().setOffline(true);
      await bar.getByText(offlineLine).waitFor();
      const [line, sheet] = [await bar.boundingBox(), await page.getByRole('dialog').boundingBox()];
      expect(line?.y, size).toBeLessThan(2);
      expect((line?.y ?? 0) + (line?.height ?? 0), size).toBeLessThanOrEqual(sheet?.y ?? 0);
      const { data } = await sharp(await bar.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      // Not darkened by what lies over the page.
      const ground = await styleOf(bar, 'background-color');
      expect(`rgb(${[...data.subarray(0, 3)].join(', ')})`, size).toBe(ground);
      await page.context().setOffline(false);
      await bar.waitFor({ state: 'detached' });
    }
  });

  it('show the whole hint of the search field at 1024 and 1280 px, also beside a long name, and the administrator’s whole name at 1280', async () => {
    const { app, admin, user, city, open } = world;
    await user.location(city, 'Waiting Corner');
    const moderator = await authorAs(app, {
      firstName: 'Maximiliana Theodora',
      lastName: 'von Hohenstein-Zollern',
      email: 'maximiliana@example.org',
      password: 'six-or-more',
    });
    await admin.send('PUT', `/api/admin/people/${moderator.session.user.id}/role`, { role: 'moderator' });
    for (const [as, name] of [
      [admin, 'Site Administrator'],
      [moderator, 'Maximiliana Theodora von Hohenstein-Zollern'],
    ] as const) {
      await using person = await open('/', { as });
      const { page } = person;
      await page.getByRole('link', { name: /^Admin Dashboard\s*\d+ waiting$/ }).waitFor();
      await page.getByRole('banner').getByRole('button', { name }).waitFor();
      for (const width of [1024, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        const room = await page.locator('[data-search="bar"]').evaluate((field: HTMLInputElement) => {
          const style = getComputedStyle(field);
          const pen = document.createElement('canvas').getContext('2d');
          if (pen === null) return 0;
          pen.font = style.font;
          const inside = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
          return inside - pen.measureText(field.placeholder).width;
        });
        expect(room, `${name}, ${width} px`).toBeGreaterThanOrEqual(0);
      }
      if (as !== admin) continue;
      const beyond = await page
        .getByRole('button', { name })
        .getByText(name)
        .evaluate((text) => {
          const letters = document.createRange();
          letters.selectNodeContents(text);
          return letters.getBoundingClientRect().width - text.getBoundingClientRect().width;
        });
      expect(beyond, `${name} is cut`).toBeLessThanOrEqual(0);
    }
  });

  it('leave a visitor more room between the links of the header', async () => {
    await using visitor = await world.open('/');
    const banner = visitor.page.getByRole('banner');
    await banner.getByRole('button', { name: 'Sign in' }).waitFor();
    const [one, other] = [
      await banner.getByRole('link', { name: 'Cities' }).boundingBox(),
      await banner.getByRole('link', { name: 'Locations' }).boundingBox(),
    ];
    expect((other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBe(8);
  });

  it('keep a large number of waiting items clear of the search button on a phone', async () => {
    await world.user.location(world.city, 'Waiting Arch');
    await using moderator = await world.open('/', { as: world.admin, look: phone });
    const banner = moderator.page.getByRole('banner');
    const count = banner.getByRole('link', { name: /^Admin Dashboard/ }).getByText(/^[\d,]+ waiting$/);
    await count.evaluate((element) => element.prepend('1,00'));
    const [number, search] = [
      await count.boundingBox(),
      await banner.getByRole('button', { name: 'Open search' }).boundingBox(),
    ];
    expect(number?.width).toBeGreaterThan(30);
    // The button's edge is free: its icon is 10 px within.
    expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThan((search?.x ?? 0) + 10);
  });

  it.each([
    ['if there is none', { json: [] }, 'No cities yet'],
    ['if they could not be loaded', { status: 503 }, 'The cities could not be loaded'],
  ])('leave no line for a number of cities %s', async (_, response, shown) => {
    await using visitor = await world.open('/landing', { look: phone });
    const { page } = visitor;
    await page.route('**/api/cities?*', (route) => route.fulfill(response));
    await page.getByRole('link', { name: 'Cities' }).first().click();
    await page.getByText(shown).waitFor();
    const heading = page.getByRole('heading', { name: 'Popular Cities' });
    const [title, both] = [await heading.boundingBox(), await heading.locator('..').boundingBox()];
    expect(both?.height).toBe(title?.height);
  });

  it('do not push the footer down when content loads late', async () => {
    await world.user.location(world.city, 'Late Corner');
    await using person = await world.open('/healthz', { as: world.user });
    const { page } = person;
    const { release } = await hold(page, /\/api\/submissions/);
    await page.goto('/submissions');
    await page.getByText('Loading your submissions...').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
    expect((await page.getByRole('contentinfo').boundingBox())?.y).toBeGreaterThanOrEqual(900);
    release();
    await page.getByRole('link', { name: 'Late Corner' }).waitFor();
  });
});
