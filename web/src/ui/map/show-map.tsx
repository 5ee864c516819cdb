import { Suspense, useState, type ReactNode } from 'react';

import { Button } from '../button.tsx';

interface ShowMapProps {
  readonly className?: string;
  /** The map, whose code is loaded once it is rendered. */
  readonly children: ReactNode;
}

/** A map that is loaded once somebody wants to see it. */
export function ShowMap({ className, children }: ShowMapProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={className}>
      <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide map' : 'Show map'}
      </Button>
      {isShown && (
        <div className="mt-4">
          <Suspense fallback={<div className="h-96 rounded-lg bg-sunk" aria-busy />}>{children}</Suspense>
        </div>
      )}
    </div>
  );
}
