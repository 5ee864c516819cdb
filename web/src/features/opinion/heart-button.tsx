import clsx from 'clsx';
import { Heart } from 'lucide-react';

import type { Location } from '#contracts/location/views';

import { reportFailure } from '../../lib/session-calls.ts';
import { useSignedInAction } from '../../lib/sign-in.ts';
import { IconButton } from '../../ui/button.tsx';
import { useFavoriteMutation, useUnfavoriteMutation } from './api.ts';

interface HeartButtonProps {
  readonly location: Location;
  readonly tone?: 'plain' | 'floating';
  readonly className?: string;
}

/** The viewer's heart for a location; a visitor is asked to sign in. */
export function HeartButton({ location, tone = 'plain', className }: HeartButtonProps) {
  const whenSignedIn = useSignedInAction();
  const [favorite] = useFavoriteMutation();
  const [unfavorite] = useUnfavoriteMutation();
  const given = location.isFavorite === true;
  const toggle = () => {
    const change: { unwrap: () => Promise<unknown> } = given
      ? unfavorite(location.id)
      : favorite(location.id);
    change.unwrap().catch((error: unknown) => reportFailure(error, 'Failed to save your favourite'));
  };
  return (
    <IconButton
      label={`Favourite ${location.name}`}
      aria-pressed={given}
      tone={tone}
      onClick={() => whenSignedIn(toggle)}
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
