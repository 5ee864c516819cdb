import { Suspense, useState, type ReactNode } from 'react';

import { Button, type ButtonLook } from '../button.tsx';

interface ShowMapProps {
  readonly className?: string;
  readonly size?: ButtonLook['size'];
  /** Whether the map is shown, and its setter, if what is around it needs to know. */
  readonly state?: readonly [boolean, (isShown: boolean) => void];
  /** The map; its code is loaded when it is first rendered. */
  readonly children: ReactNode;
}

/** A map that is loaded when the person asks to see it. */
export function ShowMap({ className, size = 'medium', state, children }: ShowMapProps) {
  const own = useState(false);
  const [isShown, setShown] = state ?? own;
  return (
    <div className={className}>
      <Button size={size} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide map' : 'Show map'}
      </Button>
      {isShown && (
        <div className="mt-4 w-full">
          <Suspense fallback={<div className="h-96 rounded-lg bg-sunk" aria-busy />}>{children}</Suspense>
        </div>
      )}
    </div>
  );
}
