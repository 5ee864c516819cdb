import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { authorAs } from './seed.ts';
import { boxOf, createWorld, styleOf, type World } from './world.ts';

const chromium = findBrowser();
const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch upon the Water of the Whirlpool';
const arabic = 'شارع القلعة، القاهرة';
const hebrew = 'אין צורך בכרטיס';

type Box = Awaited<ReturnType<typeof boxOf>>;
const boxesOf = async (locator: Locator): Promise<Box[]> => Promise.all((await locator.all()).map(boxOf));
const overlapping = (boxes: readonly Box[]): Box[] =>
  boxes.filter((one) =>
    boxes.some(
      (other) =>
        other !== one &&
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  );
/** The left edge of an element's text, wherever its box starts. */
const textLeft = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });

/** Whether the first letter of an element's text, where it begins, is within the element. */
const beginsInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const range = document.createRange();
    const text = element.firstChild ?? element;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return letter.width > 0 && letter.left >= box.left - 1 && letter.right <= box.right + 1;
  });

describe.skipIf(chromium === null)('texts that are long or not Latin', () => {
  let world: World;
  let city: City;
  let place: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    city = await world.admin.city(long, {
      country: 'The United Kingdom of Great Britain and Northern Ireland',
    });
    place = await world.admin.location(city, 'Mosque', { address: arabic, accessNotes: hebrew });
    for (const name of ['Bautzen', 'Löbau', 'Kamenz', 'Pirna']) await world.admin.city(name);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('start a city’s long name on its tile, clear of the button, at every width', async () => {
    await using person = await world.open('/healthz', { as: world.admin, look: { hasTouch: true } });
    const { page } = person;
    for (const path of ['/', '/?q=Llanfair']) {
      await page.goto(path);
      const tile = page.locator('#cities article').filter({ hasText: 'Llanfair' });
      for (const width of [320, 360, 640, 768, 1024, 1280]) {
        const where = `${path}, ${width} px`;
        await page.setViewportSize({ width, height: 800 });
        const [whole, name, button] = [
          await boxOf(tile),
          await boxOf(tile.getByRole('heading')),
          await boxOf(tile.getByRole('button', { name: `Edit ${long}` })),
        ];
        expect(name.y, where).toBeGreaterThanOrEqual(whole.y);
        const tiles = await boxesOf(page.locator('#cities article'));
        expect(Math.max(...tiles.map(({ x, width: wide }) => x + wide)), where).toBeLessThanOrEqual(
          width - 16,
        );
        expect(overlapping(tiles), where).toEqual([]);
        expect(name.y, where).toBeGreaterThanOrEqual(button.y + button.height);
        expect(
          await tile
            .getByText(/\d locations?$/)
            .last()
            .isVisible(),
          where,
        ).toBe(true);
      }
    }
  });

  it('begin no line of a city’s tile with the dot after its country', async () => {
    const name = 'Lübbenau';
    await world.admin.city(name, { country: 'Bundesrepublik Deutschland' });
    await using visitor = await world.open(`/?q=${name}`);
    const { page } = visitor;
    const line = page.locator('#cities article').filter({ hasText: name }).locator('p');
    await line.waitFor();
    // At any width at which the text breaks.
    for (let width = 120; width <= 320; width += 4) {
      const [country, dot] = await line.evaluate((element, px) => {
        element.style.width = `${px}px`;
        const dots = document.createRange();
        dots.selectNodeContents(element.children[1] ?? element);
        const ends = [...(element.children[0]?.getClientRects() ?? [])].at(-1);
        return [ends?.bottom, dots.getClientRects()[0]?.bottom];
      }, width);
      expect(dot, `${width} px`).toBe(country);
    }
  });

  it('show a city’s long name in full on its page, with the way back', async () => {
    await using visitor = await world.open(`/city/${city.id}`, {
      look: { viewport: { width: 320, height: 640 } },
    });
    const { page } = visitor;
    const back = await boxOf(page.locator('main').getByRole('link', { name: 'All cities' }));
    const header = await boxOf(page.getByRole('banner'));
    expect(back.y).toBeGreaterThanOrEqual(header.y + header.height);
  });

  it('show a city’s country in full on its page, also if it has no spaces', async () => {
    const { id } = await world.admin.city('Zgorzelec', { country: 'X'.repeat(60) });
    await using visitor = await world.open(`/city/${id}`, {
      look: { viewport: { width: 320, height: 640 } },
    });
    const country = await boxOf(visitor.page.locator('main').getByText('X'.repeat(60)));
    expect(country.x + country.width).toBeLessThanOrEqual(320);
  });

  it('place Arabic and Hebrew where their labels are, in places and in forms', async () => {
    await using person = await world.open(`/location/${place.id}`, { as: world.admin });
    const { page } = person;
    const dialog = page.getByRole('dialog').last();
    for (const [label, text] of [
      ['Address', arabic],
      ['Access', hebrew],
    ] as const) {
      const heading = dialog.getByRole('heading', { name: label, exact: true });
      const value = dialog.getByText(text);
      expect(Math.abs((await textLeft(value)) - (await textLeft(heading)))).toBeLessThan(2);
      expect(await styleOf(value, 'direction')).toBe('rtl');
    }
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('dialog').last().getByLabel('Address');
    expect(await field.inputValue()).toBe(arabic);
    expect(await styleOf(field, 'direction')).toBe('rtl');
    expect(await styleOf(field, 'text-align')).toBe('left');
  });

  it.each([360, 1280])(
    'cut a right-to-left name at its end, also after a number of photos, at %i px',
    async (width) => {
      const { admin, user } = world;
      const name = `باب زويلة عند الغروب فوق أسطح المدينة القديمة وأسواقها ${width}`;
      const there = await admin.location(city, name);
      for (let at = 0; at < 7; at += 1) await user.photo(there, `#${at}0${width % 97}40`.slice(0, 7));
      await using desk = await world.open(`/admin/queue?search=${width}`, {
        as: admin,
        look: { viewport: { width, height: 900 } },
      });
      const { page } = desk;
      const row = page.locator('[data-row]').filter({ hasText: name });
      await row.getByRole('button', { name: `7 photos of ${name}`, exact: true }).waitFor();
      expect(await beginsInSight(row.getByText(name, { exact: true }).first())).toBe(true);
      const [whole, more] = [await boxOf(row), await boxOf(row.getByText('+2', { exact: true }))];
      expect(more.x + more.width).toBeLessThanOrEqual(whole.x + whole.width);
      await page.goto(`/admin/queue?kind=photo&search=${width}`);
      const cell = page.getByRole('button', { name, exact: true }).first();
      await cell.waitFor();
      expect(await beginsInSight(cell)).toBe(true);
      const tops = await boxesOf(
        page
          .locator('[data-row]')
          .first()
          .getByRole('button', { name: /^(Reject|Approve)/ }),
      );
      expect(tops.map(({ y }) => y)).toEqual([tops[0]?.y, tops[0]?.y]);
    },
  );

  it('break a person’s long name without spaces on their profile and on the desk’s page about them', async () => {
    const viewport = { width: 360, height: 740 };
    const someone = await authorAs(world.app, {
      firstName: 'W'.repeat(40),
      lastName: 'Kern',
      email: 'long@example.org',
      password: 'six-or-more',
    });
    await someone.send('PATCH', '/auth/account', { publicName: 'W'.repeat(60) });
    await using person = await world.open('/profile', { as: someone, look: { viewport } });
    await using moderator = await world.open(`/admin/people/${someone.session.user.id}`, {
      as: world.admin,
      look: { viewport },
    });
    await person.page.getByText(/^Your photos say/).waitFor();
    await moderator.page.getByRole('heading', { name: /^Notes about/ }).waitFor();
    for (const { page } of [person, moderator])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it.each(['light', 'dark'] as const)(
    'show white text on a dark background if its picture is missing, %s',
    async (colorScheme) => {
      await using visitor = await world.open('/', { look: { colorScheme } });
      const { page } = visitor;
      const ground = async (where: Locator) => {
        await where.locator('.lucide-image-off').waitFor();
        return styleOf(where.locator('span:has(> .lucide-image-off)'), 'background-color');
      };
      expect(await ground(page.locator('#cities article').first())).toBe(night);
      await page.goto(`/city/${city.id}`);
      expect(await ground(bannerOf(page))).toBe(night);
    },
  );
});

const night = 'rgb(42, 36, 64)';
const bannerOf = (page: Page) => page.locator('main div:has(> .page h1)').last();
