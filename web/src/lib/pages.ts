import { useEffect } from 'react';

import { toPage, type Page, type WireMeta, type WireRequest } from './wire.ts';

/** An endpoint that reads a list page by page: `first` is the request for the first page. */
export const pagesOf = <T, A>(first: (query: A) => WireRequest) => ({
  infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }: Page<T>) => next },
  query: ({ queryArg, pageParam }: { readonly queryArg: A; readonly pageParam: string | null }) =>
    pageParam ?? first(queryArg),
  transformResponse: (items: readonly T[], meta: WireMeta | undefined) => toPage(items, meta),
});

/** The items of all pages that were read; undefined before the first. */
export const itemsOf = <T>(data: { readonly pages: ReadonlyArray<Page<T>> } | undefined) =>
  data?.pages.flatMap(({ items }) => items);

/** The response of an infinite query's hook. */
export interface PagesResponse {
  readonly error?: unknown;
  readonly isFetching?: boolean;
  readonly hasNextPage?: boolean;
  readonly fetchNextPage: () => PromiseLike<unknown>;
}

/** Reads further pages one after the other, while `areWanted` is true and none fails. */
export function useFurtherPages(response: PagesResponse, areWanted: boolean): void {
  const { hasNextPage, isFetching, error, fetchNextPage } = response;
  useEffect(() => {
    if (areWanted && hasNextPage === true && isFetching !== true && error === undefined) void fetchNextPage();
  }, [areWanted, hasNextPage, isFetching, error, fetchNextPage]);
}
