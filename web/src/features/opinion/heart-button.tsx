import clsx from 'clsx';
import { Heart } from 'lucide-react';

import type { Location } from '#contracts/location/views';

import { IconButton } from '../../ui/button.tsx';
import { useOpinion } from './use-opinion.ts';

interface HeartButtonProps {
  readonly location: Location;
  readonly tone?: 'plain' | 'floating';
  readonly className?: string;
}

/** The viewer's heart for a location; a visitor is asked to sign in. */
export function HeartButton({ location, tone = 'plain', className }: HeartButtonProps) {
  const { isFavorite, save } = useOpinion(location, 'Failed to save your favourite');
  const given = isFavorite === true;
  return (
    <IconButton
      label={`Favourite ${location.name}`}
      aria-pressed={given}
      tone={tone}
      onClick={() => save({ isFavorite: !given })}
      {...(className !== undefined ? { className } : {})}
    >
      <Heart
        size={19}
        strokeWidth={1.9}
        aria-hidden
        className={clsx('transition-colors duration-150', given && 'fill-accent text-accent')}
      />
    </IconButton>
  );
}
