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

describe.skipIf(chromium === null)('the way through the guide', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
    for (const name of ['Harbour', 'Lighthouse', 'Market', 'Tower', 'Vineyard'])
      await world.admin.location(world.city, name);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('begins at the top of a page that is loaded in full, and keeps the place over a reload', async () => {
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

  it('leads back to where one was when a place that was opened by its address is closed', async () => {
    await using visitor = await world.open('/landing', low);
    const { page } = visitor;
    await page.goto(`/location/${world.bridge.id}`);
    await page.getByText('About this location').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    expect(pathOf(page)).toBe('/landing');
  });

  it('leads back to My submissions, and to the same row, from a place that is closed or deleted there', async () => {
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

  it('goes back to the page before a place that was deleted at its own address', async () => {
    const doomed = await world.admin.location(world.city, 'Doomed Corner');
    await using admin = await world.open('/submissions', { as: world.admin, fresh: true, ...low });
    const { page } = admin;
    await page.getByRole('link', { name: 'Doomed Corner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('button', { name: 'Delete Location' }).click();
    await seeAll(page, ['Location deleted successfully']);
    await page.getByRole('heading', { name: 'My Submissions' }).waitFor();
    expect(pathOf(page)).toBe('/submissions');
    await page.goForward();
    expect(await page.getByText('Location not found').count(), doomed.id).toBe(0);
  });

  it('says by its status that nothing is there, and the page works as every other', async () => {
    const missing = ['/nowhere', `/city/${crypto.randomUUID()}`, `/location/${crypto.randomUUID()}`];
    const said = ['404 Page Not Found', 'City not found', 'Location not found'];
    await using visitor = await world.open('/landing');
    const { page } = visitor;
    for (const [index, path] of missing.entries()) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await seeAll(page, [said[index] ?? '']);
    }
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  it('leads nowhere when the start of a sign-in is answered without an address', async () => {
    const said: string[] = [];
    await using visitor = await world.open('/landing', {
      prepare: async (page) => {
        page.on('dialog', (dialog) => {
          said.push(dialog.message());
          void dialog.dismiss();
        });
        await page.route('**/auth/oauth/*', (route) => route.fulfill({ json: {} }));
      },
    });
    const { page } = visitor;
    const start = page.getByRole('button', { name: 'Sign in with GitHub' }).first();
    await start.click();
    await expect.poll(() => said).toEqual(['Authentication error: The server did not say where to sign in.']);
    expect(pathOf(page)).toBe('/landing');
    // It may be tried again.
    await start.click();
    await expect.poll(() => said.length).toBe(2);
  });

  it('shows a toast, with all that it offers, although its code cannot be had', async () => {
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

  it('writes Vietnamese in the product’s own typefaces, and fetches their letters only where they are needed', async () => {
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
      .toEqual(['Fraunces', 'Hanken Grotesk', 'Instrument Sans']);
    expect(await fontsOf(page, 'h1, h2, h3')).toEqual(['Fraunces']);
    expect(fetched.filter((url) => url.includes('vietnamese'))).toHaveLength(2);
    // What comes from elsewhere is as high as what stands beside it, and no line moves apart.
    const [plain, vietnamese] = await Promise.all(['o', 'ọ'].map((letter) => page.evaluate(sizesOf, letter)));
    expect(vietnamese?.letter).toBeCloseTo(plain?.letter ?? 0, 0);
    expect(vietnamese?.line).toBeCloseTo(plain?.line ?? 0, 0);
  });

  it('moves no city of a phone’s mosaic when their number comes', async () => {
    await using visitor = await world.open('/not-found', {
      look: { viewport: { width: 360, height: 740 } },
    });
    const { page } = visitor;
    const answer = await hold(page, /\/api\/cities\?/);
    await page.goto('/', { waitUntil: 'commit' });
    const mosaic = page.locator('#cities ul');
    await mosaic.waitFor();
    const before = await mosaic.boundingBox();
    answer.release();
    await page.getByRole('heading', { name: 'Görlitz' }).waitFor();
    expect((await mosaic.boundingBox())?.y).toBe(before?.y);
  });
});

/** The typefaces in which that part of a page is drawn, each of them fetched; one of the visitor's system is in brackets. */
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

/** In the page: how high a letter is above its line, and the line itself, at 100 px. */
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
