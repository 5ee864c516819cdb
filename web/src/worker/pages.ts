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

/** A screen whose page the server sends empty and the browser renders: it replaces pages that are not cached. */
const shellPage = pathOf('profile');

/**
 * The address under which a page is cached, without parameters that do not change it. One entry serves all lists of a
 * person.
 */
export function pageKey(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const params = new URLSearchParams([...searchParams].filter(([name]) => isPageParam(name)));
  const path = screenAt(pathname)?.name === 'list' ? screenPaths.list : pathname;
  return `${origin}${path}${params.size > 0 ? `?${params}` : ''}`;
}
const isPageParam = (name: string): boolean => pageParams.some((each) => each === name);

/**
 * Whether the server renders the page at this address. Other pages are sent empty, and their addresses may contain a
 * secret.
 */
const isRendered = (address: string): boolean => {
  const screen = screenAt(new URL(address).pathname);
  return screen !== null && rendered.has(screen.name);
};

/** Writes the page's time into its HTML; an empty time marks an empty page in place of one that is not cached. */
async function asOf(page: Response, time: string): Promise<Response> {
  const html = await page.text();
  return new Response(
    html.replace('<html', () => `<html data-as-of="${time}"`),
    { headers: page.headers },
  );
}

const dated = (page: Response): Promise<Response> =>
  asOf(page, new Date(page.headers.get('Date') ?? 0).toISOString());

/** The page from the server; if the server does not answer, the cached page or the empty page. */
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

/** A response cached for the signed-in person. */
export async function matchPersonal(url: string): Promise<Response | undefined> {
  for (const cacheName of await caches.keys())
    if (isPersonal(cacheName)) {
      const found = await caches.match(url, { ...matchOptions, cacheName });
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Caches the page at a path in the background, as the server renders it for everybody. */
export async function keepPage(path: string, event: ExtendableEvent): Promise<void> {
  if (!isRendered(new URL(path, location.origin).href)) return;
  const request = new Request(path, { credentials: 'omit', headers: { Accept: 'text/html' } });
  const [response, done] = pages.handleAll({ request, event });
  const page = (await response).clone();
  await done;
  if (page.ok) await keepCodeOf(await page.text());
}

/** Caches the empty page of this release and its code. @throws if the server does not answer */
export async function keepShell(): Promise<void> {
  const response = await fetch(shellPage, { credentials: 'omit' });
  const page = response.clone();
  const kept = await toKeep(response);
  if (kept === null) throw new Error('The empty page cannot be kept');
  await (await caches.open(keptCaches.code)).put(shellPage, kept);
  await keepCodeOf(await page.text());
}

/** Caches the code and fonts that a page names. */
export const keepCodeOf = (html: string): Promise<void> =>
  keepCode(new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)));

/** Caches files with hashed names; the browser's own cache has most of them already. */
export async function keepCode(paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const url = new URL(path, location.origin).href;
    if (await isKept(keptCaches.code, url)) continue;
    const response = await fetch(url);
    const kept = await toKeep(response);
    if (kept !== null) await (await caches.open(keptCaches.code)).put(url, kept);
  }
}
