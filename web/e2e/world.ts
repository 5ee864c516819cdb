import type { Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import type { App } from './app.ts';
import { createOpener } from './people.ts';
import { authorAs, seedAs, type Author } from './seed.ts';
import { startSite, type SiteOptions } from './site.ts';

/** An application with a few places, people with sessions, and a browser; shared by all tests of a file. */
export interface World extends AsyncDisposable {
  readonly app: App;
  readonly admin: Author;
  readonly user: Author;
  readonly city: City;
  /** All fields are filled in, the rating is 4, and there are no photos. */
  readonly bridge: Location;
  /** Two photos, the second one featured; neither address nor best time. */
  readonly wall: Location;
  /**
   * Opens a page in the one browser profile of this visitor or person, with its cache; with `fresh`, or a `look` that
   * only a whole profile can have, in a new profile.
   */
  readonly open: ReturnType<typeof createOpener>;
}

export async function createWorld(chromium: string | null, options?: SiteOptions): Promise<World> {
  const site = await startSite(chromium, options);
  const { app, browser } = site;
  const admin = await seedAs(app);
  const user = await authorAs(app, {
    firstName: 'Jonas',
    lastName: 'Kern',
    email: 'jonas@example.org',
    password: 'six-or-more',
  });
  const city = await admin.city('Görlitz', { country: 'Germany' });
  const bridge = await admin.location(city, 'Old Bridge', {
    category: 'landmark',
    address: 'Uferstraße 1',
    bestTimeToVisit: 'Evening (6-8 PM)',
    accessNotes: 'Forty steps down from the road.',
    description: 'The mill on the left bank catches the last sun. '.repeat(6),
  });
  await admin.send('PUT', `/api/locations/${bridge.id}/rating`, { rating: 4 });
  const wall = await admin.location(city, 'Painted Wall', { category: 'street-art' });
  await admin.photo(wall, '#3a5a8a');
  const second = await admin.photo(wall, '#a8502c');
  await admin.send('PATCH', `/api/photos/${second.id}/primary`, { locationId: wall.id });
  return {
    app,
    admin,
    user,
    city,
    bridge,
    wall,
    open: createOpener(browser, app),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The page's message without a network. */
export const offlineLine = /^Offline\. As of (?:\d{1,2} \w{3}, )?\d{2}:\d{2}\.$/;

/** Waits until each of these texts is on the page, word for word. */
export async function seeAll(where: Page | Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await where.getByText(text, { exact: true }).first().waitFor();
}

/** Answers every request for this path with a status, and a message if given, as the server's own refusals do. */
export async function refuse(
  page: Page,
  path: RegExp | string,
  { status, message, method, code }: { status: number; message?: string; method?: string; code?: string },
): Promise<void> {
  await page.route(path, async (route: Route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await route.fulfill({
      status,
      contentType: 'application/problem+json',
      body:
        message === undefined
          ? ''
          : JSON.stringify({ status, code: code ?? 'internal', message, errors: [] }),
    });
  });
}

/** Holds back every request for this path until `release` is called. */
export async function hold(page: Page, path: RegExp | string): Promise<{ release: () => void }> {
  const { opened, open } = gate();
  await page.route(path, async (route) => {
    await opened;
    await route.fallback();
  });
  return { release: open };
}

/** A promise that is fulfilled when `open` is called. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Resolves once the socket has answered with its starting positions: from then on the page receives changes. */
export async function following(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  // A socket.io acknowledgement of a message from the page.
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('43'));
}

export const pathOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

/** Opens another screen as a link does: the page stays, and requests missing data. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Follows a page's requests. The returned function waits until none is in flight, except sockets. */
export function followRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return () => expect.poll(() => [...underWay].map((request) => request.url())).toEqual([]);
}

/** Presses the button with this name; the topmost if a dialog has one too. */
export const press = (where: Page | Locator, name: string): Promise<void> =>
  where.getByRole('button', { name, exact: true }).last().click();

/** The topmost dialog. */
export const topDialog = (page: Page): Locator => page.getByRole('dialog').last();

/** The box of an element. @throws Error if the element is not on the page */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not on the page.');
  return box;
}

/** Waits until the page has been painted as it is now. */
export const nextPaint = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Whether a located element has the focus. */
export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => document.activeElement === element);

/** Whether the focused element is outlined, itself or over the whole of its card. */
export const showsFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) =>
    [null, '::after'].some((part) => getComputedStyle(element, part).outlineStyle !== 'none'),
  );

/** For `prepare`: a browser that cannot draw maps. */
export const withoutWebGl = async (page: Page): Promise<void> => {
  await page.addInitScript(`
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
    };`);
};

/** A computed style of a located element. */
export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
