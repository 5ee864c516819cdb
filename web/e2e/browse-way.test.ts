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

  it('writes every letter of a name in the same typeface', async () => {
    const hanoi = await world.admin.city('Hà Nội Phố cổ', { country: 'Việt Nam' });
    await using visitor = await world.open(`/city/${hanoi.id}`);
    const { page } = visitor;
    const heading = page.getByRole('heading', { level: 1, name: 'Hà Nội Phố cổ' });
    await heading.waitFor();
    await page.evaluate('document.fonts.ready');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toEqual([
      ['Fraunces', true],
    ]);
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
