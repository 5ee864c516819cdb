import { useEffect } from 'react';

/** The answer of an infinite query's hook. */
export interface PagesAnswer {
  readonly error?: unknown;
  readonly isFetching?: boolean;
  readonly hasNextPage?: boolean;
  readonly fetchNextPage: () => PromiseLike<unknown>;
}

/** Reads further pages, one after the other, for as long as they are wanted and none fails. */
export function useFurtherPages(answer: PagesAnswer, areWanted: boolean): void {
  const { hasNextPage, isFetching, error, fetchNextPage } = answer;
  useEffect(() => {
    if (areWanted && hasNextPage === true && isFetching !== true && error === undefined) void fetchNextPage();
  }, [areWanted, hasNextPage, isFetching, error, fetchNextPage]);
}
