/**
 * Tells the service worker which pages are shown, since it sees only those that are loaded whole; on the first visit also
 * what was loaded before it was there. Offline, links load whole pages, because these are what is kept.
 */
export function followPages(isFirst: boolean): void {
  if (isFirst) tell({ code: codeLoaded() });
  let shown = window.location.href;
  // Older browsers do not tell: there, pages that were loaded whole are kept.
  if ('navigation' in window)
    window.navigation.addEventListener('currententrychange', () => {
      if (window.location.href === shown) return;
      shown = window.location.href;
      if (navigator.onLine) tell({});
    });
  window.addEventListener('click', loadWhole, { capture: true });
}

function tell(more: { readonly code?: readonly string[] }): void {
  const page = window.location.pathname + window.location.search;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ page, ...more }));
}

const codeLoaded = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

function loadWhole(event: MouseEvent): void {
  if (navigator.onLine || !(event.target instanceof Element)) return;
  const link = event.target.closest('a');
  // Before the router hears of it; then the browser follows the link by itself.
  if (link !== null && link.origin === window.location.origin && link.hash === '') event.stopPropagation();
}
