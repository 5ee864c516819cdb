import { Link, useSearchParams } from 'react-router-dom';

import { leastLetters, useSuggestQuery } from './suggest-api.ts';

/** For a search without results: a link to the same search with the suggested spelling. */
export function DidYouMean({ text }: { readonly text: string }) {
  const [params] = useSearchParams();
  const { currentData } = useSuggestQuery(text, { skip: text.length < leastLetters });
  const meant = currentData?.didYouMean;
  if (meant === undefined || meant === null) return null;
  const search = new URLSearchParams(params);
  search.set('q', meant);
  return (
    <span className="mb-2 block text-lg text-ink">
      Did you mean{' '}
      <Link to={{ search: `?${search}` }} className="font-semibold text-accent underline underline-offset-4">
        {meant}
      </Link>
      ?
    </span>
  );
}
