import type { ReactNode } from 'react';

import { messageOf } from '../lib/session-calls.ts';
import { Link, type To } from 'react-router-dom';

import { useHydrated } from '../lib/use-hydrated.ts';
import type { NumberedPages } from '../lib/numbered-pages.ts';
import { Button, buttonClass } from './button.tsx';
import { ErrorState } from './state.tsx';

/** The result of a query's hook; an infinite query's result also has the next pages. */
interface ListedResponse {
  readonly currentData?: unknown;
  readonly error?: unknown;
  readonly refetch: () => PromiseLike<unknown>;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly isFetchNextPageError?: boolean;
  readonly fetchNextPage?: () => PromiseLike<unknown>;
}

interface ListedProps {
  readonly response: ListedResponse;
  /** The message if nothing could be read. */
  readonly failure: string;
  /** Whether a button offers the next page. */
  readonly offersMore?: boolean;
  readonly pages?: NumberedPages;
  /** The list, or its placeholder while it loads for the first time. */
  readonly children: ReactNode;
}

/** A list from the server. After a failed read it shows the items it has, the error, and a button to try again. */
export function Listed({ response, failure, offersMore = true, pages, children }: ListedProps) {
  const { currentData, error, refetch, fetchNextPage } = response;
  const failed = error !== undefined && (
    <ErrorState
      title={currentData === undefined ? failure : 'Not everything could be loaded'}
      text={messageOf(error, 'Please try again in a moment.')}
      onRetry={(response.isFetchNextPageError === true && fetchNextPage) || refetch}
      compact={currentData !== undefined}
    />
  );
  if (currentData === undefined && failed) return failed;
  return (
    <>
      {pages?.previous && (
        <div className="mb-8 flex justify-center">
          <Link to={pages.previous} rel="prev" className={buttonClass()}>
            Previous page
          </Link>
        </div>
      )}
      {children}
      {failed && <div className="mt-8">{failed}</div>}
      {!failed && offersMore && response.hasNextPage === true && (
        <div className="mt-10 flex justify-center">
          <ShowMore response={response} next={pages?.next ?? null} />
        </div>
      )}
    </>
  );
}

interface ShowMoreProps {
  readonly response: ListedResponse;
  /** The address of the next page; null on the last page. */
  readonly next: To | null;
}

/** A link to the next page until the page's code runs; then a button that adds the next page below. */
function ShowMore({ response, next }: ShowMoreProps) {
  const isHydrated = useHydrated();
  if (!isHydrated && next !== null)
    return (
      <Link to={next} rel="next" className={buttonClass({ size: 'large' })}>
        Show more
      </Link>
    );
  return (
    <Button
      size="large"
      pending={response.isFetchingNextPage === true}
      onClick={() => void response.fetchNextPage?.()}
    >
      Show more
    </Button>
  );
}
