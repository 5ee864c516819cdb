import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { authorAs } from './seed.ts';
import { createWorld, hold, pathOf, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const scrolled = (page: Page) => page.evaluate<number>('scrollY');
const scrollTo = async (page: Page, y: number) => {
  await page.evaluate(`scrollTo(0, ${y})`);
  await expect.poll(() => scrolled(page)).toBe(y);
};
const low = { look: { viewport: { width: 1280, height: 500 } } };

describe.skipIf(chromium === null)('navigation through the guide', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
    for (const name of ['Harbour', 'Lighthouse', 'Market', 'Tower', 'Vineyard'])
      await world.admin.location(world.city, name);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('starts at the top after a full load, and keeps the scroll position over a reload', async () => {
    await using visitor = await world.open('/', low);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await scrollTo(page, 900);
    await page.goto('/landing');
    await page.getByRole('heading', { name: 'Trending Locations' }).waitFor();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    expect(await scrolled(page)).toBe(0);
    await scrollTo(page, 700);
    await page.reload();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(700);
    await page.goBack();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await expect.poll(() => scrolled(page)).toBe(900);
  });

  it('returns to the previous page when a place opened by its address is closed', async () => {
    await using visitor = await world.open('/landing', low);
    const { page } = visitor;
    await page.goto(`/location/${world.bridge.id}`);
    // The dialog takes the focus after hydration.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    expect(pathOf(page)).toBe('/landing');
  });

  it('returns to the same row of My submissions when a place is closed or deleted', async () => {
    const author = await authorAs(world.app, {
      firstName: 'Nora',
      lastName: 'Falk',
      email: 'nora@example.org',
      password: 'six-or-more',
    });
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      await author.send('POST', '/api/locations', {
        name: `Corner ${name}`,
        description: 'A corner.',
        cityId: world.city.id,
        category: 'nature',
      });
    await using person = await world.open('/submissions', { as: author, fresh: true, ...low });
    const { page } = person;
    await page.getByRole('link', { name: 'Corner One' }).waitFor();
    await scrollTo(page, 240);
    await page.getByRole('link', { name: 'Corner Two' }).click();
    await page.getByText('About this location').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Corner Two' }).waitFor();
    expect(pathOf(page)).toBe('/submissions');
    await expect.poll(() => scrolled(page)).toBe(240);
  });

  it('returns to the previous page after a place was deleted at its own address', async () => {
    const doomed = await world.admin.location(world.city, 'Doomed Corner');
    await using admin = await world.open('/submissions', { as: world.admin, fresh: true, ...low });
    const { page } = admin;
    await page.getByRole('link', { name: 'Doomed Corner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await seeAll(page, ['Location deleted successfully']);
    await page.getByRole('heading', { name: 'My submissions' }).waitFor();
    expect(pathOf(page)).toBe('/submissions');
    await page.goForward();
    expect(await page.getByText('Location not found').count(), doomed.id).toBe(0);
  });

  it('shows a complete toast even if its code cannot be loaded', async () => {
    await using person = await world.open('/', {
      as: world.user,
      prepare: async (page) => {
        await page.route(/\/assets\/toast-view-[^/]+\.js$/, (route) => route.abort());
      },
    });
    const { page } = person;
    await page.route(/\/favorite$/, (route) => route.abort());
    await page.getByRole('article').filter({ hasText: 'Old Bridge' }).getByRole('button').click();
    const toast = page.getByRole('alert');
    await toast.getByText('No connection. Please check your network and try again.').waitFor();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
  });

  it('renders Vietnamese in the product’s own typefaces, and loads their letters only where needed', async () => {
    const letters = 'ăâđêôơưĂÂĐÊÔƠƯạảãầấậẩẫằắặẳẵẹẻẽềếệểễịỉĩọỏõồốộổỗờớợởỡụủũừứựửữỳỵỷỹẠẢẤẬẮẶẸẾỆỊỌỐỘỚỢỤỨỰỲỴỶỸ₫';
    const hanoi = await world.admin.city('Hà Nội Phố cổ', { country: 'Việt Nam' });
    const lake = await world.admin.location(hanoi, 'Hồ Gươm', { description: letters });
    const fetched: string[] = [];
    await using visitor = await world.open(`/city/${world.city.id}`, {
      fresh: true,
      prepare: async (page) => {
        page.on('request', (request) => fetched.push(request.url()));
      },
    });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.evaluate('document.fonts.ready');
    expect(fetched.filter((url) => url.includes('vietnamese'))).toEqual([]);

    await page.goto(`/location/${lake.id}`);
    await page.getByRole('dialog').getByText(letters).waitFor();
    await expect
      .poll(() => fontsOf(page, 'body *'))
      .toEqual(['Fraunces SemiBold', 'Hanken Grotesk', 'Instrument Sans']);
    expect(await fontsOf(page, 'h1, h2, h3')).toEqual(['Fraunces SemiBold']);
    expect(fetched.filter((url) => url.includes('vietnamese'))).toHaveLength(2);
    // Letters of another font file have the same height and do not change the line height.
    const [plain, vietnamese] = await Promise.all(['o', 'ọ'].map((letter) => page.evaluate(sizesOf, letter)));
    expect(vietnamese?.letter).toBeCloseTo(plain?.letter ?? 0, 0);
    expect(vietnamese?.line).toBeCloseTo(plain?.line ?? 0, 0);
  });

  it('moves no city of a phone’s mosaic when the number of cities arrives', async () => {
    await using visitor = await world.open('/healthz', {
      look: { viewport: { width: 360, height: 740 } },
    });
    const { page } = visitor;
    const response = await hold(page, /\/api\/cities\?/);
    await page.goto('/', { waitUntil: 'commit' });
    const mosaic = page.locator('#cities ul');
    await mosaic.waitFor();
    const before = await mosaic.boundingBox();
    response.release();
    await page.getByRole('heading', { name: 'Görlitz' }).waitFor();
    expect((await mosaic.boundingBox())?.y).toBe(before?.y);
  });
});

/** The typefaces that render this part of a page. A local font of the visitor's system is in brackets. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const names = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName, isCustomFont } of fonts)
      names.add(isCustomFont ? familyName : `(${familyName})`);
  }
  return [...names].sort();
}

/** Runs in the page: the height of a letter above its baseline, and of its line, at 100 px. */
function sizesOf(letter: string): { letter: number; line: number } {
  const span = document.createElement('span');
  span.style.cssText = 'position: absolute; font-size: 100px; line-height: normal';
  span.textContent = letter;
  document.body.append(span);
  const line = span.getBoundingClientRect().height;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `100px ${getComputedStyle(span).fontFamily}`;
  span.remove();
  return { letter: pen?.measureText(letter).actualBoundingBoxAscent ?? 0, line };
}
