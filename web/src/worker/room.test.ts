import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isKept, leaving, toKeep, type Kept } from './room.ts';

const entry = (url: string, bytes: number, usedAt: number): Kept => ({ cache: 'pages', url, bytes, usedAt });
const namesOf = (kept: readonly Kept[]) => kept.map(({ url }) => url);

describe('the eviction for a new response', () => {
  const kept = [entry('b', 30, 2), entry('c', 30, 3), entry('a', 30, 1)];

  it('is empty while there is room', () => {
    expect(leaving(kept, 10, 100)).toEqual([]);
    expect(leaving([], 100, 100)).toEqual([]);
  });
  it('takes the least recently used from any cache, down to nine tenths', () => {
    expect(namesOf(leaving(kept, 11, 100))).toEqual(['a']);
    expect(namesOf(leaving(kept, 40, 100))).toEqual(['a', 'b']);
  });
  it('takes everything if the new response alone needs all room', () => {
    expect(namesOf(leaving(kept, 100, 100))).toEqual(['a', 'b', 'c']);
  });
});

/** One cache in memory, with the methods that the worker uses. */
function memoryCache() {
  const kept = new Map<string, Response>();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    delete: async (url: string) => kept.delete(url),
  };
  return { ...cache, kept, open: async () => cache };
}

describe('a kept response', () => {
  const cache = memoryCache();
  beforeEach(() => {
    cache.kept.clear();
    vi.stubGlobal('caches', { keys: async () => ['pages'], open: cache.open, match: cache.match });
    vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
  });
  afterEach(() => vi.unstubAllGlobals());

  const sent = (bytes: number, caching = 'public', more: object = {}) =>
    Object.defineProperties(
      new Response(new Uint8Array(bytes), { headers: { 'Cache-Control': caching } }),
      Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
    );

  it('makes room for itself: all together never take more than 50 MB, and a used one stays', async () => {
    for (let at = 0; at < 15; at += 1) {
      const response = await toKeep(sent(4_900_000));
      if (response !== null) await cache.put(String(at), response);
      if (at === 8) expect(await isKept('pages', '0')).toBe(true);
    }
    const urls = [...cache.kept.keys()];
    expect(urls.length).toBeLessThanOrEqual(10);
    expect(urls).toContain('0');
    expect(urls).not.toContain('1');
    expect(urls).toContain('14');
  });

  it('is complete, public and at most 5 MB', async () => {
    expect(await toKeep(sent(10))).not.toBeNull();
    expect(await toKeep(sent(5_000_000))).toBeNull();
    expect(await toKeep(sent(10, 'private'))).toBeNull();
    expect(await toKeep(sent(10, 'public, no-store'))).toBeNull();
    expect(await toKeep(sent(10, 'public', { redirected: true }))).toBeNull();
    expect(await toKeep(sent(10, 'public', { status: 206 }))).toBeNull();
  });

  it('stores its use once an hour, which outlives the worker', async () => {
    const keptAgo = async (minutes: number) => {
      const headers = { 'Kept-Used': String(Date.now() - minutes * 60_000) };
      await cache.put('a', new Response('', { headers }));
      await isKept('pages', 'a');
      return Date.now() - Number(cache.kept.get('a')?.headers.get('Kept-Used'));
    };
    expect(await keptAgo(61)).toBeLessThan(60_000);
    expect(await keptAgo(59)).toBeGreaterThan(60_000);
  });
});
