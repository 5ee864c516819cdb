import { withPersonal } from '../lib/kept-caches.ts';

/** A response that is kept. */
export interface Kept {
  readonly cache: string;
  readonly url: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** Bytes of all that is kept. */
const most = 50_000_000;
/** Bytes of one response, and what its headers may take beside its body. */
const mostOfOne = 5_000_000;
const headerBytes = 1000;
/** Milliseconds after which a use is written down anew. */
const usedAnew = 3_600_000;

const bytesHeader = 'Kept-Bytes';
const usedHeader = 'Kept-Used';

// Since this worker started: uses by address, and the bytes of all that is kept, at most; unknown at first.
const used = new Map<string, number>();
let total: number | undefined;
let last: Promise<void> = Promise.resolve();

/** What is kept, from all caches. */
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

/** Lets what was used least recently leave until this many bytes more fit. One after the other, as they are counted. */
function makeRoom(bytes: number): Promise<void> {
  const room = last.then(async () => {
    if (total === undefined || total + bytes > most) total = await withPersonal(() => leave(bytes));
    total += bytes;
  });
  last = room.catch(() => undefined);
  return room;
}

/** Lets leave what has to, and returns the bytes of what stays. */
async function leave(bytes: number): Promise<number> {
  const kept = await listKept();
  const gone = leaving(kept, bytes, most);
  for (const { cache, url } of gone) await (await caches.open(cache)).delete(url, { ignoreVary: true });
  return sum(kept) - sum(gone);
}

/**
 * Returns the response as it is kept, for which room was made; null for one that is not for everybody, is none of this
 * site, or is too large.
 */
export async function toKeep(response: Response): Promise<Response | null> {
  return isForEverybody(response) ? toKeepOfPerson(response) : null;
}

/** Like `toKeep`, for what a person asked for. */
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

/** Whether something at an address whose content never changes is kept; then it counts as used now. */
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

/** Beyond what has to leave, so that the next ones need not look for room again. */
const spare = 0.1;

/** Returns what leaves, least recently used first, so that `bytes` more fit into `most`; nothing where they fit already. */
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
