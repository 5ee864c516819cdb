import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { pictureAddress, showLinked, type VisitOptions } from './people.ts';
import { picture } from './seed.ts';
import {
  createWorld,
  follow,
  hold,
  pathOf,
  refuse,
  seeAll,
  styleOf,
  topDialog as dialog,
  type World,
} from './world.ts';

const chromium = findBrowser();
const nobody = '00000000-0000-4000-8000-000000000000';

/** A situation of section 2: the steps to it, and the words that it must show. */
interface Situation {
  readonly name: string;
  readonly at: string | ((world: World) => string);
  readonly as?: 'user' | 'admin';
  readonly look?: VisitOptions['look'];
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly steps?: (page: Page, world: World) => Promise<void>;
  readonly sees?: readonly string[];
  readonly buttons?: readonly string[];
  readonly links?: readonly string[];
  readonly headings?: readonly string[];
  /** The names of links, buttons and headings that must be absent. */
  readonly lacks?: readonly string[];
  readonly then?: (page: Page, world: World) => Promise<void>;
}

const phone = { viewport: { width: 360, height: 740 } };

const header: readonly Situation[] = [
  {
    name: 'header, the administrator',
    at: '/',
    as: 'admin',
    links: ['Admin Dashboard'],
    then: async (page) => {
      await page.getByRole('link', { name: 'Admin Dashboard' }).click();
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
      expect(pathOf(page)).toBe('/admin');
    },
  },
  {
    name: 'drawer of a small screen: 300 px, no admin link, closes on selection',
    at: '/',
    as: 'admin',
    look: phone,
    steps: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    then: async (page) => {
      const drawer = dialog(page);
      await drawer.getByRole('link', { name: 'Locations' }).waitFor();
      const linksOf = (name: string) =>
        drawer.getByRole('navigation', { name }).getByRole('link').allInnerTexts();
      expect(await linksOf('Main')).toEqual(['Cities', 'Locations']);
      expect(await linksOf('More')).toEqual(['Map']);
      expect(await linksOf('Yours')).toEqual(['Favourites', 'My submissions', 'Profile']);
      expect(await styleOf(drawer, 'width')).toBe('300px');
      await drawer.getByRole('link', { name: 'Locations' }).click();
      await drawer.waitFor({ state: 'detached' });
      expect(pathOf(page)).toBe('/#locations');
    },
  },
];

