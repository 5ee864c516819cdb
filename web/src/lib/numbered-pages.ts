import { useSearchParams, type To } from 'react-router-dom';

import { pageIn } from '#contracts/page-sizes';

/** The page of a list that the address names, and links to its neighbours. */
export interface NumberedPages {
  /** From 1; null if the address has no valid page number. */
  readonly page: number | null;
  /** Null before the first page. */
  readonly previous: To | null;
  /** Null on the last page with a number. */
  readonly next: To | null;
}

/** Reads the page number from the address. `size`: items of a page. `hash`: the list's anchor on the page. */
export function useNumberedPages(size: number, hash = ''): NumberedPages {
  const [params] = useSearchParams();
  const page = pageIn(params, size);
  const linkTo = (number: number): To | null => {
    const wanted = new URLSearchParams(params);
    if (number === 1) wanted.delete('page');
    else wanted.set('page', String(number));
    return pageIn(wanted, size) === null ? null : { search: `?${wanted}`, hash };
  };
  return {
    page,
    previous: page === null || page === 1 ? null : linkTo(page - 1),
    next: page === null ? null : linkTo(page + 1),
  };
}

/** The page parameter for list requests. */
export const pageAsked = (page: number | null): { readonly page?: number } =>
  page === null || page === 1 ? {} : { page };
