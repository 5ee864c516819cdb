import { NetworkFirst } from 'workbox-strategies';

import {
  pageParams,
  pathOf,
  renderedScreens,
  screenAt,
  screenPaths,
  type ScreenName,
} from '#contracts/screens';

import { isPersonal, keptCaches } from '../lib/kept-caches.ts';
import { isKept, toKeep } from './room.ts';

const rendered: ReadonlySet<ScreenName> = new Set(renderedScreens);
const matchOptions = { ignoreVary: true } as const;

/** A screen that comes as an empty page, which the browser renders: it stands in for pages that were not kept. */
const shellPage = pathOf('profile');

/** The address under which a page is kept: without what does not change it. One frame shows each of a person's lists. */
export function pageKey(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const params = new URLSearchParams([...searchParams].filter(([name]) => isPageParam(name)));
  const path = screenAt(pathname)?.name === 'list' ? screenPaths.list : pathname;
  return `${origin}${path}${params.size > 0 ? `?${params}` : ''}`;
}
const isPageParam = (name: string): boolean => pageParams.some((each) => each === name);

/** Whether the address is a page that the server renders. Others come empty, and their addresses may hold a secret. */
const isRendered = (address: string): boolean => {
  const screen = screenAt(new URL(address).pathname);
  return screen !== null && rendered.has(screen.name);
};

/** The page says from when it is; without a time, that it stands in for one that is not kept. */
async function asOf(page: Response, time: string): Promise<Response> {
  const html = await page.text();
  return new Response(
    html.replace('<html', () => `<html data-as-of="${time}"`),
    { headers: page.headers },
  );
}

const dated = (page: Response): Promise<Response> =>
  asOf(page, new Date(page.headers.get('Date') ?? 0).toISOString());

/** The page as the server renders it now; without an answer, the one that was kept, or the empty one. */
export const pages = new NetworkFirst({
  cacheName: keptCaches.pages,
  matchOptions,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url),
      cacheWillUpdate: async ({ request, response }) => (isRendered(request.url) ? toKeep(response) : null),
      cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && dated(cachedResponse),
      handlerDidError: async ({ request }) => {
        const own = await matchPersonal(pageKey(request.url));
        if (own !== undefined) return dated(own);
        const shell = await caches.match(shellPage, { ...matchOptions, cacheName: keptCaches.code });
        return shell && asOf(shell, '');
      },
    },
  ],
});

/** What is kept for the person who is signed in. */
export async function matchPersonal(url: string): Promise<Response | undefined> {
  for (const cacheName of await caches.keys())
    if (isPersonal(cacheName)) {
      const found = await caches.match(url, { ...matchOptions, cacheName });
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Keeps the page at a path without showing it, as the server renders it for everybody. */
export async function keepPage(path: string, event: ExtendableEvent): Promise<void> {
  if (!isRendered(new URL(path, location.origin).href)) return;
  const request = new Request(path, { credentials: 'omit', headers: { Accept: 'text/html' } });
  const [response, done] = pages.handleAll({ request, event });
  const page = (await response).clone();
  await done;
  if (page.ok) await keepCodeOf(await page.text());
}

/** Keeps the empty page of this release and its code. @throws where the server does not answer */
export async function keepShell(): Promise<void> {
  const response = await fetch(shellPage, { credentials: 'omit' });
  const page = response.clone();
  const kept = await toKeep(response);
  if (kept === null) throw new Error('The empty page cannot be kept');
  await (await caches.open(keptCaches.code)).put(shellPage, kept);
  await keepCodeOf(await page.text());
}

/** Keeps the code and fonts that a page names. */
export const keepCodeOf = (html: string): Promise<void> =>
  keepCode(new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)));

/** Keeps files with hashed names, most of which the browser has from its own cache. */
export async function keepCode(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const url = new URL(path, location.origin).href;
    if (await isKept(keptCaches.code, url)) continue;
    const response = await fetch(url);
    const kept = await toKeep(response);
    if (kept !== null) await (await caches.open(keptCaches.code)).put(url, kept);
  }
}
