const ofPage = (): DOMStringMap => document.documentElement.dataset;

/**
 * The time of this page's content (ISO 8601) while the server does not answer: it comes from the service worker's
 * cache, or the network was lost. Empty if it replaces a page that is not cached.
 */
export const keptFrom = (): string | undefined => ofPage()['asOf'];

/** The network was lost: the page was current until now. */
export const networkIsLost = (): void => {
  ofPage()['asOf'] ??= new Date().toISOString();
};

/** The server answers: the page is current from now on, unless the network was lost meanwhile. */
export const pageIsCurrent = (): void => {
  if (navigator.onLine) delete ofPage()['asOf'];
};
