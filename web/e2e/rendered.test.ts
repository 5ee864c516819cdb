import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import type { OpenOptions } from './people.ts';
import { picture } from './seed.ts';
import { createWorld, following, hold, pathOf, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const unknownId = '0b5fc8b8-6a1c-4c2c-9d0e-3f2f1f0f8a11';
const phone = { width: 360, height: 740 };

interface Screen {
  readonly name: string;
  readonly path: (world: World) => string;
  readonly heading: string;
  /** The texts that it shows from its responses. */
  readonly texts: readonly string[];
}

const screens: readonly Screen[] = [
  {
    name: 'home',
    path: () => '/',
    heading: 'Know where the light falls.',
    texts: ['Görlitz', 'Old Bridge', 'Painted Wall'],
  },
  {
    name: 'a search',
    path: () => '/?q=bridge&bestTime=evening&minRating=3',
    heading: 'Search Results',
    texts: ['Old Bridge'],
  },
  {
    name: 'a city',
    path: ({ city }) => `/city/${city.id}`,
    heading: 'Görlitz',
    texts: ['Germany', 'Old Bridge', 'Painted Wall'],
  },
  {
    name: 'a location',
    path: ({ bridge }) => `/location/${bridge.id}`,
    heading: 'Old Bridge',
    texts: ['Uferstraße 1', 'Forty steps down from the road.'],
  },
  {
    name: 'a location with photos',
    path: ({ wall }) => `/location/${wall.id}`,
    heading: 'Painted Wall',
    texts: ['(2 photos)', 'What one sees at Painted Wall.'],
  },
  {
    name: 'the landing page',
    path: () => '/landing',
    heading: 'The best light has an address.',
    texts: ['Görlitz', 'Old Bridge'],
  },
  {
    name: 'privacy',
    path: () => '/privacy',
    heading: 'Privacy',
    texts: ['Looking around', 'Erasing your account'],
  },
  { name: 'terms', path: () => '/terms', heading: 'Terms', texts: ['What you send stays yours'] },
];

/** A person's own lists: the frame is rendered, the list comes with the session. */
const frames = [
  ['favourites', '/favorites', 'Favourites'],
  ['what was sent in', '/submissions', 'My submissions'],
  ['lists', '/lists', 'My lists'],
] as const;

const missing = [
  ['no screen', '/nowhere', '404 Page Not Found'],
  ['no city', `/city/${unknownId}`, 'City not found'],
  ['no city, by an address that is no id', '/city/%22', 'City not found'],
  ['no city, by an address that is no encoded text', '/city/%', 'City not found'],
  ['no screen, by an address that is no encoded text', '/%E0%A4%A', '404 Page Not Found'],
  ['no list', `/list/${unknownId}`, 'List not found'],
  ['nobody', `/people/${unknownId}`, 'Person not found'],
  ['no location', `/location/${unknownId}`, 'Location not found'],
] as const;

interface Recorded {
  /** The requests to the API and the session, in order. */
  readonly asked: string[];
  /** Errors thrown or written to the console. */
  readonly errors: string[];
}

/** Records the page's requests and errors from now on. */
function record(page: Page): Recorded {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(api|auth)\//.test(pathname)) asked.push(pathname + search);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // React reports hydration errors here.
  page.on('pageerror', ({ message }) => errors.push(message));
  return { asked, errors };
}

describe.skipIf(chromium === null)('a page that the server rendered', () => {
  let world: World;
  let jpeg: Buffer;
  beforeAll(async () => {
    world = await createWorld(chromium);
    jpeg = await picture('#806040');
    await world.user.send('PUT', `/api/locations/${world.bridge.id}/favorite`);
    await world.user.send('PUT', `/api/locations/${world.bridge.id}/rating`, { rating: 2 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Opens a page and records it until its socket has started, which ends a visit's requests. */
  const openRecorded = async (path: string, options: OpenOptions = {}) => {
    const during: { record?: Recorded; live?: Promise<void> } = {};
    const visit = await world.open(path, {
      fresh: true,
      picture: jpeg,
      ...options,
      prepare: async (page) => {
        await options.prepare?.(page);
        during.record = record(page);
        during.live = following(page);
      },
    });
    await during.live;
    await visit.page.waitForLoadState('networkidle');
    return { visit, ...(during.record ?? { asked: [], errors: [] }) };
  };

  describe('without its code', () => {
    const withoutScript = { look: { javaScriptEnabled: false } };

    it.each(screens)('$name: has its heading and its content', async ({ path, heading, texts }) => {
      await using visitor = await world.open(path(world), withoutScript);
      const { page } = visitor;
      expect(await page.getByRole('heading', { name: heading, exact: true }).first().isVisible()).toBe(true);
      for (const text of texts)
        expect(await page.getByText(text, { exact: true }).first().isVisible(), text).toBe(true);
      const banner = page.getByRole('banner');
      expect(await banner.innerText()).toContain('Lightfall');
      // Each button that is shown works.
      const buttons = banner.locator('button:not([type=submit])');
      expect(await buttons.filter({ visible: true }).allTextContents()).toEqual([]);
      expect(await page.title()).toContain('Lightfall');
    });

    it.each(frames)('%s: has its heading, but nobody’s list', async (_, path, heading) => {
      await using person = await world.open(path, { ...withoutScript, as: world.user });
      const { page } = person;
      expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible()).toBe(true);
      expect(await page.getByText('Old Bridge').count()).toBe(0);
      // Without scripts nothing loads.
      expect(await page.locator('[data-loading]').filter({ visible: true }).count()).toBe(0);
      expect(
        await page
          .getByText(/^Loading/)
          .filter({ visible: true })
          .count(),
      ).toBe(0);
    });

    it('shows nothing personal', async () => {
      await using person = await world.open('/', { ...withoutScript, as: world.user });
      expect(await person.page.getByText('Jonas').count()).toBe(0);
      expect(
        await person.page.locator('[aria-label="Favourite Old Bridge"][aria-pressed=true]').count(),
      ).toBe(0);
    });

    it.each(['/privacy', '/terms', `/people/${unknownId}`])(
      'is the same at each request, and answers 304 to a current copy: %s',
      async (path) => {
        const url = `${world.app.origin}${path}`;
        const [one, other] = [await fetch(url), await fetch(url)];
        expect(await other.text()).toBe(await one.text());
        const etag = one.headers.get('ETag') ?? '';
        expect(other.headers.get('ETag')).toBe(etag);
        const again = await fetch(url, { headers: { 'If-None-Match': etag } });
        await again.text();
        expect(again.status).toBe(one.status === 200 ? 304 : one.status);
      },
    );

    it('loads a location’s first photo before its city’s picture and the next photo', async () => {
      const response = await fetch(`${world.app.origin}/location/${world.wall.id}`);
      const pictures = (await response.text()).match(/<img [^>]+>/g) ?? [];
      const first = pictures.filter((each) => /fetchpriority="high"/i.test(each));
      expect(first.map((each) => /alt="([^"]*)"/.exec(each)?.[1])).toEqual(['Painted Wall, photo 1']);
    });

    it('says which parts need its code', async () => {
      for (const path of ['/', '/profile']) {
        const response = await fetch(world.app.origin + path, { headers: { Accept: 'text/html' } });
        // The browser in which the tests turn scripts off does not show this element.
        const [, text = ''] = /<noscript>(.*?)<\/noscript>/s.exec(await response.text()) ?? [];
        expect(text, path).toContain('Signing in and all other forms need it.');
      }
    });

    it('searches with its own form', async () => {
      await using visitor = await world.open('/', withoutScript);
      const { page } = visitor;
      await page.getByRole('searchbox').fill('bridge');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?q=bridge');
      expect(await page.getByRole('link', { name: 'Old Bridge' }).isVisible()).toBe(true);
      expect(await page.getByText('Painted Wall').count()).toBe(0);
    });

    it('opens home’s search with the search button of a phone’s header', async () => {
      await using visitor = await world.open(`/city/${world.city.id}`, {
        look: { ...withoutScript.look, viewport: phone },
      });
      const { page } = visitor;
      await page.getByRole('banner').getByRole('button', { name: 'Open search' }).click();
      await page.getByRole('searchbox').fill('bridge');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?q=bridge');
      expect(await page.getByRole('link', { name: 'Old Bridge' }).isVisible()).toBe(true);
    });
  });

  describe('with its code', () => {
    // Far from the server's time zone, so that a rendered hour or day would be noticed.
    const far = { timezoneId: 'Pacific/Kiritimati' };

    it.each(screens)(
      '$name: is hydrated, and requests only the session',
      async ({ path, heading, texts }) => {
        const { visit, asked, errors } = await openRecorded(path(world), { look: far });
        await using _ = visit;
        await visit.page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await seeAll(visit.page, texts);
        expect(errors).toEqual([]);
        expect(asked).toEqual(['/auth/session']);
        await visit.checkUnbroken();
      },
    );

    it.each(screens)('$name: keeps the elements rendered before its code', async ({ path, heading }) => {
      await using visitor = await world.open('/healthz', { fresh: true });
      const { page } = visitor;
      const scripts = await hold(page, /\/assets\/.*\.js$/);
      await page.goto(path(world), { waitUntil: 'commit' });
      const rendered = await page
        .getByRole('heading', { name: heading, exact: true })
        .first()
        .elementHandle();
      const live = following(page);
      scripts.release();
      await live;
      expect(await rendered.evaluate((element) => element.isConnected)).toBe(true);
    });

    it('has the light of a place and a city only once its code runs', async () => {
      const coordinates = { latitude: 47.1193, longitude: 9.8821 };
      const city = await world.admin.city('Lanternford', { coordinates });
      const place = await world.admin.location(city, 'Lantern Stairs', { coordinates });
      for (const path of [`/city/${city.id}`, `/location/${place.id}`]) {
        const { visit, errors } = await openRecorded(path);
        await using _ = visit;
        expect(errors, path).toEqual([]);
      }
    });

    it('contains the places that are good right now, the same for everybody', async () => {
      const { visit, asked, errors } = await openRecorded('/?light=now');
      await using _ = visit;
      const pressed = visit.page.getByRole('group', { name: 'Light' }).locator('[aria-pressed=true]');
      expect(await pressed.allInnerTexts()).toEqual(['Good right now']);
      // Nothing here has coordinates.
      await visit.page.getByText('No location matches', { exact: true }).first().waitFor();
      expect(asked.filter((url) => url.startsWith('/api/'))).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('is refetched once as a signed-in person: hearts and ratings come after the session', async () => {
      const { visit, asked, errors } = await openRecorded('/', { as: world.user });
      await using _ = visit;
      const { page } = visit;
      await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
      await page.locator('[aria-label="Favourite Old Bridge"][aria-pressed=true]').first().waitFor();
      expect(asked.slice(0, 2)).toEqual(['/auth/session', '/api/auth/user']);
      const lists = asked.slice(2);
      expect(lists.some((url) => url.startsWith('/api/locations/trending'))).toBe(true);
      expect(lists.toSorted()).toEqual([...new Set(lists)].toSorted());
      expect(errors).toEqual([]);
      await page.goto(`/location/${world.bridge.id}`);
      const dialog = page.getByRole('dialog');
      await dialog.locator('[aria-label="Favourite Old Bridge"][aria-pressed=true]').waitFor();
      await dialog.getByRole('radio', { name: /^2 of 5 stars/, checked: true }).waitFor();
      expect(errors).toEqual([]);
    });

    it('keeps its scroll position if the session is known before the page’s code, and the covered page is inert', async () => {
      const held: { code?: { release: () => void } } = {};
      await using person = await world.open(`/location/${world.bridge.id}`, {
        as: world.admin,
        fresh: true,
        prepare: async (page) => {
          await page.addInitScript(`
            globalThis.texts = new Set();
            new MutationObserver(() => {
              for (const { textContent } of document.querySelectorAll('[role=dialog] h2')) texts.add(textContent);
            }).observe(document, { childList: true, subtree: true });`);
          held.code = await hold(page, /\/assets\/location-dialog-.*\.js$/);
          const known = page.waitForResponse('**/api/auth/user');
          void known.then(() => held.code?.release());
        },
      });
      const { page } = person;
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor();
      expect(await page.evaluate('[...texts]')).toEqual(['Old Bridge']);
      const behind = { name: 'Add Location', exact: true };
      expect(
        await page
          .locator('[inert]')
          .getByRole('button', { ...behind, includeHidden: true })
          .count(),
      ).toBe(1);
      expect(await page.getByRole('button', behind).count()).toBe(0);
    });

    it('reads data at least as new as the person’s own last command after a reload', async () => {
      await using person = await world.open(`/location/${world.bridge.id}`, { as: world.user, fresh: true });
      const { page } = person;
      const heart = page.getByRole('dialog').getByRole('button', { name: 'Favourite Old Bridge' });
      const given = page.waitForResponse((response) => response.url().endsWith('/favorite'));
      await page
        .getByRole('button', { name: 'Jonas Kern', includeHidden: true })
        .waitFor({ state: 'attached' });
      await heart.click();
      const position = (await (await given).allHeaders())['x-event-position'] ?? '';
      expect(position).toMatch(/^\d+$/);
      const again = page.waitForRequest((request) =>
        request.url().endsWith(`/api/locations/${world.bridge.id}`),
      );
      await page.reload();
      const asked = (await (await again).allHeaders())['x-min-position'] ?? '0';
      expect(BigInt(asked)).toBeGreaterThanOrEqual(BigInt(position));
    });

    it('opens the search of a phone’s header on the same page', async () => {
      await using visitor = await world.open('/healthz', { fresh: true, look: { viewport: phone } });
      const { page } = visitor;
      const scripts = await hold(page, /\/assets\/.*\.js$/);
      await page.goto(`/city/${world.city.id}`, { waitUntil: 'commit' });
      const button = page.getByRole('button', { name: 'Open search' });
      // The focus stays when the page's code arrives.
      await button.focus();
      const live = following(page);
      scripts.release();
      await live;
      await page.keyboard.press('Enter');
      await page.locator('[data-search=bar]:focus').waitFor();
      expect(pathOf(page)).toBe(`/city/${world.city.id}`);
      await page.getByRole('button', { name: 'Close search' }).click();
      await button.waitFor();
    });

    it('searches for text typed before its code has arrived', async () => {
      const openEarly = async (act: (page: Page) => Promise<void>) => {
        const visitor = await world.open('/healthz', { fresh: true });
        const scripts = await hold(visitor.page, /\/assets\/.*\.js$/);
        await visitor.page.goto('/', { waitUntil: 'commit' });
        await visitor.page.getByRole('searchbox').waitFor();
        await act(visitor.page);
        scripts.release();
        return visitor;
      };
      await using typing = await openEarly((page) => page.getByRole('searchbox').fill('bridge'));
      await typing.page.getByRole('link', { name: 'Old Bridge' }).waitFor();
      await typing.page.getByRole('option').first().waitFor();
      expect(await typing.page.getByRole('searchbox').inputValue()).toBe('bridge');
      await using searching = await openEarly(async (page) => {
        await page.getByRole('searchbox').fill('bridge');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/?q=bridge', { waitUntil: 'commit' });
      });
      await searching.page.getByRole('heading', { name: 'Search Results' }).waitFor();
      expect(pathOf(searching.page)).toBe('/?q=bridge');
    });
  });

  it('links a search without a match to the suggested spelling', async () => {
    for (const javaScriptEnabled of [false, true]) {
      await using visitor = await world.open('/?q=Painted+Wlal&minRating=', { look: { javaScriptEnabled } });
      const { page } = visitor;
      await page.getByText('No location matches “Painted Wlal”').waitFor();
      await page.getByText('Did you mean').getByRole('link', { name: 'Painted Wall' }).click();
      await page.locator(`[data-location="${world.wall.id}"]`).waitFor();
      expect(new URL(page.url()).searchParams.get('q')).toBe('Painted Wall');
    }
  });

  it.each([
    ['without its code', false],
    ['with its code', true],
  ] as const)('a missing page answers 404, and says so %s', async (_, javaScriptEnabled) => {
    const look = javaScriptEnabled ? {} : { javaScriptEnabled };
    await using visitor = await world.open('/healthz', { look });
    const { page } = visitor;
    const { errors } = record(page);
    for (const [what, path, heading] of missing) {
      const response = await page.goto(path);
      expect(response?.status(), what).toBe(404);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      if (!javaScriptEnabled) continue;
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('heading', { name: heading, exact: true }).count(), what).toBe(1);
      // The browser itself reports the status of the page and of its requests.
      expect(
        errors.filter((text) => !text.includes('status of 40')),
        what,
      ).toEqual([]);
    }
  });
});
