import { withPersonal } from '../lib/kept-caches.ts';

/** A cached response. */
export interface Kept {
  readonly cache: string;
  readonly url: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** The limit of all caches together, in bytes. */
const most = 50_000_000;
/** The limit of one response in bytes, and an allowance for its headers beside its body. */
const mostOfOne = 5_000_000;
const headerBytes = 1000;
/** Milliseconds after which a use updates the stored time of use. */
const usedAnew = 3_600_000;

const bytesHeader = 'Kept-Bytes';
const usedHeader = 'Kept-Used';

// Since this worker started: the last use by address, and an upper bound of the cached bytes; unknown at first.
const used = new Map<string, number>();
let total: number | undefined;
let last: Promise<void> = Promise.resolve();

/** All cached responses. */
async function listKept(): Promise<Kept[]> {
  const lists = (await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const found = requests.map(async ({ url }): Promise<Kept> => {
      const headers = (await cache.match(url, { ignoreVary: true }))?.headers;
      const bytes = Number(headers?.get(bytesHeader) ?? 0);
      return { cache: name, url, bytes, usedAt: used.get(url) ?? Number(headers?.get(usedHeader) ?? 0) };
    });
    return Promise.all(found);
  });
  return (await Promise.all(lists)).flat();
}

const sum = (kept: readonly Kept[]): number => kept.reduce((bytes, each) => bytes + each.bytes, 0);

/**
 * Evicts the least recently used responses until this many more bytes fit. Calls run one after the other, because they
 * share the total.
 */
function makeRoom(bytes: number): Promise<void> {
  const room = last.then(async () => {
    if (total === undefined || total + bytes > most) total = await withPersonal(() => leave(bytes));
    total += bytes;
  });
  last = room.catch(() => undefined);
  return room;
}

/** Evicts as many responses as needed, and returns the bytes of the remaining ones. */
async function leave(bytes: number): Promise<number> {
  const kept = await listKept();
  const gone = leaving(kept, bytes, most);
  for (const { cache, url } of gone) await (await caches.open(cache)).delete(url, { ignoreVary: true });
  return sum(kept) - sum(gone);
}

/**
 * Makes room for a response and returns the copy to cache; null if it is not public, comes from another site, or is too
 * large.
 */
export async function toKeep(response: Response): Promise<Response | null> {
  return isForEverybody(response) ? toKeepOfPerson(response) : null;
}

/** Like `toKeep`, for a personal response. */
export async function toKeepOfPerson(response: Response): Promise<Response | null> {
  if (response.status !== 200 || response.type === 'opaque' || response.redirected) return null;
  const body = await response.blob();
  const bytes = body.size + headerBytes;
  if (bytes > mostOfOne) return null;
  await makeRoom(bytes);
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  headers.set(bytesHeader, String(bytes));
  headers.set(usedHeader, String(Date.now()));
  return new Response(body, { headers });
}

function isForEverybody({ headers }: Response): boolean {
  const caching = headers.get('Cache-Control') ?? '';
  return /\bpublic\b/.test(caching) && !/\bno-store\b/.test(caching);
}

/** Whether an address whose content never changes is cached; also marks it as used now. */
export async function isKept(name: string, url: string): Promise<boolean> {
  const response = await caches.match(url, { ignoreVary: true, cacheName: name });
  if (response === undefined) return false;
  const now = Date.now();
  used.set(url, now);
  if (now - Number(response.headers.get(usedHeader)) > usedAnew) {
    const headers = new Headers(response.headers);
    headers.set(usedHeader, String(now));
    await (await caches.open(name)).put(url, new Response(await response.blob(), { headers }));
  }
  return true;
}

/** The part of the limit to free in addition, so that the next responses need no eviction. */
const spare = 0.1;

/**
 * Returns the responses to evict, least recently used first, so that `bytes` more fit into `most`; none if they fit
 * already.
 */
export function leaving(kept: readonly Kept[], bytes: number, most: number): readonly Kept[] {
  let total = kept.reduce((sum, each) => sum + each.bytes, bytes);
  if (total <= most) return [];
  const gone: Kept[] = [];
  for (const each of kept.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= most * (1 - spare)) break;
    total -= each.bytes;
    gone.push(each);
  }
  return gone;
}
