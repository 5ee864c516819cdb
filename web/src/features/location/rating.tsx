import { Star } from 'lucide-react';

/** Stars in words and a picture: '4.8' on a card. Nothing at all without a rating. */
export function RatingMark({ rating }: { readonly rating: number }) {
  if (rating <= 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-md font-semibold tabular-nums">
      <Star size={15} aria-hidden className="fill-current text-accent" />
      <span className="sr-only">Rating </span>
      {rating.toFixed(1)}
      <span className="sr-only"> out of 5</span>
    </span>
  );
}

interface RatingSummaryProps {
  readonly rating: number;
  readonly photoCount: number;
}

export function RatingSummary({ rating, photoCount }: RatingSummaryProps) {
  return (
    <p className="flex items-baseline gap-2 whitespace-nowrap">
      <Star size={22} aria-hidden className="translate-y-0.5 fill-current text-accent" />
      <span className="font-display text-2xl font-[560] tabular-nums">{rating.toFixed(1)}/5</span>
      <span className="text-md text-soft">
        ({photoCount} {photoCount === 1 ? 'photo' : 'photos'})
      </span>
    </p>
  );
}
