import { useCallback } from 'react';
import { useLocation, type LinkProps } from 'react-router-dom';

import { isUuid } from '#contracts/uuid';

const parameter = 'location';

/** The location that is open over the page, if the address names one. */
export function openLocationId(params: URLSearchParams): string | null {
  const id = params.get(parameter);
  return id !== null && isUuid(id) ? id : null;
}

/** A page's search text without the location that is open over it. */
export function withoutLocation(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(parameter);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Props of a link that opens a location over the page that is there. The address bar shows `/location/{id}`, which is
 * also where a new tab, a reload or a shared address goes; going back closes it.
 */
export function useLocationLink(): (id: string) => Pick<LinkProps, 'to' | 'mask' | 'preventScrollReset'> {
  const { pathname, search } = useLocation();
  return useCallback(
    (id) => {
      // Below /location/{id} the page behind is that location's own, and the plain route is the better one.
      if (pathname.startsWith('/location/')) return { to: `/location/${id}` };
      const params = new URLSearchParams(search);
      params.set(parameter, id);
      return { to: { pathname, search: `?${params}` }, mask: `/location/${id}`, preventScrollReset: true };
    },
    [pathname, search],
  );
}

/** The link of a location's card, if it is on the page. */
export const cardLinkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-location="${CSS.escape(id)}"] a`);

/** The address at which the browser already has the picture on a location's card. */
export const cardPictureOf = (id: string): string | null =>
  document.querySelector<HTMLImageElement>(`[data-location="${CSS.escape(id)}"] img`)?.currentSrc || null;
