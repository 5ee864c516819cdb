import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, follow, following, refuse, seeAll, type World } from './world.ts';

const chromium = findBrowser();

interface Case {
  readonly list: string;
  readonly path: string | ((world: World) => string);
  readonly read: RegExp;
  readonly failure: string;
  readonly as?: 'user' | 'admin';
  /** The control to press first. */
  readonly tab?: string;
}

const fetchLocations = 'Failed to fetch locations';
const cases: readonly Case[] = [
  { list: 'cities', path: '/', read: /\/api\/cities/, failure: 'The cities could not be loaded' },
  { list: 'trending', path: '/', read: /\/trending/, failure: fetchLocations },
  { list: 'search results', path: '/?q=bridge', read: /\/api\/locations\?/, failure: fetchLocations },
  {
    list: 'a city’s locations',
    path: ({ city }) => `/city/${city.id}`,
    read: /\/api\/locations\?/,
    failure: fetchLocations,
  },
  {
    list: 'photos',
    path: ({ wall }) => `/location/${wall.id}`,
    read: /\/photos\?/,
    failure: 'The photos could not be loaded',
  },
  {
    list: 'favourites',
    path: '/favorites',
    read: /\/api\/favorites/,
    failure: 'Your favourites could not be loaded',
    as: 'user',
  },
  {
    list: 'the queue',
    path: '/admin/queue',
    read: /\/api\/admin\/queue\?/,
    failure: 'The queue could not be loaded',
    as: 'admin',
  },
  {
    list: 'all cities',
    path: '/admin',
    tab: 'Manage Cities',
    read: /\/api\/admin\/cities/,
    failure: 'The cities could not be loaded',
    as: 'admin',
  },
  {
    list: 'people',
    path: '/admin/people',
    read: /\/api\/admin\/people/,
    failure: 'The people could not be loaded',
    as: 'admin',
  },
  {
    list: 'activity',
    path: '/admin/activity',
    read: /\/api\/admin\/activity/,
    failure: 'The activity could not be loaded',
    as: 'admin',
  },
];

describe.skipIf(chromium === null)('a list that failed to load', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(cases)('$list: says so, and is loaded on a press', async (given) => {
    const path = typeof given.path === 'string' ? given.path : given.path(world);
    // A loaded page may already contain its list: only a screen change in the same page requests each list.
    await using visit = await world.open('/reset-password', {
      ...(given.as && { as: world[given.as] }),
      prepare: (page) => refuse(page, given.read, { status: 503 }),
    });
    const { page } = visit;
    await follow(page, path);
    if (given.tab !== undefined) await page.getByRole('tab', { name: given.tab }).click();
    const failed = page.getByRole('alert').filter({ hasText: given.failure });
    await failed.waitFor();
    await page.unroute(given.read);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await visit.checkUnbroken();
  });

  it('shows its earlier content', async () => {
    const live: { begun?: Promise<unknown> } = {};
    await using visitor = await world.open('/', {
      fresh: true,
      prepare: async (page) => {
        live.begun = following(page);
      },
    });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await live.begun;
    await refuse(page, /\/trending/, { status: 503 });
    await world.admin.location(world.city, 'New Corner');
    await seeAll(page, ['Not everything could be loaded']);
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.unroute(/\/trending/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'New Corner' }).waitFor();
    expect(await page.getByText('Not everything could be loaded').count()).toBe(0);
  });
});
