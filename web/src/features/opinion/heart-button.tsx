import clsx from 'clsx';
import { Heart } from 'lucide-react';
import { useState } from 'react';

import type { Location } from '#contracts/location/views';

import { reportFailure } from '../../lib/session-calls.ts';
import { useSignedInAction } from '../../lib/sign-in.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/button.tsx';

/** Sends the last press. The next one waits for it, because requests may overtake each other. */
let last: Promise<void> = Promise.resolve();

interface HeartButtonProps {
  readonly location: Location;
  readonly tone?: 'plain' | 'floating';
  readonly className?: string;
}

/** The viewer's heart for a location; a visitor is asked to sign in. */
export function HeartButton({ location, tone = 'plain', className }: HeartButtonProps) {
  const whenSignedIn = useSignedInAction();
  const dispatch = useAppDispatch();
  /** What a press asked for, until it is sent and answered. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const given = wanted ?? location.isFavorite === true;
  const toggle = () => {
    setWanted(!given);
    last = last
      // Only signed-in people need its code.
      .then(() => import('./give-heart.ts'))
      .then(({ giveHeart }) => giveHeart(dispatch, location.id, !given))
      .catch((error: unknown) => reportFailure(error, 'Failed to save your favourite'))
      // Another press may have come meanwhile.
      .finally(() => setWanted((now) => (now === given ? now : null)));
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
