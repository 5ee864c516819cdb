import clsx from 'clsx';
import { Star } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

import type { Location } from '#contracts/location/views';

import { useViewer } from '../../lib/session.ts';
import { useOpinion } from './use-opinion.ts';

const steps = [1, 2, 3, 4, 5] as const;
const words = ['', 'Not worth the walk', 'Fair', 'Good', 'Very good', 'Unforgettable'] as const;

/**
 * The viewer's own rating, one to five stars: a group of radio buttons that looks like stars. A click saves at once;
 * arrow keys only select, and Enter, Space or leaving the group saves the selection.
 */
export function RatingInput({ location }: { readonly location: Location }) {
  const { status } = useViewer();
  const [hovered, setHovered] = useState(0);
  const rating = useRating(location);
  const shown = hovered || rating.chosen;
  const isVisitor = status === 'out';
  return (
    <fieldset onBlur={rating.leave} onKeyDown={rating.press}>
      <legend className="mb-1 text-sm font-semibold text-soft">
        {rating.saved > 0 ? 'Your rating' : 'Been there? Rate it'}
      </legend>
      <div role="presentation" className="-ml-2 flex items-center" onMouseLeave={() => setHovered(0)}>
        {steps.map((step) => (
          <label
            key={step}
            onMouseEnter={() => setHovered(step)}
            className="relative grid size-10 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`rating-${location.id}`}
              value={step}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={rating.chosen === step}
              // An explicit single tab stop: React rewrites name and type when it renders a radio button again.
              // Chromium then forgets that the focused one belongs to the group, and Tab moves to the second.
              tabIndex={step === (rating.chosen || 1) ? 0 : -1}
              onChange={({ nativeEvent }) => {
                if (!isVisitor && !isByPointer(nativeEvent)) rating.choose(step);
              }}
              onClick={({ nativeEvent }) => {
                if (isVisitor || isByPointer(nativeEvent)) rating.save(step);
              }}
              aria-label={`${step} of 5 stars: ${words[step]}`}
            />
            <Star
              size={24}
              strokeWidth={1.6}
              aria-hidden
              className={clsx(
                'transition-colors duration-150',
                step <= shown ? 'fill-accent text-accent' : 'text-outline',
              )}
            />
          </label>
        ))}
      </div>
      {/* The line keeps its space while it is empty, so that nothing moves under the pointer. */}
      <p className="min-h-5 text-sm text-soft">
        <span aria-hidden>{words[shown]}</span>
        {rating.draft !== null && <span className="ml-2">Press Enter to save.</span>}
      </p>
    </fieldset>
  );
}

/** The `detail` of a pointer's click starts at 1; a click caused by an arrow key has 0. */
const isByPointer = (event: Event): boolean => event instanceof UIEvent && event.detail > 0;

function useRating(location: Location) {
  const opinion = useOpinion(location, 'Failed to save your rating');
  /** The selection by arrow keys, until it is saved. */
  const [draft, setDraft] = useState<number | null>(null);
  const saved = opinion.myRating ?? 0;

  const save = (rating: number) => {
    setDraft(null);
    if (rating !== saved) opinion.save({ myRating: rating });
  };
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (draft !== null && !event.currentTarget.contains(event.relatedTarget)) save(draft);
  };
  const press = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.key === 'Escape') setDraft(null);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    save(Number(event.target.value));
  };
  const choose = (step: number) => setDraft(step === saved ? null : step);
  return { saved, draft, chosen: draft ?? saved, choose, save, leave, press };
}
