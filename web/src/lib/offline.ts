/**
 * Registers the service worker, which caches viewed pages for offline use. Past versions of the guide, which show a
 * notice, register none.
 */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || document.querySelector('[data-notice]') !== null) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  await serviceWorker.register('/service-worker.js');
  await serviceWorker.ready;
  const { followPages } = await import('./kept-pages.ts');
  followPages(isFirst);
}
