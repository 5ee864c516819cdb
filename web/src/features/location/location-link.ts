import { useCallback } from 'react';
import { useLocation, type LinkProps } from 'react-router-dom';

import { isUuid } from '#contracts/shared/uuid';
import { pathOf } from '#contracts/screens';

const parameter = 'location';

/** The id of the location open over the page, if the address names one. */
export function openLocationId(params: URLSearchParams): string | null {
  const id = params.get(parameter);
  return id !== null && isUuid(id) ? id : null;
}

/** A page's query string without the location open over it. */
export function withoutLocation(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(parameter);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns a function that gives the props of a link to open a location over the current page. The address bar shows
 * `/location/{id}`, which a new tab, a reload or a shared link also opens; Back closes it.
 */
export function useLocationLink(): (id: string) => Pick<LinkProps, 'to' | 'mask' | 'preventScrollReset'> {
  const { pathname, search } = useLocation();
  return useCallback(
    (id) => {
      // Under /location/{id} the page behind belongs to that location, so the plain route is better.
      if (pathname.startsWith(pathOf('location', ''))) return { to: pathOf('location', id) };
      const params = new URLSearchParams(search);
      params.set(parameter, id);
      return {
        to: { pathname, search: `?${params}` },
        mask: pathOf('location', id),
        preventScrollReset: true,
      };
    },
    [pathname, search],
  );
}

/** The link of a location's card, if the card is on the page. */
export const cardLinkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-location="${CSS.escape(id)}"] a`);

/** The address of the picture that a location's card has already loaded. */
export const cardPictureOf = (id: string): string | null =>
  document.querySelector<HTMLImageElement>(`[data-location="${CSS.escape(id)}"] img`)?.currentSrc || null;
