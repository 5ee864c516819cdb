import type { Location } from '#contracts/location/views';
import { favoritesMost } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';

import { isPersonal, keepFor, personalCache, withPersonal } from '../lib/kept-caches.ts';
import { keepCodeOf } from './pages.ts';
import { isKept, toKeep, toKeepOfPerson } from './room.ts';

export const favoritesPath = '/api/favorites';
const firstPage = `${favoritesPath}?limit=${favoritesMost}`;
/** Pages of the list that are kept; the places of the first have their picture and page kept too. */
const pagesMost = 5;
/** The width that suits a phone's card, of those that a picture has. */
const cardWidth = /(\S+) 750w/;

let running: Promise<void> | undefined;
let isDue = false;

/** Keeps the favourites as they are now. Calls that arrive meanwhile cause one more run. */
export function keepFavorites(): Promise<void> {
  isDue = true;
  return (running ??= run().finally(() => (running = undefined)));
}

async function run(): Promise<void> {
  while (isDue) {
    isDue = false;
    const [cache] = (await caches.keys()).filter(isPersonal);
    if (cache !== undefined) await keepIn(cache);
  }
}

async function keepIn(cache: string): Promise<void> {
  const places: Location[] = [];
  let path: string | undefined = firstPage;
  for (let page = 0; path !== undefined && page < pagesMost; page += 1) {
    // By the cookie, which decides who is signed in.
    const response: Response = await fetch(path, { headers: { Accept: 'application/json' } });
    if (!response.ok) return;
    // The cast: the API's description says so.
    places.push(...((await response.clone().json()) as Location[]));
    await put(cache, path, await toKeepOfPerson(response.clone()));
    path = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  await keepPublic(cache, pathOf('favorites'));
  // The newest last: what was used least recently leaves first.
  for (const place of places.slice(0, favoritesMost).toReversed()) {
    await keepPublic(cache, pathOf('location', place.id));
    const picture = pictureOf(place);
    if (picture !== null) await keepPublic(cache, picture);
  }
}

/** Keeps what everybody may read, but which tells what this person likes. */
async function keepPublic(cache: string, path: string): Promise<void> {
  const { origin, href } = new URL(path, location.origin);
  if (origin !== location.origin || !(await caches.has(cache)) || (await isKept(cache, href))) return;
  const response = await fetch(href, { credentials: 'omit', headers: { Accept: '*/*' } });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  const html = isPage ? await response.clone().text() : '';
  await put(cache, href, await toKeep(response));
  await keepCodeOf(html);
}

/** Keeps a response while the person is still signed in. */
async function put(cache: string, path: string, response: Response | null): Promise<void> {
  if (response === null) return;
  await withPersonal(async () => {
    if (await caches.has(cache)) await (await caches.open(cache)).put(path, response);
  });
}

function pictureOf({ primaryPhoto, primaryPhotoUrl, imageUrl }: Location): string | null {
  return cardWidth.exec(primaryPhoto?.srcset ?? '')?.[1] ?? primaryPhoto?.url ?? primaryPhotoUrl ?? imageUrl;
}

/** Learns from an answer about the session whose it is: what was kept for another person goes. */
export async function learnPerson(
  { method, url }: Pick<Request, 'method' | 'url'>,
  response: Response,
): Promise<void> {
  const isQuestion = method === 'GET' && new URL(url).pathname === '/auth/session';
  if (isQuestion && response.status === 401) return keepFor(null);
  if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return;
  // The cast: only what is checked is read.
  const answer = (await response.json()) as { readonly user?: { readonly id?: unknown } | null } | null;
  const id = answer?.user?.id;
  if (typeof id === 'string') {
    await keepFor(id);
    if (!(await isKept(personalCache(id), new URL(firstPage, location.origin).href))) await keepFavorites();
  } else if (isQuestion) await keepFor(null);
}
