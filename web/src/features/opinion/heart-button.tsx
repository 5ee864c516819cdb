import clsx from 'clsx';
import { Heart } from 'lucide-react';
import { useState } from 'react';

import type { Location } from '#contracts/location/views';

import { reportFailure } from '../../lib/session-calls.ts';
import { useSignedInAction } from '../../lib/sign-in.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/button.tsx';

interface HeartButtonProps {
  readonly location: Location;
  readonly tone?: 'plain' | 'floating';
  readonly className?: string;
}

/** The viewer's heart for a location; a visitor is asked to sign in. */
export function HeartButton({ location, tone = 'plain', className }: HeartButtonProps) {
  const whenSignedIn = useSignedInAction();
  const dispatch = useAppDispatch();
  /** What a press asked for, until the code that sends it is loaded. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const given = wanted ?? location.isFavorite === true;
  const toggle = () => {
    setWanted(!given);
    // Only signed-in people need its code.
    import('./give-heart.ts')
      .finally(() => setWanted(null))
      .then(({ giveHeart }) => giveHeart(dispatch, location.id, !given))
      .catch((error: unknown) => reportFailure(error, 'Failed to save your favourite'));
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
