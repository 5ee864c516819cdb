import { useState, type ReactNode } from 'react';

import { useHydrated } from '../lib/use-hydrated.ts';

/** One object, since React would write another one into the page. */
const nothing = { __html: '' };

/**
 * A part of the page that nobody can use. If the server rendered the page, its HTML of the part stays: when React hydrates
 * the page, it neither compares the part nor writes into it, so the browser does not need the children's code.
 */
export function AsRendered({ children }: { readonly children: ReactNode }) {
  const [isRendered] = useState(!useHydrated());
  return isRendered && !import.meta.env.SSR ? (
    <div inert className="contents" suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
  ) : (
    <div inert className="contents">
      {children}
    </div>
  );
}
