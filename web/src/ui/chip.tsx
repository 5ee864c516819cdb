import clsx from 'clsx';
import type { ReactNode } from 'react';

interface ChipProps {
  readonly pressed: boolean;
  readonly onClick: () => void;
  /** `picture`: for use on a picture, where the background is dark in both themes. */
  readonly on?: 'paper' | 'picture';
  readonly children: ReactNode;
}

/** One of a few choices; pressing the chosen one again clears it. */
export function Chip({ pressed, onClick, on = 'paper', children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={clsx(
        'touch-target min-h-10 rounded-full border px-4 text-md font-medium whitespace-nowrap transition-colors duration-150',
        on === 'picture' && 'focus-visible:outline-white',
        on === 'picture' &&
          !pressed &&
          'border-white/60 bg-black/30 text-white backdrop-blur-sm hover:bg-black/50',
        on === 'picture' && pressed && 'border-white bg-white text-black',
        on === 'paper' && !pressed && 'border-outline bg-raised text-ink hover:bg-sunk',
        on === 'paper' && pressed && 'border-ink bg-ink text-paper',
      )}
    >
      {children}
    </button>
  );
}
