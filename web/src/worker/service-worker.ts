import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import type { WorkboxPlugin } from 'workbox-core';

import { screenAt } from '#contracts/screens';

import { keepFor, keptCaches } from '../lib/kept-caches.ts';
import { favoritesPath, keepPersonal, learnPerson, listsPath } from './personal.ts';
import { keepCode, keepPage, keepShell, matchPersonal, pages } from './pages.ts';
import { isKept, toKeep } from './room.ts';

/** Caches what the person views, and serves it if the server does not answer. A response of the server always wins. */

// The cast: the types describe any kind of worker.
const worker = self as unknown as ServiceWorkerGlobalScope;
const matchOptions = { ignoreVary: true } as const;

// A new release takes over at once: open pages of the previous release find their code in the cache.
worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keepShell(), worker.skipWaiting()])),
);
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

interface Shown {
  /** The path of a page that was shown without a request for it. */
  readonly page: string;
  /** The code that a page had loaded before this worker started. */
  readonly code?: readonly string[];
}

worker.addEventListener('message', (event) => {
  // The cast: only pages of this site can send messages, and this is their only message.
  const { page, code } = event.data as Shown;
  event.waitUntil(Promise.all([keepPage(page, event), code && catchUp(code)]));
});

/** Catches up on the page load that this worker missed. */
async function catchUp(code: readonly string[]): Promise<void> {
  await keepCode(code);
  const question = new Request('/auth/session', { headers: { Accept: 'application/json' } });
  await learnPerson(question, await fetch(question));
}

const under =
  (...starts: readonly string[]) =>
  ({ sameOrigin, url }: { readonly sameOrigin: boolean; readonly url: URL }): boolean =>
    sameOrigin && starts.some((start) => url.pathname.startsWith(start));

registerRoute(
  under('/assets/'),
  new CacheFirst({
    cacheName: keptCaches.code,
    matchOptions,
    plugins: [
      {
        cacheWillUpdate: ({ response }) => toKeep(response),
        cachedResponseWillBeUsed: async ({ cachedResponse, request, event }) => {
          if (cachedResponse && event instanceof ExtendableEvent)
            event.waitUntil(isKept(keptCaches.code, request.url));
          return cachedResponse;
        },
      },
    ],
  }),
);

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && screenAt(url.pathname) !== null,
  pages,
);

registerRoute(
  under('/photos/', '/pictures/'),
  new NetworkFirst({
    cacheName: keptCaches.pictures,
    matchOptions,
    plugins: [
      {
        cacheWillUpdate: async ({ request, response }) =>
          (await isKept(keptCaches.pictures, request.url)) ? null : toKeep(response),
        handlerDidError: ({ request }) => otherWidth(request.url),
      },
    ],
  }),
);

/** The same picture in any width: the cached one may come from another screen. */
async function otherWidth(url: string): Promise<Response | undefined> {
  const picture = url.slice(0, url.lastIndexOf('/') + 1);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const found = (await cache.keys()).find((each) => each.url.startsWith(picture));
    if (found !== undefined) return cache.match(found, matchOptions);
  }
  return undefined;
}

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && [favoritesPath, listsPath].includes(url.pathname),
  new NetworkOnly({
    plugins: [whenDone(keepPersonal), { handlerDidError: ({ request }) => matchPersonal(request.url) }],
  }),
);

const isHeart = ({ sameOrigin, url }: { readonly sameOrigin: boolean; readonly url: URL }): boolean =>
  sameOrigin && /^\/api\/locations\/[^/]+\/favorite$/.test(url.pathname);
const isList = under(listsPath);
for (const method of ['POST', 'PUT', 'DELETE'] as const)
  registerRoute(
    (options) => isHeart(options) || isList(options),
    new NetworkOnly({ plugins: [whenDone(keepPersonal)] }),
    method,
  );

/** Runs an action after a successful response of the server; the response does not wait for it. */
function whenDone(work: () => Promise<void>): WorkboxPlugin {
  return {
    fetchDidSucceed: async ({ event, response }) => {
      if (response.ok && event instanceof ExtendableEvent) event.waitUntil(work());
      return response;
    },
  };
}

registerRoute(
  under('/api/'),
  new NetworkFirst({
    cacheName: keptCaches.responses,
    matchOptions,
    plugins: [
      {
        cacheWillUpdate: ({ response }) => toKeep(response),
        handlerDidError: ({ request }) => matchPersonal(request.url),
      },
    ],
  }),
);

const isSession = under('/auth/');
for (const method of ['GET', 'POST'] as const)
  registerRoute(
    (options) => isSession(options) && options.request.mode !== 'navigate',
    async ({ event, request }) => {
      if (new URL(request.url).pathname === '/auth/logout') await keepFor(null);
      const response = await fetch(request);
      event.waitUntil(learnPerson(request, response.clone()));
      return response;
    },
    method,
  );
