/**
 * Tells the service worker which pages are shown, since it sees only full page loads; on the first visit also the code
 * loaded before it started. Offline, links load full pages, because only these are cached.
 */
export function followPages(isFirst: boolean): void {
  if (isFirst) tell({ code: codeLoaded() });
  let shown = window.location.href;
  // Older browsers lack this event: there, only fully loaded pages are cached.
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
  // In the capture phase, before the router's handler; then the browser follows the link itself.
  if (link !== null && link.origin === window.location.origin && link.hash === '') event.stopPropagation();
}
