import { Star } from 'lucide-react';

import type { Location } from '#contracts/location/views';

import { counted, nouns, ratingText } from '../../lib/words.ts';

/** A star and the rating as '4.8', with words for screen readers; nothing without a rating. */
export function RatingMark({ rating }: { readonly rating: number }) {
  if (rating <= 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-md font-semibold tabular-nums">
      <Star size={15} aria-hidden className="fill-current text-accent" />
      <span className="sr-only">Rating </span>
      {ratingText(rating)}
      <span className="sr-only"> out of 5</span>
    </span>
  );
}

/** 'x/5' and the number of ratings if there are any, and the number of photos. */
export function RatingSummary({ location }: { readonly location: Location }) {
  const { rating, ratingCount, photoCount } = location;
  const isRated = ratingCount > 0;
  return (
    <p className="flex flex-wrap items-center gap-x-2 whitespace-nowrap">
      <Star size={20} aria-hidden className={isRated ? 'fill-current text-accent' : 'text-outline'} />
      {isRated && (
        <span className="font-display text-xl font-semibold tabular-nums">{ratingText(rating)}/5</span>
      )}
      <span className="text-md text-soft">
        {isRated ? counted(ratingCount, nouns.rating) : 'Not rated yet'}
      </span>
      <span className="text-md text-soft">({counted(photoCount, nouns.photo)})</span>
    </p>
  );
}
