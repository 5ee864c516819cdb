/** The caches for offline use, by content; only the code is the same for everybody. */
export const keptCaches = {
  code: 'code',
  pages: 'pages',
  responses: 'answers',
  pictures: 'pictures',
} as const;

const personal = 'personal ';

/** The cache of a person's favourites. It exists only while that person is signed in. */
const personalCache = (userId: string): string => personal + userId;
export const isPersonal = (cache: string): boolean => cache.startsWith(personal);

/**
 * Runs work on a person's cache under a lock, so that a sign-out in a page and the worker exclude each other. The work
 * checks inside the lock that the cache still belongs to the person.
 */
export const withPersonal = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('personal', work);

/**
 * Starts caching favourites for the signed-in person; null for nobody. If a cache of another person exists, deletes all
 * caches but the code: the pages viewed are personal too.
 */
export async function keepFor(userId: string | null): Promise<void> {
  // Caches exist only on pages with a secure address.
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
