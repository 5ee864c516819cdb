import { inflateSync } from 'node:zlib';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { patience } from '../../test/harness/patience.ts';
import { findBrowser } from './browser.ts';
import type { OpenOptions } from './people.ts';
import { addPhoto, fromCamera, gear } from './photo-files.ts';
import {
  boxOf,
  createWorld,
  hold,
  pathOf,
  press,
  seeAll,
  styleOf,
  topDialog as dialog,
  type World,
} from './world.ts';

const chromium = findBrowser();
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

const slide = (page: Page, place: string) => page.getByRole('group', { name: place });

/** The pages of a PDF document. */
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** The colours of a PDF document's picture of this size: three bytes for each pixel. */
function pictureIn(pdf: Buffer, size: { readonly width: number; readonly height: number }) {
  const head = `/Subtype /Image\n/Width ${size.width}\n/Height ${size.height}\n`;
  const start = pdf.indexOf('stream\n', pdf.indexOf(head));
  return pdf.includes(head) ? inflateSync(pdf.subarray(start + 'stream\n'.length)) : undefined;
}

describe.skipIf(chromium === null)('the photos of a place', () => {
  let world: World;
  let place: Location;
  let upright: Location;
  beforeAll(async () => {
    world = await createWorld(chromium);
    const facts = {
      bestTimeToVisit: 'Evening (6-8 PM)',
      address: 'Uferstraße 12',
      coordinates: { latitude: 51.1561, longitude: 14.9917 },
    } as const;
    place = await world.admin.location(world.city, 'Mill Weir', {
      ...facts,
      description: 'The weir below the mill. '.repeat(8),
    });
    upright = await world.admin.location(world.city, 'Mill Tower', {
      ...facts,
      description: 'The weir below the mill. '.repeat(80),
      accessNotes: 'Forty steps down from the road. '.repeat(15),
    });
    await addPhoto(world.admin, upright, await fromCamera({ width: 1500, height: 1000, orientation: 6 }));
    await addPhoto(world.user, place, await fromCamera({ width: 1500, height: 1000 }), {
      caption: 'The weir at low water.',
    });
    await addPhoto(world.admin, place, await fromCamera({ width: 1500, height: 1000, orientation: 6 }));
    await addPhoto(world.admin, place, await fromCamera({ width: 2000, height: 500 }), {
      shareDetails: false,
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const open = async (look: NonNullable<OpenOptions['look']>, as?: 'user') => {
    const visitor = await world.open('/', { look, ...(as ? { as: world[as] } : {}) });
    await visitor.page.getByRole('link', { name: 'Mill Weir' }).click();
    await visitor.page.getByText('1 of 3', { exact: true }).waitFor();
    return visitor;
  };

  it('are uncropped at every width, and leave room for the facts of the place on the screen', async () => {
    await using visitor = await open({ viewport: sizes[0] });
    const { page } = visitor;
    for (const viewport of [...sizes, { width: 1366, height: 660 }]) {
      await page.setViewportSize(viewport);
      const frame = await boxOf(dialog(page));
      const isBeside = viewport.width >= 900;
      const width = isBeside ? frame.width * 0.6 : frame.width;
      const tallest = isBeside ? frame.height - 140 : Math.max(frame.width / 1.5, viewport.height - 580);
      const belows = new Set<number>();
      for (const [turn, ratio] of [3 / 2, 2 / 3, 4].entries()) {
        await page.getByText(`${turn + 1} of 3`, { exact: true }).waitFor();
        const box = await boxOf(slide(page, `${turn + 1} of 3`).getByRole('img'));
        if (isBeside) belows.add((await boxOf(page.getByRole('list', { name: 'All photos' }))).y);
        expect(box.width / box.height).toBeCloseTo(ratio, 1);
        const name = await boxOf(dialog(page).getByRole('heading', { name: 'Mill Weir' }));
        expect(name.y + name.height).toBeLessThan(viewport.height);
        expect(Math.abs(box.width - Math.min(width, tallest * ratio))).toBeLessThan(2);
        await page.keyboard.press('ArrowRight');
      }
      expect(belows.size, 'places of what is below the photo').toBe(isBeside ? 1 : 0);
    }
  });

  it('leave no strip at their sides in a camera’s format, in the dialog of 1280 x 900', async () => {
    await using visitor = await open({ viewport: sizes[1] });
    const { page } = visitor;
    const frame = await boxOf(dialog(page));
    const box = await boxOf(slide(page, '1 of 3').getByRole('img'));
    expect(Math.abs(box.x - frame.x)).toBeLessThan(1);
    expect(Math.abs(box.y - frame.y)).toBeLessThan(1);
  });

  it.each(['wide', 'upright'])(
    'fit whole on the first screen of any size, with the hour, the directions and the description: %s',
    async (shape) => {
      const { id } = shape === 'wide' ? place : upright;
      await using visitor = await world.open(`/location/${id}`);
      const within = dialog(visitor.page);
      const photo = within.getByRole('img').first();
      await photo.waitFor();
      const about = within.getByText(/^The weir below the mill/);
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 1024, height: 768 },
        { width: 390, height: 844 },
        { width: 844, height: 390 },
      ]) {
        const size = `${viewport.width} x ${viewport.height}`;
        await visitor.page.setViewportSize(viewport);
        for (const seen of [
          photo,
          within.getByRole('heading', { name: 'Mill' }),
          within.getByRole('link', { name: 'Görlitz, Germany' }),
          within.getByText('Not rated yet').first(),
          within.getByText('Evening (6-8 PM)'),
          within.getByText('Uferstraße 12'),
          within.getByRole('link', { name: 'Directions' }),
        ]) {
          const { x, y, width, height } = await boxOf(seen);
          expect(Math.min(x, y), size).toBeGreaterThanOrEqual(0);
          expect(x + width, size).toBeLessThanOrEqual(viewport.width);
          expect(y + height, size).toBeLessThanOrEqual(viewport.height);
        }
        // Two lines of the description.
        expect((await boxOf(about)).y + 48, size).toBeLessThanOrEqual(viewport.height);
      }
    },
  );

  it('are printed with all facts of the place, in its colours of the day, and without controls', async () => {
    await using visitor = await world.open(`/location/${place.id}`, {
      look: { colorScheme: 'dark', viewport: { width: 794, height: 1123 } },
    });
    const { page } = visitor;
    await seeAll(dialog(page), ['1 of 3', 'The light here']);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const printed = dialog(page);
    await slide(page, '1 of 3').getByRole('img').waitFor();
    await seeAll(printed, ['Mill Weir', 'Evening (6-8 PM)', 'Uferstraße 12', 'Sunset', '51.1561, 14.9917']);
    const { height } = await boxOf(printed);
    expect(await printed.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThanOrEqual(height + 1);
    // Two pages of A4, at 96 pixels for each inch.
    expect(height).toBeLessThan(2 * 1123);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Görlitz', includeHidden: true }).isVisible()).toBe(false);
    expect(await styleOf(printed, 'background-color')).toBe('rgb(255, 255, 255)');
  });

  it('are printed on two pages with the longest texts, without what still loads', async () => {
    let light = { release: () => {} };
    await using visitor = await world.open(`/location/${upright.id}`, {
      prepare: async (page) => {
        light = await hold(page, `**/api/locations/${upright.id}/light*`);
      },
    });
    const { page } = visitor;
    await dialog(page).getByText('Forty steps').waitFor();
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(2);
    light.release();
    await seeAll(dialog(page), ['The light here']);
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(2);
  });

  it('are printed on two pages with the places near it, and with its map as it was shown', async () => {
    const { latitude, longitude } = upright.coordinates ?? { latitude: 0, longitude: 0 };
    for (const step of [1, 2, 3, 4])
      await world.admin.location(world.city, `Mill Gate ${step}`, {
        coordinates: { latitude: latitude + step / 1000, longitude },
      });
    await using visitor = await world.open(`/location/${upright.id}`, { look: { viewport: sizes[1] } });
    const { page } = visitor;
    await seeAll(dialog(page), ['The light here']);
    await page.locator('.min-h-72').scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'Mill Gate 4' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    const widthOf = async (name: string) => (await boxOf(dialog(page).getByRole('heading', { name }))).width;
    expect(await widthOf('Nearby')).toBe(await widthOf('The light here'));
    await page.emulateMedia({ media: null });
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(2);

    await press(page, 'Show map');
    const map = dialog(page).locator('[data-map]');
    await dialog(page).locator('[data-map][aria-busy=false]').waitFor();
    const pins = ['Mill Tower', 'Mill Gate 4'].map((name) => map.getByRole('button', { name, exact: true }));
    for (const pin of pins) await pin.waitFor();
    const canvas = map.locator('canvas');
    const size = await canvas.evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
    const partsOfMap = async () => {
      const { x, y, width, height } = await boxOf(canvas);
      const boxes = await Promise.all(pins.map(boxOf));
      return boxes.map((pin) => [
        ((pin.x + pin.width / 2 - x) / width).toFixed(2),
        ((pin.y + pin.height / 2 - y) / height).toFixed(2),
      ]);
    };
    const shown = await partsOfMap();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pagesIn(pdf)).toBeLessThanOrEqual(2);
    // The colour of land, opaque.
    expect(pictureIn(pdf, size)?.subarray(0, 3)).toEqual(Buffer.from('f7f3ea', 'hex'));

    await page.emulateMedia({ media: 'print' });
    expect(await partsOfMap()).toEqual(shown);
    expect(await page.getByRole('slider').filter({ visible: true }).count()).toBe(0);
    const whole = await boxOf(canvas);
    for (const other of [dialog(page), map]) {
      const { x, width } = await boxOf(other);
      expect(whole.x).toBeGreaterThanOrEqual(x);
      expect(whole.x + whole.width).toBeLessThanOrEqual(x + width);
    }
  });

  it.each([
    { what: 'on a phone on its side', viewport: { width: 844, height: 390 } },
    { what: 'at 200%', viewport: { width: 640, height: 400 } },
  ])('are large beside the name and the hour $what', async ({ viewport }) => {
    await using visitor = await open({ viewport });
    const { page } = visitor;
    const photo = await boxOf(slide(page, '1 of 3').getByRole('img'));
    expect(photo.width).toBeGreaterThan(viewport.width / 2);
    for (const seen of [
      slide(page, '1 of 3').getByRole('img'),
      dialog(page).getByRole('heading', { name: 'Mill Weir' }),
      dialog(page).getByText('Evening (6-8 PM)'),
    ]) {
      const box = await boxOf(seen);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThan(viewport.height);
    }
    // Each column scrolls by itself, to its end.
    for (const last of [
      dialog(page).getByText('XF23mmF1.4 R'),
      dialog(page).getByText('Sign In to Upload Photos'),
    ]) {
      await last.scrollIntoViewIfNeeded();
      const box = await boxOf(last);
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
    }
  });

  it('change with the buttons on them, even at their smallest', async () => {
    const small = await world.admin.location(world.city, 'Toll House');
    for (const width of [90, 1500])
      await addPhoto(world.admin, small, await fromCamera({ width, height: 60 }));
    await using visitor = await world.open(`/location/${small.id}`, { look: { viewport: sizes[1] } });
    const { page } = visitor;
    await press(page, 'Next photo');
    await seeAll(page, ['2 of 2']);
    await press(page, 'Previous photo');
    await seeAll(page, ['1 of 2']);
  });

  it('change with the arrow keys anywhere in the dialog, except in controls that use these keys', async () => {
    await using visitor = await open({ viewport: sizes[1] }, 'user');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Share Mill Weir' }).focus();
    await page.keyboard.press('ArrowLeft');
    await seeAll(page, ['3 of 3']);
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowRight');
    await seeAll(page, ['Press Enter to save.', '3 of 3']);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('list', { name: 'All photos' }).count()).toBe(0);
  });

  it('show caption, time and camera, unless their uploader keeps these private', async () => {
    await using visitor = await open({ viewport: sizes[1] });
    const { page } = visitor;
    await seeAll(dialog(page), ['The weir at low water.', '3 Oct 2026, 18:42', gear, 'XF23mmF1.4 R']);
    expect(await slide(page, '1 of 3').getByRole('img').getAttribute('alt')).toBe('The weir at low water.');
    await press(page, 'Show photo 3');
    await seeAll(page, ['3 of 3']);
    expect(await dialog(page).getByText('Fujifilm').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Describe|Delete) this photo/ }).count()).toBe(0);
  });

  it.each(sizes)(
    'fill the window on black at $width px, and Escape returns to the dialog',
    async (viewport) => {
      await using visitor = await open({ viewport });
      const { page } = visitor;
      await slide(page, '1 of 3').click();
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
      const section = page.getByRole('region', { name: 'Photos of Mill Weir' });
      expect(await styleOf(section, 'background-color')).toBe('rgb(0, 0, 0)');
      expect((await boxOf(section)).width).toBe(await page.evaluate(() => innerWidth));
      await page.keyboard.press('ArrowRight');
      await seeAll(page, ['2 of 3']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
      expect(pathOf(page)).toBe(`/location/${place.id}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(pathOf(page)).toBe('/');
    },
  );

  it.each([
    { where: 'over a page', path: '/' },
    { where: 'at its own address', path: undefined },
  ])('leave the full screen by Back and return by Forward, $where', async ({ path }) => {
    const at = `/location/${place.id}`;
    await using visitor = await world.open(path ?? at, {
      look: { viewport: sizes[0] },
    });
    const { page } = visitor;
    if (path !== undefined) await page.getByRole('link', { name: 'Mill Weir' }).click();
    // A rendered dialog takes the focus once the page is the client's.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    await press(page, 'Next photo');
    await seeAll(page, ['2 of 3']);
    const left = page.getByRole('button', { name: 'Full screen', exact: true });
    const full = page.getByRole('button', { name: 'Leave full screen' });
    await press(page, 'Full screen');
    await full.waitFor();
    expect(pathOf(page)).toBe(at);
    await page.goBack();
    await left.waitFor();
    await seeAll(dialog(page), ['Mill Weir', '2 of 3']);
    expect(pathOf(page)).toBe(at);
    await page.goForward();
    await full.waitFor();
    // The browser takes a while to leave and to enter; a faster person stays where the history is.
    await page.evaluate(async () => {
      const moved = () => new Promise((done) => addEventListener('popstate', done, { once: true }));
      history.back();
      await moved();
      history.forward();
      await moved();
    });
    await full.waitFor();
    await full.click();
    await left.waitFor();
    // Leaving by the button leaves no entry behind: the next Back closes the place, or leaves the site.
    await page.goBack();
    await page.waitForURL(path === undefined ? 'about:blank' : (url) => url.pathname === path);
  });

  it('are swiped, and pinched in full screen', async () => {
    await using visitor = await open({ viewport: sizes[0], hasTouch: true });
    const { page } = visitor;
    const touch = await fingers(page);
    const { y } = await boxOf(slide(page, '1 of 3'));
    await touch([[300, y + 80]], [[60, y + 80]]);
    await seeAll(page, ['2 of 3']);
    await press(page, 'Full screen');
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    const photo = slide(page, '2 of 3').getByRole('img');
    const before = await boxOf(photo);
    await touch([[185, 400], [205, 400]], [[95, 400], [295, 400]]); // oxfmt-ignore
    await expect.poll(async () => (await boxOf(photo)).width / before.width).toBeGreaterThan(2);
    // An enlarged photo is moved, not turned.
    await touch([[300, 400]], [[100, 400]]);
    await seeAll(page, ['2 of 3']);
    await page.keyboard.press('ArrowRight');
    await seeAll(page, ['3 of 3']);
    const next = await boxOf(slide(page, '3 of 3').getByRole('img'));
    expect(next.width).toBeLessThanOrEqual(390);
  });

  it('go on over both ends when swiped, with and without motion', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await using visitor = await world.open(`/location/${place.id}`, {
        look: { viewport: sizes[0], hasTouch: true, reducedMotion },
      });
      const { page } = visitor;
      await seeAll(dialog(page), ['1 of 3']);
      const touch = await fingers(page);
      const { y } = await boxOf(slide(page, '1 of 3'));
      const [left, right] = [[[60, y + 80]], [[330, y + 80]]] as const;
      for (const [from, to, shown] of [
        [left, right, 3],
        [right, left, 1],
        [right, left, 2],
        [right, left, 3],
        [right, left, 1],
      ] as const) {
        await touch(from, to);
        await seeAll(page, [`${shown} of 3`]);
        await showsWhole(page, shown);
      }
      // Faster than the row can follow.
      for (const turn of [1, 2, 3, 4]) {
        await press(page, 'Previous photo');
        await seeAll(page, [`${3 - ((turn + 2) % 3)} of 3`]);
      }
      await showsWhole(page, 3);
    }
  });

  it('can be scrolled without the page’s code, and stay where they are when it arrives', async () => {
    const path = `/location/${place.id}`;
    const scroll = async (page: Page) => {
      const { x, y } = await boxOf(slide(page, '1 of 3'));
      await page.mouse.move(x + 100, y + 100);
      await page.mouse.wheel(sizes[1].width / 2, 0);
      await showsWhole(page, 2);
    };
    {
      await using visitor = await world.open(path, { look: { javaScriptEnabled: false } });
      await showsWhole(visitor.page, 1);
      await scroll(visitor.page);
    }
    await using visitor = await world.open('/healthz', { fresh: true });
    const { page } = visitor;
    const scripts = await hold(page, /\/assets\/.*\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await scroll(page);
    scripts.release();
    await seeAll(page, ['2 of 3']);
    await press(page, 'Next photo');
    await press(page, 'Next photo');
    await showsWhole(page, 1);
  });

  it('stay where they are when the window or their list changes', async () => {
    const bank = await world.admin.location(world.city, 'Left Bank');
    for (const width of [900, 901, 902, 903]) await addPhoto(world.admin, bank, await fromCamera({ width }));
    await using person = await world.open(`/location/${bank.id}`, {
      as: world.admin,
      look: { viewport: sizes[1] },
    });
    const { page } = person;
    await press(page, 'Show photo 3');
    await showsWhole(page, 3);
    for (const viewport of [sizes[0], { width: 844, height: 390 }, sizes[1]]) {
      await page.setViewportSize(viewport);
      await showsWhole(page, 3);
    }
    await page.pdf();
    await showsWhole(page, 3);
    const shown = await slide(page, '3 of 4').getByRole('img').getAttribute('src');
    await press(page, 'Edit');
    await press(page, 'Feature photo 4 of 4');
    await seeAll(page, ['Featured photo updated!']);
    await page.keyboard.press('Escape');
    await seeAll(page, ['4 of 4']);
    await showsWhole(page, 4);
    expect(await slide(page, '4 of 4').getByRole('img').getAttribute('src')).toBe(shown);
    await press(page, 'Delete this photo');
    await page
      .getByRole('dialog', { name: 'Delete this photo?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await seeAll(page, ['3 of 3']);
    await showsWhole(page, 3);
  });

  it('show at once which one somebody else makes featured', async () => {
    const bank = await world.admin.location(world.city, 'Right Bank');
    await world.admin.photo(bank, '#204060');
    const second = await world.admin.photo(bank, '#602040');
    await using visitor = await world.open(`/location/${bank.id}`);
    const { page } = visitor;
    await seeAll(page, ['1 of 2']);
    await press(page, 'Next photo');
    await seeAll(page, ['2 of 2']);
    await world.admin.send('PATCH', `/api/photos/${second.id}/primary`, { locationId: bank.id });
    await seeAll(page, ['Featured', '1 of 2']);
  });

  it('start with the card’s picture', async () => {
    await using visitor = await world.open('/', { look: { viewport: sizes[1] } });
    const { page } = visitor;
    const card = page.locator(`[data-location="${place.id}"] img`);
    await card.scrollIntoViewIfNeeded();
    await expect
      .poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const has = await card.evaluate((image: HTMLImageElement) => image.currentSrc);
    const slow = await hold(page, /\/api\/locations\/[^?]+/);
    await page.getByRole('link', { name: 'Mill Weir' }).click();
    await seeAll(page, ['Loading location details...']);
    expect(await styleOf(dialog(page).getByRole('img'), 'background-image')).toContain(has);
    await atRest(page);
    const held = await boxOf(dialog(page).getByRole('img'));
    slow.release();
    await seeAll(page, ['1 of 3']);
    const shown = slide(page, '1 of 3').getByRole('img');
    expect(await styleOf(shown, 'background-image')).toContain(has);
    expect(await boxOf(shown)).toEqual(held);
  });

  it('are all there, also where a place has more than one page of them', async () => {
    await using visitor = await world.open(`/city/${world.city.id}`, {
      prepare: async (page) => {
        await page.route(/\/photos\?imageData=omit$/, (route) =>
          route.continue({ url: `${route.request().url()}&limit=2` }),
        );
      },
    });
    const { page } = visitor;
    await page.getByRole('link', { name: place.name }).click();
    await seeAll(page, ['1 of 3']);
    await press(page, 'Previous photo');
    await slide(page, '3 of 3').getByRole('img').waitFor();
  });

  it('are loaded only near the one that is shown, on a phone', async () => {
    const many = await world.admin.location(world.city, 'Long Row');
    const photos: Photo[] = [];
    for (const step of Array.from({ length: 12 }).keys())
      photos.push(await world.admin.photo(many, `hsl(${step * 30}, 50%, 50%)`));
    const asked: string[] = [];
    await using visitor = await world.open(`/location/${many.id}`, {
      look: { viewport: { width: 600, height: 900 } },
      prepare: async (page) => {
        page.on('request', (request) => asked.push(request.url()));
      },
    });
    const { page } = visitor;
    await page.waitForLoadState('networkidle');
    const isAsked = (index: number) => asked.some((url) => url.includes(`/photos/${photos[index]?.id}/`));
    expect([0, 1, 7].map(isAsked)).toEqual([true, true, false]);
    await page.getByRole('button', { name: 'Previous photo' }).click();
    await slide(page, '12 of 12').getByRole('img').waitFor();
    await page.waitForLoadState('networkidle');
    expect([11, 10, 7].map(isAsked)).toEqual([true, true, false]);
  });

  it('can be described and deleted only by their uploader; nobody else sees the buttons', async () => {
    await using person = await open({ viewport: sizes[1] }, 'user');
    const { page } = person;
    await press(page, 'Describe this photo');
    await dialog(page).getByLabel('Caption').fill('The weir in October.');
    await dialog(page).getByLabel('Show when and with what it was taken').uncheck();
    await press(page, 'Save');
    await seeAll(page, ['Photo updated', 'The weir in October.']);
    await dialog(page).getByText(gear).waitFor({ state: 'detached' });
    await press(page, 'Next photo');
    await seeAll(page, ['2 of 3']);
    expect(await page.getByRole('button', { name: /^(Describe|Delete) this photo/ }).count()).toBe(0);
    await press(page, 'Edit');
    await seeAll(page, ['Edit Mill Weir']);
    await dialog(page).getByRole('button', { name: 'Delete photo 1 of 3' }).waitFor();
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Delete photo/ })
        .count(),
    ).toBe(1);
  });

  it('never have another control under the dialog’s close button', async () => {
    await using visitor = await open({ viewport: sizes[0] }, 'user');
    const { page } = visitor;
    const share = page.getByRole('button', { name: 'Share Mill Weir' });
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      // Scrolled up as far as possible.
      await share.evaluate((button) => button.scrollIntoView({ block: 'start' }));
      const [close, other] = [await boxOf(page.getByRole('button', { name: 'Close' })), await boxOf(share)];
      expect(close.y + close.height, `${viewport.width} px`).toBeLessThanOrEqual(other.y);
    }
  });
});

/** Waits until this photo, and no part of another one, is in the row. */
async function showsWhole(page: Page, number: number): Promise<void> {
  const shown = page.getByRole('group', { name: new RegExp(`^${number} of `) });
  const row = shown.locator('..');
  await expect
    .poll(async () => Math.abs((await boxOf(shown)).x - (await boxOf(row)).x), { timeout: patience })
    .toBeLessThan(0.5);
}

/** Waits until all animations have ended. */
const atRest = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));

type Places = ReadonlyArray<readonly [number, number]>;

/** Simulates fingers that touch, move in steps, and lift. */
async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: Places) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    });
  const steps = 8;
  return async (from: Places, to: Places) => {
    await send('touchStart', from);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await send(
        'touchMove',
        from.map(([x, y], id) => [x + ((to[id]?.[0] ?? x) - x) * part, y + ((to[id]?.[1] ?? y) - y) * part]),
      );
    }
    await send('touchEnd', []);
  };
}
