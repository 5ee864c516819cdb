import clsx from 'clsx';
import type { ReactNode } from 'react';

import type { Coordinates } from '#contracts/shared/coordinates';

import { Pinned } from './pinned.tsx';

interface PinProps {
  readonly at: Coordinates;
  /** What a screen reader says of it. */
  readonly label: string;
  readonly isChosen?: boolean;
  readonly onPress: () => void;
  /** A number; without one it is a dot. */
  readonly children?: ReactNode;
}

/** A button at a point, 44 pixels wide. Tab goes through the list beside the map, not through pins. */
export function Pin({ at, label, isChosen = false, onPress, children }: PinProps) {
  return (
    <Pinned at={at}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={label}
        title={label}
        aria-pressed={isChosen}
        onClick={onPress}
        className={clsx(
          'grid size-11 cursor-pointer place-items-center rounded-full',
          isChosen && 'relative z-3',
        )}
      >
        <span
          className={clsx(
            'grid place-items-center rounded-full border-2 border-raised text-sm font-semibold text-on-accent tabular-nums',
            isChosen ? 'bg-ink text-paper!' : 'bg-accent',
            children !== undefined ? 'h-9 min-w-9 px-1.5' : isChosen ? 'size-7' : 'size-5',
          )}
        >
          {children}
        </span>
      </button>
    </Pinned>
  );
}