const home: readonly Situation[] = [
  {
    name: 'not found',
    at: '/no/such/screen',
    headings: ['404 Page Not Found'],
    sees: ['Did you forget to add the page to the router?'],
    then: async (page) => {
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
      expect(pathOf(page)).toBe('/');
    },
  },
  {
    name: 'home, with its header',
    at: '/',
    headings: ['Popular Cities', 'Trending Locations', 'Why Choose Lightfall'],
    links: ['Lightfall', 'Cities', 'Locations'],
    buttons: [
      ...['Sign in', 'Search', 'Sign in with Google'],
      ...['Landmarks', 'Cafes', 'Viewpoints', 'Street Art', 'Nature'],
    ],
    sees: ['locations', 'city covered', 'photos shared', 'contributor this month'],
    lacks: ['Admin Dashboard', 'Jonas Kern', 'Architecture', 'Edit Görlitz'],
    then: async (page) => {
      await page.getByPlaceholder('Search cities or locations...', { exact: true }).waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Cities' }).waitFor();
    },
  },
  {
    name: 'home, signed in: the forms, the edit button of a city, the full name, and a menu of one item',
    at: '/',
    as: 'user',
    buttons: ['Add Location', 'Add City', 'Edit Görlitz', 'Jonas Kern'],
    lacks: ['Admin Dashboard', 'Sign in', 'Sign in with Google'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Jonas Kern' }).click();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Sign Out']);
      await page.keyboard.press('Escape');
      const edit = page.getByRole('button', { name: 'Edit Görlitz' });
      const opacity = () => styleOf(edit, 'opacity');
      await page.mouse.move(0, 0);
      await expect.poll(opacity).toBe('0');
      await page.getByRole('heading', { name: 'Görlitz' }).hover();
      await expect.poll(opacity).toBe('1');
    },
  },
  {
    name: 'home, a search with results, by Enter and by the icon',
    at: '/',
    steps: async (page) => {
      await page.getByRole('searchbox').fill('bridge');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search Results' }).waitFor();
      expect(pathOf(page)).toBe('/?q=bridge');
      await page.getByRole('searchbox').fill('görlitz');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
    },
    headings: ['Cities Matching Your Search', 'Görlitz', 'Search Results', 'Old Bridge', 'Painted Wall'],
    lacks: ['Show All Cities', 'Clear Search'],
    then: async (page) => {
      await page.goBack();
      await page.getByRole('link', { name: 'Painted Wall' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('searchbox').inputValue()).toBe('bridge');
    },
  },
  {
    name: 'home, a search that finds nothing',
    at: '/?q=zzz',
    headings: ['Cities Matching Your Search', 'Search Results'],
    buttons: ['Show All Cities', 'Clear Search'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Show All Cities' }).click();
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Clear Search' }).click();
      await page.getByRole('heading', { name: 'Trending Locations' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('');
    },
  },
  {
    name: 'home, a chip filters, and clears when it is clicked again',
    at: '/',
    steps: (page) => page.getByRole('button', { name: 'Street Art' }).click(),
    headings: ['Search Results', 'Painted Wall'],
    then: async (page) => {
      await page.getByRole('link', { name: 'Old Bridge' }).waitFor({ state: 'detached' });
      expect(pathOf(page)).toBe('/?category=street-art');
      await page.getByRole('button', { name: 'Street Art' }).click();
      await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
      expect(pathOf(page)).toBe('/');
    },
  },
  {
    name: 'home, while loading: 4 and 3 skeletons',
    at: '/',
    prepare: (page) => hold(page, /\/api\/(cities|locations)/),
    then: async (page) => {
      const busy = (name: string) =>
        page.getByRole('region', { name, exact: true }).locator('[aria-busy="true"]');
      await busy('Cities').waitFor();
      expect(await busy('Cities').locator(':scope > li').count()).toBe(4);
      expect(await busy('Locations').locator(':scope > li').count()).toBe(3);
    },
  },
  {
    name: 'home, when the locations cannot be fetched',
    at: '/',
    prepare: (page) => refuse(page, /\/api\/locations/, { status: 500 }),
    sees: ['Failed to fetch locations'],
    buttons: ['Try again'],
  },
];

const places: readonly Situation[] = [
  {
    name: 'location cards: one with everything but photos, one without a rating or an hour',
    at: '/',
    sees: ['Old Bridge', 'Landmark', '0 photos', 'No photos yet', 'Click to add photos', '2 photos'],
    buttons: ['Favourite Old Bridge'],
    then: async (page, { bridge }) => {
      const card = page.getByRole('article').filter({ hasText: 'Old Bridge' });
      await seeAll(card, ['Trending']);
      expect(await card.getByRole('link').getAttribute('href')).toBe(`/location/${bridge.id}`);
      await seeAll(card, ['Best time: Evening (6-8 PM)', 'Görlitz']);
      expect(await card.getByText('Rating').locator('..').innerText()).toContain('4.0');
      const lines = await card
        .getByText('The mill on the left bank')
        .evaluate((element) =>
          Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
        );
      expect(lines).toBe(2);
      const other = page.getByRole('article').filter({ hasText: 'Painted Wall' });
      expect(await other.innerText()).not.toMatch(/Rating|Best time|No photos yet/);
    },
  },
  {
    name: 'city page',
    at: ({ city }) => `/city/${city.id}`,
    headings: ['Görlitz', 'Old Bridge', 'Painted Wall'],
    buttons: ['Add Location'],
    sees: ['Germany · 2 locations', 'Trending'],
    lacks: ['Edit', 'Delete'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Add Location' }).click();
      await dialog(page).getByText('Sign In Required', { exact: true }).waitFor();
    },
  },
  {
    name: 'city page, while loading: 6 skeletons',
    at: ({ city }) => `/city/${city.id}`,
    prepare: (page) => hold(page, /\/api\/locations\?/),
    headings: ['Görlitz'],
    then: async (page) => {
      expect(await page.locator('[aria-busy="true"] > li').count()).toBe(6);
    },
  },
  {
    name: 'city page, not found',
    at: `/city/${nobody}`,
    headings: ['City not found'],
    links: ['Back to all cities'],
  },
  {
    name: 'city page, the administrator deletes: the city’s name, and how many locations',
    at: ({ city }) => `/city/${city.id}`,
    as: 'admin',
    buttons: ['Edit', 'Delete'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Delete Görlitz?' });
      expect(await confirmation.innerText()).toMatch(/Görlitz, Germany, and its 2 locations/);
    },
  },
];

const details: readonly Situation[] = [
  {
    name: 'location, while loading',
    at: ({ bridge }) => `/location/${bridge.id}`,
    prepare: (page) => hold(page, /\/api\/locations\/[^/]+$/),
    sees: ['Loading location details...'],
  },
  {
    name: 'location, missing',
    at: `/location/${nobody}`,
    headings: ['Location not found'],
    then: async (page) => {
      expect(await dialog(page).count()).toBe(0);
      await page.getByRole('button', { name: 'Go Back' }).click();
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
      expect(pathOf(page)).toBe('/');
    },
  },
  {
    name: 'location, a visitor',
    at: ({ bridge }) => `/location/${bridge.id}`,
    headings: ['Old Bridge', 'About this location', 'Address', 'Best Time to Visit', 'Share Your Photos'],
    sees: [
      'Görlitz, Germany',
      'Landmark',
      'Uferstraße 1',
      'Access',
      'Forty steps down from the road.',
      'Evening (6-8 PM)',
      '4.0/5',
      '1 rating',
      '(0 photos)',
      'Sign in to share your photos of this amazing location',
    ],
    buttons: ['Sign In to Upload Photos'],
    lacks: ['Edit', 'Delete', 'Upload Photos'],
    then: async (page) => {
      expect(await page.getByRole('region', { name: 'Photos of Old Bridge' }).count()).toBe(0);
    },
  },
  {
    name: 'location, a signed-in person: the upload form and Edit, which opens its form',
    at: ({ bridge }) => `/location/${bridge.id}`,
    as: 'user',
    buttons: ['Edit', 'Upload Photos'],
    lacks: ['Delete', 'Sign In to Upload Photos'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog', { name: 'Edit Old Bridge' }).getByLabel('Description').waitFor();
    },
  },
  {
    name: 'location, the administrator deletes, after a confirmation',
    at: ({ bridge }) => `/location/${bridge.id}`,
    as: 'admin',
    steps: (page) => page.getByRole('button', { name: 'Delete' }).click(),
    headings: ['Delete Old Bridge?'],
    buttons: ['Cancel', 'Delete Location'],
  },
  {
    name: 'location with photos: the featured one first, and after the last the first again',
    at: ({ wall }) => `/location/${wall.id}`,
    sees: ['1 of 2', 'Featured', '(2 photos)'],
    lacks: ['Address', 'Best Time to Visit'],
    then: async (page) => {
      const photos = page.getByRole('region', { name: 'Photos of Painted Wall' });
      await photos.getByRole('group', { name: '1 of 2' }).getByText('Featured').waitFor();
      await photos.getByRole('button', { name: 'Previous photo' }).click();
      await photos.getByText('2 of 2', { exact: true }).waitFor();
      await photos.getByRole('button', { name: 'Next photo' }).click();
      await photos.getByText('1 of 2', { exact: true }).waitFor();
      await photos.getByRole('button', { name: 'Full screen' }).click();
      await photos.getByRole('button', { name: 'Leave full screen' }).click();
      await photos.getByRole('button', { name: 'Full screen' }).waitFor();
    },
  },
];

const landing: readonly Situation[] = [
  {
    name: 'landing',
    at: '/landing',
    headings: ['Popular Cities', 'Görlitz', 'Trending Locations', 'Old Bridge', 'Why Choose Lightfall'],
    buttons: [
      'Sign In',
      'Explore Locations',
      'Sign in with Google',
      'Sign in with GitHub',
      'Sign in with Discord',
    ],
    sees: ['Germany', '2 spots', 'Trending', 'Landmark'],
    then: async (page) => {
      const why = page.getByRole('region', { name: 'Why Choose Lightfall' });
      expect(await why.getByRole('heading', { level: 3 }).count()).toBe(3);
      expect(await why.getByRole('list').nth(1).getByRole('listitem').count()).toBe(4);
      const closing = page.getByRole('region', { name: 'Come and show yours' });
      await closing.getByRole('button', { name: 'Sign in with Google' }).waitFor();
      await closing.getByRole('button', { name: 'Sign in with GitHub' }).waitFor();
      await page.getByRole('button', { name: 'Explore Locations' }).click();
      const heading = page.getByRole('heading', { name: 'Popular Cities' });
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(400);
    },
  },
  {
    name: 'landing: a place shows its photo, else its linked picture, else a stock picture',
    at: '/landing',
    prepare: async (page) => {
      await showLinked(page, await picture('#806040'));
      await page.route(/\/api\/locations\/trending/, async (route) => {
        const places = (await (await route.fetch()).json()) as object[];
        const third = { ...places.find((place) => 'photoCount' in place && place.photoCount === 0), id: '3' };
        await route.fulfill({
          json: [...places, { ...third, name: 'With Picture', imageUrl: pictureAddress }],
        });
      });
    },
    then: async (page) => {
      const pictureOf = (name: string) =>
        page.getByRole('article').filter({ hasText: name }).locator('img').getAttribute('src');
      expect(await pictureOf('Painted Wall')).toMatch(/^\/photos\//);
      expect(await pictureOf('With Picture')).toBe(pictureAddress);
      expect(await pictureOf('Old Bridge')).toMatch(/evening.*\.svg$/);
      expect(await page.getByText('No photos yet').count()).toBe(0);
    },
  },
  {
    name: 'landing: at most 6 cities and 6 locations',
    at: '/landing',
    prepare: async (page) => {
      // The server gives more items than were requested.
      await page.route(/\/api\/(cities|locations\/trending)\?/, async (route) => {
        const [first] = (await (await route.fetch()).json()) as object[];
        await route.fulfill({ json: Array.from({ length: 9 }, (_, id) => ({ ...first, id: `${id}` })) });
      });
    },
    then: async (page) => {
      for (const name of ['Popular Cities', 'Trending Locations']) {
        const section = page.getByRole('region', { name });
        await section.getByRole('article').first().waitFor();
        expect(await section.getByRole('article').count()).toBe(6);
      }
    },
  },
];

const adminScreens: readonly Situation[] = [
  {
    name: 'sign-in return page',
    at: '/auth/callback',
    prepare: (page) => hold(page, /\/auth\/session/),
    sees: ['Completing sign in...', 'Please wait while we redirect you.'],
  },
  {
    name: 'dashboard, nobody signed in',
    at: '/admin',
    sees: ['Not Authenticated', 'You need to sign in to access the admin dashboard.'],
    buttons: ['Go to Home'],
    then: async (page) => {
      await page.getByRole('button', { name: 'Go to Home' }).click();
      await page.getByRole('heading', { name: 'Popular Cities' }).waitFor();
    },
  },
  {
    name: 'dashboard, somebody else: none of its data is requested',
    at: '/admin',
    as: 'user',
    prepare: (page) =>
      page.route('**/api/admin/**', () => {
        throw new Error('Only the administrator may request this.');
      }),
    sees: [
      'Access Denied',
      'Admin access required. Current user: jonas@example.org',
      'Admin email required: admin@example.com',
    ],
    buttons: ['Go to Home'],
  },
  {
    name: 'dashboard, nothing pending',
    at: '/admin',
    as: 'admin',
    sees: ['Review and manage pending submissions', 'No pending cities to review'],
    then: async (page) => {
      const tabs = page.getByRole('tab');
      await page.getByRole('tab', { name: 'Pending Cities (0)', exact: true, selected: true }).waitFor();
      await page.getByRole('tab', { name: 'Pending Locations (0)', exact: true }).click();
      await seeAll(page, ['No pending locations to review']);
      await expect
        .poll(() => tabs.allTextContents())
        .toEqual([
          'Pending Cities(0)',
          'Pending Locations(0)',
          'Pending Edits(0)',
          'Manage Cities',
          'Manage Locations',
        ]);
    },
  },
  {
    name: 'dashboard, a pending city and a pending location',
    at: '/admin',
    as: 'admin',
    prepare: async (page) => showLinked(page, await picture('#806040')),
    steps: async (page, { user }) => {
      const city = await user.city('Zittau', { country: 'Germany' });
      await user.location(city, 'Town Baths', { address: 'Theaterring 1', description: 'Tiles and steam.' });
      const row = page.getByRole('listitem').filter({ hasText: 'Zittau' });
      await seeAll(row, ['Zittau', 'Germany', 'Pending']);
      expect(await row.locator('img').count()).toBe(1);
      await row.getByRole('button', { name: 'Approve Zittau', exact: true }).waitFor();
      await row.getByRole('button', { name: 'Reject Zittau', exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Pending Locations (1)' }).click();
    },
    then: async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Town Baths' });
      await seeAll(row, ['Viewpoint', 'Theaterring 1', 'Pending']);
      // The detail of the chosen row contains the description.
      await page.getByText('Tiles and steam.', { exact: true }).first().waitFor();
      const badge = row.getByText('Pending', { exact: true });
      expect(await styleOf(badge, 'background-color')).toBe('rgb(255, 240, 194)');
      await row.getByRole('button', { name: 'Approve Town Baths', exact: true }).waitFor();
      await row.getByRole('button', { name: 'Reject Town Baths', exact: true }).waitFor();
    },
  },
];

describe.skipIf(chromium === null)('section 2: every screen shows its texts', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const all = [header, home, places, details, landing, adminScreens].flat();
  it.each(all)('$name', async (situation) => {
    const { at, as, look, prepare } = situation;
    const path = typeof at === 'string' ? at : at(world);
    // A page opened by its address already contains its responses; the prepared ones need a page that requests them.
    await using visitor = await world.open(prepare ? '/reset-password' : path, {
      ...(as ? { as: world[as] } : {}),
      ...(look ? { look } : {}),
      ...(prepare ? { prepare: (page) => prepare(page).then(() => undefined) } : {}),
    });
    const { page } = visitor;
    if (prepare) await follow(page, path);
    await situation.steps?.(page, world);
    await seeAll(page, situation.sees ?? []);
    for (const name of situation.headings ?? [])
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
    for (const name of situation.buttons ?? [])
      await page.getByRole('button', { name, exact: true }).first().waitFor();
    for (const name of situation.links ?? [])
      await page.getByRole('link', { name, exact: true }).first().waitFor();
    for (const name of situation.lacks ?? [])
      for (const role of ['button', 'link', 'heading'] as const)
        expect(await page.getByRole(role, { name, exact: true }).count(), name).toBe(0);
    await situation.then?.(page, world);
    await visitor.checkUnbroken();
  });
});
