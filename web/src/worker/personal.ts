import type { OwnList, PlaceList } from '#contracts/list/views';
import type { Location } from '#contracts/location/views';
import { favoritesMost } from '#contracts/page-sizes';
import { pathOf, screenAt } from '#contracts/screens';

import { isPersonal, keepFor, withPersonal } from '../lib/kept-caches.ts';
import { keepCodeOf, pageKey } from './pages.ts';
import { isKept, toKeep, toKeepOfPerson } from './room.ts';

export const favoritesPath = '/api/favorites';
export const listsPath = '/api/lists';
const firstPage = `${favoritesPath}?limit=${favoritesMost}`;
/** The number of cached pages of favourites; for the places of the first page, picture and page are cached too. */
const pagesMost = 5;
/** The number of places on lists, the newest list first, whose picture, page and light are cached. */
const listedMost = 50;
/** The width for a card on a phone, among a picture's widths. */
const cardWidth = /(\S+) 750w/;

let running: Promise<void> | undefined;
let isDue = false;
/** Places that changed since their pages were cached. */
const changed = new Set<string>();

/** Caches the current favourites and lists. Calls during a run cause one more run. */
export function keepPersonal(): Promise<void> {
  isDue = true;
  return (running ??= run());
}

async function run(): Promise<void> {
  try {
    while (isDue) {
      isDue = false;
      const [cache] = (await caches.keys()).filter(isPersonal);
      if (cache === undefined) return;
      await keepFavorites(cache);
      await keepLists(cache);
      changed.clear();
    }
  } finally {
    running = undefined;
  }
}

async function keepFavorites(cache: string): Promise<void> {
  const places: Location[] = [];
  let path: string | undefined = firstPage;
  for (let page = 0; path !== undefined && page < pagesMost; page += 1) {
    const response = await keepResponse(cache, path);
    if (response === null) return;
    // The cast: the API's description gives this type.
    places.push(...((await response.json()) as Location[]));
    path = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  await keepPublic(cache, pathOf('favorites'));
  // The newest last: eviction starts with the least recently used.
  for (const place of places.slice(0, favoritesMost).toReversed()) await keepPlace(cache, place);
}

async function keepLists(cache: string): Promise<void> {
  const response = await keepResponse(cache, listsPath);
  if (response === null) return;
  // The casts: the API's description gives these types.
  const lists = (await response.json()) as OwnList[];
  const [newest] = lists;
  await keepPublic(cache, pathOf('lists'));
  if (newest !== undefined) await keepPublic(cache, pathOf('list', newest.id));
  await removeOthers(cache, lists);
  let room = listedMost;
  for (const { id, revision, date } of lists) {
    const path = `${listsPath}/${id}`;
    const kept = (await (await keptResponse(cache, path))?.json()) as PlaceList | undefined;
    const isCurrent = kept?.revision === revision;
    const list = isCurrent
      ? kept
      : ((await (await keepResponse(cache, path))?.json()) as PlaceList | undefined);
    const places = list?.places.slice(0, room) ?? [];
    room -= places.length;
    for (const place of places) {
      await keepPlace(cache, place);
      if (date !== null)
        await keepPublic(cache, `/api/locations/${place.id}/light?date=${date}`, changed.has(place.id));
    }
  }
}

/** Removes deleted lists from the cache. */
async function removeOthers(cache: string, lists: readonly OwnList[]): Promise<void> {
  const own = new Set(lists.map(({ id }) => `${listsPath}/${id}`));
  await withPersonal(async () => {
    if (!(await caches.has(cache))) return;
    const kept = await caches.open(cache);
    for (const request of await kept.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(`${listsPath}/`) && !own.has(pathname))
        await kept.delete(request, { ignoreVary: true });
    }
  });
}

