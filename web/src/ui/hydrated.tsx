import { Suspense, type ReactNode } from 'react';

import { useHydrated } from '../lib/use-hydrated.ts';

interface HydratedProps {
  /** Shown until the page's code runs, and until the code of the children is loaded. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** Children that only the browser renders. A component of its own, so that what surrounds them need not render again. */
export function Hydrated({ before = null, children }: HydratedProps) {
  return <Suspense fallback={before}>{useHydrated() ? children : before}</Suspense>;
}
