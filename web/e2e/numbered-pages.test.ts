import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cityLocations } from '#contracts/page-sizes';

import { findBrowser } from './browser.ts';
import { createWorld, pathOf, type World } from './world.ts';

const chromium = findBrowser();
const further = 4;
const most = cityLocations + further;

describe.skipIf(chromium === null)('a list with more than one page', () => {
  let world: World;
  let cityPath: string;
  let oldest: string;
  beforeAll(async () => {
    world = await createWorld(chromium);
    const city = await world.admin.city('Zadar', { country: 'Croatia' });
    cityPath = `/city/${city.id}`;
    const evening = { bestTimeToVisit: 'Evening (6-8 PM)' as const };
    for (let number = 1; number <= most; number += 1) {
      const light = number <= 2 ? evening : {};
      const { id } = await world.admin.location(city, `Pier ${number}`, { category: 'viewpoint', ...light });
      if (number === 1) oldest = id;
    }
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const namesOf = (html: string) => [...new Set([...html.matchAll(/>(Pier \d+)</g)].map(([, name]) => name))];
  const read = async (path: string) => {
    const response = await fetch(world.app.origin + path, { headers: { Accept: 'text/html' } });
    return { status: response.status, html: await response.text() };
  };

  it.each([
    ['a city’s places', () => cityPath],
    ['the results of a search', () => '/?q=pier'],
  ])('%s: each page is in the HTML, with links between them', async (_, path) => {
    const first = await read(path());
    const [, next = ''] =
      /<a[^>]*rel="next"[^>]*href="([^"]+)"/.exec(first.html) ??
      /<a[^>]*href="([^"]+)"[^>]*rel="next"/.exec(first.html) ??
      [];
    const second = await read(next.replaceAll('&amp;', '&'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(namesOf(first.html)).toHaveLength(cityLocations);
    expect(namesOf(second.html)).toHaveLength(further);
    expect(new Set([...namesOf(first.html), ...namesOf(second.html)]).size).toBe(most);
    expect(second.html).toMatch(/<a[^>]*rel="prev"/);
    expect(second.html).not.toMatch(/<a[^>]*rel="next"/);
    expect(second.html).toContain('page 2 · Lightfall</title>');
  });

  it('is behind the dialog of one of its places only as far as a window shows it', async () => {
    const { html } = await read(`/location/${oldest}`);
    // The oldest is the dialog's.
    expect(namesOf(html)).toEqual([...Array.from({ length: 12 }, (_, at) => `Pier ${most - at}`), 'Pier 1']);
  });

  it('names each page of a city in its address, for search engines too', async () => {
    const { html } = await read(`${cityPath}?page=2`);
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${cityPath}\\?page=2">`));
    expect(html).not.toContain('noindex');
    expect((await read(`${cityPath}?page=1`)).html).toMatch(
      new RegExp(`<link rel="canonical" href="[^"]*${cityPath}">`),
    );
  });

  it.each(['page=3', 'page=1000000', 'page=0', 'page=02', 'page=x'])(
    'returns 404 for a page beyond its end: %s',
    async (page) => {
      for (const path of [`${cityPath}?${page}`, `/?q=pier&${page}`, `/?${page}`]) {
        const { status, html } = await read(path);
        expect(status, path).toBe(404);
        expect(html).toContain('The list has no such page');
      }
    },
  );

  it('links to its pages without scripts', async () => {
    await using visitor = await world.open(cityPath, { look: { javaScriptEnabled: false } });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Show more' }).click();
    await page.waitForURL('**?page=2');
    await expect.poll(() => page.getByRole('article').count()).toBe(further);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.waitForURL(`**${cityPath}`);
  });

  it('adds the next page below with scripts', async () => {
    await using visitor = await world.open(cityPath);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(most);
    expect(pathOf(page)).toBe(cityPath);
    await page.goto(`${cityPath}?page=2`);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(cityLocations);
  });

  it('restores the added pages and the scroll position on Back', async () => {
    await using visitor = await world.open(cityPath);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(most);
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    const y = await page.evaluate(() => window.scrollY);
    expect(y).toBeGreaterThan(1000);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('article').count()).toBe(most);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  });

  it('filters a city’s places by category, light and rating, in the address with the API’s names', async () => {
    const path = `${cityPath}?bestTime=evening`;
    const { html } = await read(path);
    expect(namesOf(html)).toHaveLength(2);
    expect(html).toContain('<meta name="robots" content="noindex">');
    await using visitor = await world.open(cityPath);
    const { page } = visitor;
    const light = page.getByRole('group', { name: 'Light' });
    await light.getByRole('button', { name: /^Evening/ }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    expect(pathOf(page)).toBe(path);
    await page.getByLabel('Least rating').selectOption('4');
    await page.getByText('No location matches').waitFor();
    expect(pathOf(page)).toBe(`${path}&minRating=4`);
    await page.getByRole('button', { name: 'Show all locations' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(cityLocations);
    expect(pathOf(page)).toBe(cityPath);
    await page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'Cafes' }).click();
    await page.getByText(/^No .* locations here yet$/).waitFor();
  });

  it('shows a city’s best rated places first, in its address and in the HTML', async () => {
    await world.user.send('PUT', `/api/locations/${oldest}/rating`, { rating: 5 });
    await using visitor = await world.open(cityPath);
    const { page } = visitor;
    const first = page.getByRole('article').first();
    await page.getByLabel('Order').selectOption('Best rated first');
    await first.getByText('Pier 1', { exact: true }).waitFor();
    const path = `${cityPath}?sort=rating`;
    expect(pathOf(page)).toBe(path);
    const { html } = await read(path);
    expect(namesOf(html)[0]).toBe('Pier 1');
    expect(html).toContain('<meta name="robots" content="noindex">');
    await page.getByRole('button', { name: 'Good right now' }).click();
    await page.getByLabel('Order').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Good right now' }).click();
    await first.getByText('Pier 1', { exact: true }).waitFor();
  });

  it('shows all places on a page reached from home', async () => {
    await using visitor = await world.open('/', { look: { javaScriptEnabled: false } });
    const { page } = visitor;
    await page.getByRole('main').getByRole('link', { name: 'All places' }).click();
    await page.getByRole('heading', { name: 'All places' }).waitFor();
    expect(await page.title()).toBe('All places · Lightfall');
    expect(await page.locator('[data-location]').count()).toBe(cityLocations);
  });

  it.each([
    ['/?bestTime=evening', 'Evening light'],
    ['/?light=now', 'Good right now'],
    ['/?category=viewpoint', 'Viewpoints'],
    ['/?category=viewpoint&bestTime=evening&minRating=3', 'Viewpoints, Evening light, 3 stars and up'],
    ['/?q=pier&category=viewpoint', 'pier, Viewpoints'],
  ])('the search %s is titled %s', async (path, title) => {
    expect((await read(path)).html).toContain(`<title>${title} · Lightfall</title>`);
  });

  it.each([
    ['bestTime=evening', 'Evening light'],
    ['category=viewpoint&minRating=3', 'Viewpoints, 3 stars and up'],
    ['sort=rating', 'best rated first'],
    ['sort=rating&page=2', 'best rated first, page 2'],
  ])('a city’s list with %s is titled %s', async (query, title) => {
    expect((await read(`${cityPath}?${query}`)).html).toContain(
      `<title>Zadar, Croatia, ${title} · Lightfall</title>`,
    );
  });

  it('shows all cities without scripts', async () => {
    for (let number = 1; number <= 4; number += 1) {
      const city = await world.admin.city(`Town ${number}`);
      await world.admin.location(city, `Gate ${number}`);
    }
    await using visitor = await world.open('/', { look: { javaScriptEnabled: false } });
    const { page } = visitor;
    const cities = page.getByRole('region', { name: 'Cities' });
    expect(await cities.getByRole('article').count()).toBe(5);
    await cities.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL('**/?page=1#cities');
    expect(await cities.getByRole('article').count()).toBe(6);
  });
});