/** Fetches a personal response, with the ETag of its cached copy, and caches it; null if there is none. */
async function keepResponse(cache: string, path: string): Promise<Response | null> {
  const kept = await keptResponse(cache, path);
  const headers = new Headers({ Accept: 'application/json' });
  const etag = kept?.headers.get('ETag') ?? null;
  if (etag !== null) headers.set('If-None-Match', etag);
  // Sends the cookie, which decides who is signed in.
  const received = await fetch(path, { headers });
  const response = received.status === 304 && kept !== undefined ? asOfNow(kept, received) : received;
  if (!response.ok) return null;
  if (kept !== undefined && response === received) await noteChanged(kept.clone(), response.clone());
  await put(cache, path, await toKeepOfPerson(response.clone()));
  return response;
}

/** The cached response, which the server has just confirmed as unchanged. */
function asOfNow(kept: Response, { headers: now }: Response): Response {
  const headers = new Headers(kept.headers);
  for (const [name, value] of now) headers.set(name, value);
  return new Response(kept.body, { headers });
}

async function noteChanged(kept: Response, response: Response): Promise<void> {
  const before = new Map((await shownIn(kept)).map((each) => [each.id, JSON.stringify(each)]));
  for (const each of await shownIn(response)) {
    const then = before.get(each.id);
    if (then !== undefined && then !== JSON.stringify(each)) changed.add(each.id);
  }
}

/** The places or lists in a response. */
async function shownIn(response: Response): Promise<readonly { readonly id: string }[]> {
  // The cast: the API's description gives this type.
  const shown = (await response.json()) as readonly Location[] | readonly OwnList[] | PlaceList;
  return 'places' in shown ? shown.places : shown;
}

const keptResponse = async (cache: string, path: string): Promise<Response | undefined> =>
  caches.match(path, { ignoreVary: true, cacheName: cache });

async function keepPlace(cache: string, place: Location): Promise<void> {
  await keepPublic(cache, pathOf('location', place.id), changed.has(place.id));
  const picture = pictureOf(place);
  if (picture !== null) await keepPublic(cache, picture);
}

/** Caches public content that reveals this person's preferences; replaces a cached copy only if `anew`. */
async function keepPublic(cache: string, path: string, anew = false): Promise<void> {
  const { origin, href, pathname } = new URL(path, location.origin);
  const key = screenAt(pathname) === null ? href : pageKey(href);
  if (origin !== location.origin) return;
  const isDone = await withPersonal(
    async () => !(await caches.has(cache)) || (!anew && (await isKept(cache, key))),
  );
  if (isDone) return;
  const response = await fetch(href, { credentials: 'omit', headers: { Accept: '*/*' } });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  const html = isPage ? await response.clone().text() : '';
  await put(cache, key, await toKeep(response));
  await keepCodeOf(html);
}

/** Caches a response if the person is still signed in. */
async function put(cache: string, path: string, response: Response | null): Promise<void> {
  if (response === null) return;
  await withPersonal(async () => {
    if (await caches.has(cache)) await (await caches.open(cache)).put(path, response);
  });
}

function pictureOf({ primaryPhoto, primaryPhotoUrl, imageUrl }: Location): string | null {
  return cardWidth.exec(primaryPhoto?.srcset ?? '')?.[1] ?? primaryPhoto?.url ?? primaryPhotoUrl ?? imageUrl;
}

/**
 * Reads from a session response who is signed in; deletes another person's cached content, and renews this person's.
 */
export async function learnPerson(
  { method, url }: Pick<Request, 'method' | 'url'>,
  response: Response,
): Promise<void> {
  const isQuestion = method === 'GET' && new URL(url).pathname === '/auth/session';
  if (isQuestion && response.status === 401) return keepFor(null);
  if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return;
  // The cast: only checked fields are read.
  const session = (await response.json()) as { readonly user?: { readonly id?: unknown } | null } | null;
  const id = session?.user?.id;
  if (typeof id === 'string') {
    await keepFor(id);
    await keepPersonal();
  } else if (isQuestion) await keepFor(null);
}
