const ofPage = (): DOMStringMap => document.documentElement.dataset;

/**
 * From when this page is (ISO 8601), while the server does not answer: the service worker kept it, or the network was lost.
 * Empty if it stands in for a page that is not kept.
 */
export const keptFrom = (): string | undefined => ofPage()['asOf'];

/** The network is lost: the page was current until now. */
export const networkIsLost = (): void => {
  ofPage()['asOf'] ??= new Date().toISOString();
};

/** The server answers: from here on the page is current, if the network was not lost meanwhile. */
export const pageIsCurrent = (): void => {
  if (navigator.onLine) delete ofPage()['asOf'];
};
