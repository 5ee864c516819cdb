import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../../ui/button.tsx';

export interface TurnButtonsProps {
  readonly onTurn: (by: -1 | 1) => void;
  /** Where they are from the top of the photo, as a class. */
  readonly className: string;
}

/** Leads to the photos before and after the one that is shown, at its edges. */
export function TurnButtons({ onTurn, className }: TurnButtonsProps) {
  return (
    <>
      <IconButton
        label="Previous photo"
        tone="floating"
        onClick={() => onTurn(-1)}
        className={clsx('absolute! left-3 -mt-5', className)}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <IconButton
        label="Next photo"
        tone="floating"
        onClick={() => onTurn(1)}
        className={clsx('absolute! right-3 -mt-5', className)}
      >
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </>
  );
}

/** The photo's position among the others, in the corner and for screen readers; hidden when empty. */
export function PhotoPosition({ children }: { readonly children: ReactNode }) {
  return (
    <p
      aria-live="polite"
      className="print:hidden absolute right-3 bottom-3 rounded-full bg-black/65 px-3 py-1 text-sm font-medium text-white tabular-nums empty:hidden"
    >
      {children}
    </p>
  );
}
