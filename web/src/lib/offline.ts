/**
 * Registers the service worker, which keeps what is seen for offline use. The guide as it was, which carries a notice,
 * has none.
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
