import clsx from 'clsx';
import { Star } from 'lucide-react';
import { useState } from 'react';

import type { Location } from '#contracts/views/location';

import { reportFailure } from '../../app/session-calls.ts';
import { useViewer } from '../../app/session.ts';
import { useOpenSignIn } from '../../app/sign-in.ts';
import { useRateMutation } from './api.ts';

const steps = [1, 2, 3, 4, 5] as const;
const words = ['', 'Not worth the walk', 'Fair', 'Good', 'Very good', 'Unforgettable'] as const;

/** Your own rating, one to five stars: a group of radio buttons that looks like stars. */
export function RatingInput({ location }: { readonly location: Location }) {
  const { status } = useViewer();
  const openSignIn = useOpenSignIn();
  const [rate] = useRateMutation();
  const [hovered, setHovered] = useState(0);
  const mine = location.myRating ?? 0;
  const shown = hovered || mine;
  const choose = (rating: number) => {
    if (status !== 'in') return openSignIn();
    rate({ id: location.id, rating })
      .unwrap()
      .catch((error: unknown) => reportFailure(error, 'Failed to save your rating'));
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold text-soft">
        {mine > 0 ? 'Your rating' : 'Been there? Rate it'}
      </legend>
      <div className="-ml-2 flex items-center" onMouseLeave={() => setHovered(0)}>
        {steps.map((step) => (
          <label
            key={step}
            onMouseEnter={() => setHovered(step)}
            className="relative grid size-10 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`rating-${location.id}`}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={mine === step}
              onChange={() => choose(step)}
              onClick={() => void (status !== 'in' && openSignIn())}
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
        <span aria-hidden className="ml-2 text-sm text-soft">
          {words[shown]}
        </span>
      </div>
    </fieldset>
  );
}
