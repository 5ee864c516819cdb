/** What is kept for offline use, by what it holds; the code alone is the same for everybody. */
export const keptCaches = { code: 'code', pages: 'pages', answers: 'answers', pictures: 'pictures' } as const;

const personal = 'personal ';

/** Where a person's favourites are kept. It exists only while that person is signed in. */
const personalCache = (userId: string): string => personal + userId;
export const isPersonal = (cache: string): boolean => cache.startsWith(personal);

/**
 * Runs work on what is kept for a person while nothing else does: whatever is put there was checked to be still that
 * person's. A page that signs out and the worker exclude each other.
 */
export const withPersonal = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('personal', work);

/**
 * Begins to keep favourites for the person who is signed in; null for nobody. Where something was kept for somebody
 * else, all goes but the code: which pages were seen is personal too.
 */
export async function keepFor(userId: string | null): Promise<void> {
  // Only a page with a secure address has caches.
  if (!('caches' in globalThis)) return;
  const own = userId === null ? null : personalCache(userId);
  await withPersonal(async () => {
    const all = await caches.keys();
    if (all.some((name) => isPersonal(name) && name !== own)) {
      const gone = all.filter((name) => name !== keptCaches.code && name !== own);
      await Promise.all(gone.map((name) => caches.delete(name)));
    }
    if (own !== null) await caches.open(own);
  });
}
